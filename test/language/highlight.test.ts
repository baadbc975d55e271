import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { excerptOf } from '../../src/language/highlight.ts';
import { indexTerms } from '../../src/language/index-terms.ts';

function excerpt(text: string, query: string, language = 'en'): string {
  return excerptOf(text, language, new Set(indexTerms(query, language)));
}

const references: Record<string, string> = { '&#42;': '*', '&lt;': '<', '&amp;': '&' };

/** What a reader sees of an excerpt. */
function read(shown: string): string {
  return shown.replaceAll('**', '').replace(/&#42;|&lt;|&amp;(?=#?\w{1,31};)/g, (reference) => references[reference]!);
}

const filler = 'Water runs down the hill and into the sea. ';

describe('an excerpt', () => {
  test('marks the words that match, in any form', () => {
    expect(excerpt('The pool keeps idle connections open.', 'connection pool')).toBe('The **pool** keeps idle **connections** open.');
    expect(excerpt('Die Häuser sind alt.', 'Haus', 'de')).toBe('Die **Häuser** sind alt.');
    expect(excerpt('東京都の図書館は朝に開く', '図書館', 'ja')).toBe('東京都の**図書館**は朝に開く');
  });

  test('shows the part with the most matching words, cut between words', () => {
    const text = `${filler.repeat(20)}A pool is small. ${filler.repeat(20)}The pool keeps idle connections open. ${filler.repeat(20)}`;
    const shown = excerpt(text, 'idle connection pool');
    expect(shown).toContain('The **pool** keeps **idle** **connections** open.');
    expect(shown).toMatch(/^…\w.*\w\.?…$/);
    expect(read(shown).length).toBeLessThanOrEqual(300);
    for (const word of read(shown).slice(1, -1).split(' ')) expect(text.split(' ')).toContain(word);
  });

  test('is the beginning if nothing matches', () => {
    expect(excerpt(filler.repeat(30), 'absent')).toMatch(/^Water runs .*…$/);
    expect(excerpt('Short.', 'absent')).toBe('Short.');
  });

  test('escapes the markup of the text', () => {
    expect(excerpt('A **bold** pool, <script>alert(1)</script> &lt;b&gt; and 2 * 3, AT&T.', 'pool')).toBe(
      'A &#42;&#42;bold&#42;&#42; **pool**, &lt;script>alert(1)&lt;/script> &amp;lt;b&amp;gt; and 2 &#42; 3, AT&T.',
    );
  });

  test('keeps its maximum length where no word ends', () => {
    expect(read(excerpt('図書館'.repeat(500), '図書', 'ja')).length).toBeLessThanOrEqual(300);
    expect(read(excerpt('𠮷'.repeat(500), 'x')).isWellFormed()).toBe(true);
  });

  test('says what the text says, between pairs of marks, and is never long', () => {
    const piece = fc.oneof(
      fc.constantFrom('pool', 'Pools', ' ', '\n\n', '*', '**', '<b>', '&lt;', '&amp;', '…', '猫書', '𠮷', 'é', 'e\u0301'),
      fc.lorem({ maxCount: 3 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 120 }), (pieces) => {
        const text = pieces.join('').trim();
        const shown = excerpt(text, 'pool 猫');
        expect(shown.split('**').length % 2).toBe(1);
        expect(shown).not.toMatch(/</);
        expect(shown.replaceAll('**', '')).not.toContain('*');
        expect(shown.isWellFormed()).toBe(true);
        const seen = read(shown);
        expect(seen.length).toBeLessThanOrEqual(300);
        const line = text.replace(/\s+/g, ' ');
        const inside = [seen, seen.slice(1), seen.slice(0, -1), seen.slice(1, -1)];
        expect(inside.some((one) => line.includes(one))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

test.each([
  ['one word of letters that stand for many words', 'ﷺ'.repeat(3500)],
  ['many words of them', 'ﷺ '.repeat(1750)],
  ['long words of them', `${'ﷺ'.repeat(60)} `.repeat(58)],
])('an excerpt of %s takes little longer than one of prose', (_, text) => {
  const cost = (of: string) => {
    const before = process.cpuUsage();
    for (let round = 0; round < 40; round++) excerpt(`pump ${round} ${of}`, 'pump', 'ar');
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  // The fastest of some: what else the machine does costs time here too.
  const fastest = (of: string) => Math.min(...[1, 2, 3, 4].map(() => cost(of)));
  expect(fastest(text)).toBeLessThan(8 * fastest('The pump moves water from the well to the roof. '.repeat(73)));
});
