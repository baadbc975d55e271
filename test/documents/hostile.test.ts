import { describe, expect, test } from 'vitest';
import { readDocument, type DocumentKind } from '../../src/documents/reading.ts';

const read = (kind: DocumentKind, content: string) => readDocument({ kind, content });
const words = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');

describe('no passage grows without bound', () => {
  test.each([
    ['words without a full stop', 'text', words(20_000)],
    ['one enormous word', 'text', `The ${'a'.repeat(100_000)} end.`],
    ['Chinese without a stop', 'text', Array.from({ length: 20_000 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('')],
    ['a row of emoji between words', 'text', `One two three ${'👩‍👩‍👧‍👦'.repeat(5000)} four.`],
    ['an item', 'markdown', `- ${words(20_000)}`],
    ['a heading', 'markdown', `## ${words(20_000)}\n\nThe pump stands in the shop.`],
  ] as const)('in %s', async (_, kind, content) => {
    const { passages, text } = await read(kind, content);
    expect(passages.length).toBeGreaterThan(0);
    for (const passage of passages) {
      expect(passage.text.length).toBeLessThan(6000);
      expect(passage.wordCount).toBeLessThanOrEqual(260);
      expect(passage.heading?.length ?? 0).toBeLessThan(1000);
      expect(passage.text.isWellFormed()).toBe(true);
    }
    expect(text.length).toBeGreaterThan(content.length * 0.9);
  });

  test('but a sentence of 250 words stays whole', async () => {
    const { passages } = await read('text', `Short one here. ${words(250)}. And a last one.`);
    expect(passages.some(({ text }) => text.includes('word0 ') && text.includes('word249'))).toBe(true);
  });
});

test('a document of too many sections is refused with what to do', async () => {
  const content = Array.from({ length: 20_001 }, (_, index) => `# Name ${index}\n\nThe value is ${index}.`).join('\n\n');
  await expect(read('markdown', content)).rejects.toMatchObject({ name: 'Unreadable', hint: 'Cut it into parts.' });
});

test.each([
  ['line breaks in a paragraph', 'markdown', (count: number) => 'word  \n'.repeat(count)],
  ['quoted lines', 'markdown', (count: number) => '> word\n'.repeat(count)],
  ['boxes side by side', 'html', (count: number) => '<div>a word</div>'.repeat(count * 2)],
  ['nested boxes', 'html', (count: number) => '<div class="x">'.repeat(count / 4)],
] as const)('%s are read in time that grows with their number', async (_, kind, made) => {
  const cost = async (count: number) => {
    const before = process.cpuUsage();
    await read(kind, made(count));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  await cost(1000);
  // The sixteenfold would be quadratic.
  expect(await cost(8000)).toBeLessThan(10 * Math.max(await cost(2000), 30));
});
