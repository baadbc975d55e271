import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lossesOf } from '../../../src/writing/rewrite/losses.ts';
import { hostileMarkdown, pieceOfMarkdown } from './support.ts';

const base = 'https://www.pumps.example/guides/priming';
const lost = async (before: string, after: string) => (await lossesOf(before, after, base)).map(({ kind, text, now }) => [kind, text, now]);

const page = `# Priming a pump

Read the [manual](https://pumps.example/manual/) and the [notes](/notes).

![A pump](https://cdn.example/pump.png)

\`\`\`sh
pump --prime
pump --run
\`\`\`

| Model | Flow |
| --- | --- |
| P10 | 4 l |
| P20 | 9 l |
`;

test('a page that stays as it is loses nothing', async () => {
  expect(await lossesOf(page, page, base)).toEqual([]);
});

test('links, images, code blocks and tables that are gone are told, with their text', async () => {
  expect(await lost(page, '# Priming a pump\n\nNothing is left.')).toEqual([
    ['link', '[manual](https://pumps.example/manual/)', null],
    ['link', '[notes](/notes)', null],
    ['image', '![A pump](https://cdn.example/pump.png)', null],
    ['code', '```sh\npump --prime\npump --run\n```', null],
    ['table', '| Model | Flow |\n| P10 | 4 l |\n| P20 | 9 l |', null],
  ]);
});

test.each([
  ['that moved', '[b](https://b.example) first.\n\nThen [a](https://a.example).'],
  ['with other words', '[the letter A](https://a.example) and [b](https://b.example)'],
  ['written another way', '[a](http://www.A.example/) and [b][1]\n\n[1]: https://b.example "B"'],
  ['that has others beside it', '[a](https://a.example) [b](https://b.example) [c](https://c.example)'],
])('a link %s is no loss', async (_, after) => {
  expect(await lost('[a](https://a.example) and [b](https://b.example)', after)).toEqual([]);
});

test('a relative address is the same as the whole one, and one of another page is not', async () => {
  expect(await lost('[n](/notes)', '[n](https://pumps.example/notes)')).toEqual([]);
  expect(await lost('[n](/notes)', '[n](https://other.example/notes)')).toEqual([['link', '[n](/notes)', null]]);
});

test('the query and the place in a page belong to an address', async () => {
  expect(await lost('[a](/n?p=1) [b](/n#top)', '[a](/n?p=2) [b](/n#end)')).toHaveLength(2);
});

test('what stood there three times and stands there once is two losses, with ids of their own', async () => {
  const found = await lossesOf('[a](/x) [b](/x) [c](/x)', '[b](/x)', base);
  expect(found.map(({ text }) => text)).toEqual(['[a](/x)', '[c](/x)']);
  expect(new Set(found.map(({ id }) => id)).size).toBe(2);
});

test('a loss keeps its id while others come and go', async () => {
  const ids = async (after: string) => new Map((await lossesOf(page, after, base)).map(({ id, text }) => [text, id]));
  const [few, many] = [await ids(page.replace('[notes](/notes)', 'notes')), await ids('')];
  expect(few.size).toBe(1);
  for (const [text, id] of few) expect(many.get(text)).toBe(id);
});

test('of a link that stands there several times, the one that is gone is named as before', async () => {
  const text = 'Read [a](/x), then [b](/x), at last [a](/x).';
  const ids = async (after: string) => (await lossesOf(text, after, base)).map((loss) => loss.id);
  const [first, second, third] = await ids('');
  expect(await ids(text.replace('[b](/x)', 'b'))).toEqual([second]);
  expect(await ids('Read [b](/x) and [b](/x).')).toEqual([third]);
  expect(await ids('Read [a](/x).')).toEqual([second, third]);
  expect(new Set([first, second, third]).size).toBe(3);
});

test('code that was changed is told with both texts', async () => {
  expect(await lost(page, page.replace('pump --run', 'pump --run --fast'))).toEqual([
    ['code', '```sh\npump --prime\npump --run\n```', '```sh\npump --prime\npump --run --fast\n```'],
  ]);
});

test('code that moved into a list, or has another mark of its language, is the same', async () => {
  expect(await lost('```sh\na\n  b\n```', '1. Do:\n\n   ```bash\n   a\n     b\n   ```')).toEqual([]);
});

test('a table may gain rows and columns, and loses by a cell', async () => {
  const table = '| Model | Flow |\n| - | - |\n| P10 | 4 l |\n| P20 | 9 l |';
  expect(
    await lost(table, '| Model | Year | Flow |\n| - | - | - |\n| P10 | 1999 | 4 l |\n| P15 | 2001 | 6 l |\n| P20 | 2003 | 9 l |'),
  ).toEqual([]);
  expect(await lost(table, table.replace('9 l', '8 l'))).toEqual([
    ['table', '| Model | Flow |\n| P10 | 4 l |\n| P20 | 9 l |', '| Model | Flow |\n| P10 | 4 l |\n| P20 | 8 l |'],
  ]);
  expect(await lost(table, table.replace('\n| P20 | 9 l |', ''))).toHaveLength(1);
});

test('of what is no table or code any more, the words do not count', async () => {
  expect(await lost('```\npump --prime\n```', 'Type pump --prime.')).toHaveLength(1);
});

test('an image within a link is both', async () => {
  expect(await lost('[![A pump](/pump.png)](/pumps)', '')).toEqual([
    ['link', '[A pump](/pumps)', null],
    ['image', '![A pump](/pump.png)', null],
  ]);
});

test('long code is cut where it is told', async () => {
  const [loss] = await lossesOf(`\`\`\`\n${'x'.repeat(5000)}\n\`\`\``, '');
  expect(loss!.text).toHaveLength(2001);
});

const pieces = fc.array(pieceOfMarkdown, { maxLength: 12 }).map((all) => all.join('\n\n'));
const byName = (losses: readonly { id: string }[]) => {
  const counts = new Map<string, number>();
  for (const { id } of losses) counts.set(id.replace(/-\d+$/, ''), (counts.get(id.replace(/-\d+$/, '')) ?? 0) + 1);
  return counts;
};

test('whatever stands in a page, it loses nothing to itself, nor to a text that adds to it', async () => {
  await fc.assert(
    fc.asyncProperty(pieces, pieces, async (one, other) => {
      expect(await lossesOf(one, one)).toEqual([]);
      expect(await lossesOf(one, `${one}\n\n## More\n\n${other}`)).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

test('two rewrites one after the other lose no more than each of them', async () => {
  await fc.assert(
    fc.asyncProperty(pieces, pieces, pieces, async (one, two, three) => {
      const [first, second, both] = [await lossesOf(one, two), await lossesOf(two, three), await lossesOf(one, three)].map(byName);
      for (const [name, count] of both!) expect(count).toBeLessThanOrEqual((first!.get(name) ?? 0) + (second!.get(name) ?? 0));
    }),
    { numRuns: 150 },
  );
});

test('hostile Markdown is read like any other, and its ids are unique', async () => {
  for (const text of hostileMarkdown) {
    expect(await lossesOf(text, text)).toEqual([]);
    const gone = await lossesOf(text, '');
    expect(new Set(gone.map(({ id }) => id)).size).toBe(gone.length);
  }
});
