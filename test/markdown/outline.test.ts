import { describe, expect, test } from 'vitest';
import { ground } from '../../src/writing/claims/citations.ts';
import { replaceSection, sectionsOf } from '../../src/markdown/sections.ts';
import { partsOfMarkdown, plainOf } from '../../src/markdown/outline.ts';

describe('plainOf', () => {
  test.each([
    ['A [link](https://a.example) here', 'A link here'],
    ['A [link](https://a.example/Rome_(city)) here', 'A link here'],
    ['![A picture](a.png) Text', 'Text'],
    ['[![A picture](a.png)](https://a.example) Text', 'Text'],
    ['Escaped \\[no link](x)', 'Escaped [no link](x)'],
    ['A [b [c](https://a.example)', 'A [b c'],
    ['**Bold** and `code`', 'Bold and code'],
    ['Said so [3]', 'Said so'],
  ])('reads %j as %j', (markdown, plain) => {
    expect(plainOf(markdown)).toBe(plain);
  });
});

describe('partsOfMarkdown', () => {
  test('takes no heading from code, however it is fenced', () => {
    const code = '````\n```\n## In code\n```\n## Still in code\n````';
    const inline = '``` code ``` in a paragraph';
    const { headings, paragraphs } = partsOfMarkdown(`## A\n\n${code}\n\n${inline}\n\n## B ##\n\n~~~\n## Never closed`);
    expect(headings).toEqual([
      { level: 2, text: 'A' },
      { level: 2, text: 'B' },
    ]);
    expect(paragraphs).toEqual(['code in a paragraph']);
  });
});

const size = 100_000;
const hostile = ['[', '![', '](', '[](', '![](', '*', '_', '\\', '`', '(', '[a](b(', '#', '# ', ' ', ' \n', '~~~\n'].flatMap((piece) => {
  const text = piece.repeat(size / piece.length);
  return [text, `## a${text}b`, `[](${text}`];
});

/** The best of three, in ms of processor time: other work, compiling and collecting garbage do not count. */
async function timeOf(work: () => unknown): Promise<number> {
  const taken: number[] = [];
  for (let run = 0; run < 3; run++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    taken.push((user + system) / 1000);
  }
  return Math.min(...taken);
}

test.each([
  ['partsOfMarkdown', (text: string) => partsOfMarkdown(text)],
  ['sectionsOf', (text: string) => sectionsOf(text)],
  ['replaceSection', (text: string) => replaceSection(`${text}\n\n## Pools\n\nText.`, 'Pools', text)],
])('%s stays fast on hostile text', async (_name, read) => {
  for (const text of hostile) {
    const taken = await timeOf(() => read(text));
    expect(taken, JSON.stringify(text.slice(0, 12))).toBeLessThan(100);
  }
});

test('ground stays fast on hostile text', async () => {
  for (const piece of ['](', '*', '_', '\\', '`', '(', '#', ' ']) {
    const markdown = piece.repeat(size / piece.length);
    const taken = await timeOf(() => ground({ markdown, evidence: new Map(), language: 'en' }));
    expect(taken, piece).toBeLessThan(100);
  }
});
