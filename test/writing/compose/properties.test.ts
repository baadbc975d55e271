import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compose, judgeSources, type SourcePassage } from '../../../src/writing/compose/compose.ts';
import { faqSection } from '../../../src/markdown/body.ts';
import { tidy } from '../../../src/language/tokens.ts';
import { bodyOf, headingsOf, request } from './support.ts';

const clause = fc
  .tuple(
    fc.constantFrom(
      'The pool',
      'A pool',
      'However, it',
      'undici',
      'Every 🎉 pool',
      'This',
      'المسبح',
      '連接池',
      'Pools',
      'She',
      'When asked, the pool',
    ),
    fc.constantFrom('opens', 'is closed by', 'shares', 'never drops', 'keeps', 'a_b *c* [d](e) <f>', 'retries'),
    fc.array(
      fc.constantFrom(
        'connections',
        'a host',
        'the undici client',
        'pool',
        'sockets',
        '`x`',
        'https://a.example',
        '&amp;',
        '#1',
        'Smith',
        '\u200B',
        '\uD83D',
        'requests',
      ),
      { minLength: 3, maxLength: 14 },
    ),
    fc.constantFrom('.', '.', '.', '?', ':', '!', '', '。'),
  )
  .map(([subject, verb, rest, end]) => `${subject} ${verb} ${rest.join(' ')}${end}`);
const text = fc
  .array(fc.tuple(clause, fc.constantFrom(' ', ' ', '\n\n', '\n- ')), { minLength: 1, maxLength: 9 })
  .map((parts) => parts.flat().join(''));
const passage = fc.record({
  text: fc.oneof({ weight: 9, arbitrary: text }, { weight: 1, arbitrary: fc.string({ unit: 'binary' }) }),
  documentId: fc.constantFrom('a', 'b', 'c'),
  documentTitle: fc.constantFrom('Pool', 'Connections [x](y)', '', '<b>', 'Über Pools'),
  heading: fc.constantFrom(null, 'Class: Pool', 'How pools work?', 'Introduction › new Pool()', '*star*', '🎉'),
  url: fc.constantFrom(null, 'https://a.example/(x)', 'javascript:alert(1)'),
  score: fc.oneof(fc.double({ min: 0, max: 9, noNaN: true }), fc.constant(Number.NaN)),
  language: fc.constantFrom('en', 'en', 'und', 'de'),
});
const passages = fc
  .array(passage, { maxLength: 25 })
  .map((all) => all.map((one, position): SourcePassage => ({ ...one, kind: 'prose', id: `p${position}`, position })));
const wishes = fc.record({
  keyword: fc.constantFrom('pool', 'undici pool connections', '', '"*', '連接池', 'Pools'),
  targetWordCount: fc.integer({ min: 1, max: 900 }),
  includeFaq: fc.boolean(),
});

test('whatever the passages are, an article quotes them correctly or is refused', async () => {
  await fc.assert(
    fc.asyncProperty(passages, wishes, async (sources, wish) => {
      const wanted = request(wish.keyword, wish);
      const result = compose(wanted, sources);
      if (!result.ok) {
        expect(result.reason).not.toBe('');
        return;
      }
      expect(judgeSources(wanted, sources).sufficient).toBe(true);
      const { composition } = result;
      const texts = new Map(sources.map((one) => [one.id, tidy(one.text)]));
      const said = composition.sources.flatMap(({ sentences }) => sentences);
      for (const quote of said) expect(texts.get(quote.passageId)).toContain(quote.text);
      const body = bodyOf(composition).join(' ');
      for (const quote of said.filter(({ section }) => section !== faqSection)) expect(body).toContain(quote.text);
      expect(new Set(headingsOf(composition)).size).toBe(headingsOf(composition).length);
      expect(composition.markdown).not.toMatch(/\]\(javascript:/);
      expect(composition.metaTitle.length).toBeLessThanOrEqual(60);
      expect(composition.metaDescription.length).toBeLessThanOrEqual(160);
      expect(composition.metaDescription).toMatch(/[\p{L}\p{N}]/u);
      expect(composition.slug).not.toBe('');
    }),
    { numRuns: 150 },
  );
});
