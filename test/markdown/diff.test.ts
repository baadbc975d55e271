import { applyPatch } from 'diff';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unifiedDiff } from '../../src/markdown/diff.ts';
import { watchTurns } from '../support/turns.ts';

const names: [string, string] = ['version 1', 'version 2'];
const paragraphs = (count: number, word: string) => Array.from({ length: count }, (_, index) => `${word} ${index}.\n`).join('\n');

test('shows the lines that differ with two around them', async () => {
  const { diff, truncated } = await unifiedDiff('a\nb\nc\nd\ne\n', 'a\nb\nc\nD\ne\n', names);
  expect(diff).toMatch(/--- version 1\n\+\+\+ version 2\n@@ -2,4 \+2,4 @@\n b\n c\n-d\n\+D\n e\n$/);
  expect(truncated).toBe(false);
});

test('turns the first text into the second when applied', async () => {
  const text = fc.array(fc.constantFrom('a', 'b', '', 'c c'), { maxLength: 30 }).map((lines) => lines.map((line) => `${line}\n`).join(''));
  await fc.assert(
    fc.asyncProperty(text, text, async (before, after) => {
      expect(applyPatch(before, (await unifiedDiff(before, after, names)).diff)).toBe(after);
    }),
  );
});

test('cuts a long one at a line’s end, and says so', async () => {
  const before = paragraphs(150, 'one '.repeat(50));
  const { diff, truncated } = await unifiedDiff(before, paragraphs(150, 'two '.repeat(50)), names);
  expect(truncated).toBe(true);
  expect(diff.length).toBeLessThanOrEqual(20_000);
  const [last, ...shown] = diff.trimEnd().split('\n').toReversed();
  expect(last).toMatch(/^The diff is cut here: \d+ more lines are not shown\.$/);
  expect(before.split('\n')).toContain(shown[0]!.slice(1));
});

test('reports only where, and in how many lines, very different texts differ', async () => {
  const [before, after] = [paragraphs(14_000, 'a'), paragraphs(9000, 'b')];
  const { diff, truncated } = await unifiedDiff(`same\n${before}end\nend\n`, `same\n${after}end\nend\n`, names);
  expect(diff).toBe(
    '--- version 1\n+++ version 2\n@@ -2,27999 +2,17999 @@\n27999 lines replaced by 17999 lines: too different to be compared line by line.\n',
  );
  expect(truncated).toBe(true);
});

test('is the same where it is made in turns, and leaves others theirs', async () => {
  for (const count of [3, 90, 190, 500]) {
    const lines = (word: string) =>
      Array.from({ length: 1000 }, (_, at) => `line ${at}${at % 2 === 0 && at < count * 2 ? word : ''}\n`).join('');
    const plain = await unifiedDiff(lines('a'), lines('b'), names);
    const longest = watchTurns();
    expect(await unifiedDiff(lines('a'), lines('b'), names, { inTurns: true })).toEqual(plain);
    expect(longest(), `${count} lines`).toBeLessThan(50);
  }
});

test('takes little time, however much differs', async () => {
  await unifiedDiff('a', 'b', names);
  for (const count of [300, 1500, 14_000]) {
    const [before, after] = [paragraphs(count, 'a'), paragraphs(count, 'b')];
    const started = process.cpuUsage();
    await unifiedDiff(before, after, names);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1000, `${count} paragraphs`).toBeLessThan(150);
  }
});
