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
  // The sixteenfold would be quadratic, each time; what comes in between costs once.
  const costs = [await cost(8000), await cost(8000), await cost(8000)];
  expect(Math.min(...costs)).toBeLessThan(10 * Math.max(await cost(2000), 30));
});

test.each([
  ['boxes', '<div>a '],
  ['links', '<a href="/x">a '],
  ['lists', '<ul><li>a '],
])('250,000 %s that nobody closed cost little, and what stands before them is read', async (_, tag) => {
  const article = `<h1>Pumps</h1>${'<p>A pump lifts water from a well to the tank on the roof of the house.</p>'.repeat(3)}`;
  const content = `<article>${article}</article>${tag.repeat(250_000)}`;
  const before = process.cpuUsage();
  const { text } = await read('html', content);
  const { user, system } = process.cpuUsage(before);
  expect(text).toContain('A pump lifts water');
  expect((user + system) / 1e6).toBeLessThan(3);
});

test('what stands behind lists that nest too deep, and are closed, is read', async () => {
  const deep = `${'<ul><li>a '.repeat(3000)}${'</ul>'.repeat(3000)}`;
  const { text } = await read(
    'html',
    `<main><p>The first pump stands by the gate.</p>${deep}<p>The last pump stands on the roof.</p></main>`,
  );
  expect(text).toContain('The first pump stands by the gate.');
  expect(text).toContain('The last pump stands on the roof.');
});

test('a page that nests honestly keeps every box and what follows', async () => {
  const deep = `${'<div>'.repeat(60)}<p>The innermost pump stands in the cellar of the house.</p>${'</div>'.repeat(60)}`;
  const rows = '<div><b>Bold</b> words on a pump that stands in the yard <i>all year</i>.</div>'.repeat(3000);
  const { text } = await read('html', `<main>${rows}${deep}<h2>After</h2><p>The last pump stands by the gate of the garden.</p></main>`);
  expect(text).toContain('innermost pump');
  expect(text).toContain('The last pump stands by the gate');
});
