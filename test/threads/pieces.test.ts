import { expect, test } from 'vitest';
import { putBack, takeOut } from '../../src/threads/pieces.ts';

const long = `${'kiln 😀 '.repeat(50_000)}end`;
const bytes = Buffer.from(long);

test('long texts and bytes go ahead in pieces, and come back as they were', () => {
  const { args, pieces } = takeOut([{ kind: 'html', content: bytes, charset: undefined }, long, 'short', 3, null, [long.slice(0, 10)]]);
  expect(JSON.stringify(args).length).toBeLessThan(200);
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(128 * 1024);
  const [source, ...others] = putBack(args, pieces) as [{ content: Buffer }, ...unknown[]];
  expect(source).toMatchObject({ kind: 'html', charset: undefined });
  expect(source.content.equals(bytes)).toBe(true);
  expect(others).toEqual([long, 'short', 3, null, [long.slice(0, 10)]]);
});

test('short arguments go as they are', () => {
  const given = [{ kind: 'text', content: 'A kiln.' }, 'word'];
  expect(takeOut(given)).toEqual({ args: given, pieces: [] });
});

test('long lists go ahead in pieces, too, and come back in their order', () => {
  const passages = Array.from({ length: 1000 }, (_, index) => ({ heading: `Kiln ${index}`, text: long.slice(index, index + 200) }));
  const { args, pieces } = takeOut([{ text: long, passages, sketch: [1, 2, 3] }]);
  expect(JSON.stringify(args).length).toBeLessThan(200);
  expect(Math.max(...pieces.map((piece) => (Array.isArray(piece) ? piece.length : 0)))).toBeLessThanOrEqual(256);
  expect(putBack(args, pieces)).toEqual([{ text: long, passages, sketch: [1, 2, 3] }]);
});
