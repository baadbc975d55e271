import { expect, test } from 'vitest';
import { watchTurns } from '../../../support/turns.ts';
import { dayMs, startRadar, startRival, told } from './support.ts';

/** Beyond what an idle loop is held for, in milliseconds of this thread: what other programs take of it does not count. */
const maxHold = 50;

const word = (number: number) => `w${((number * 7919) % 104_729).toString(36)}`;
const sentence = (page: number, nth: number) => `The keeper of ${word(nth + page)}, on 3 May 2024, wrote down ship ${word(nth * nth + page)} and the tides of ${word(nth * 13)} by hand.`; // prettier-ignore
const paragraphs = (page: number, count: number, end = '.') =>
  Array.from({ length: count }, (_, nth) => `<p>${Array.from({ length: 5 }, (__, at) => sentence(page, nth * 5 + at)).join(' ').replaceAll('.', end)}</p>`).join('\n'); // prettier-ignore
const pageOf = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><article><h1>${title}</h1>${body}</article></main></body></html>`;

/** How long looking at a competitor for the first time, and again when all of its pages have changed, held the event loop. */
async function heldBy(books: readonly number[]): Promise<{ first: number; second: number }> {
  const rival = await startRival([]);
  const paths = books.map((book) => `/books/${book}`);
  const put = (edition: number) => {
    for (const [nth, book] of books.entries())
      rival.put(paths[nth]!, pageOf(`Book ${word(book)}`, paragraphs(book * 1000 + edition, 500, nth % 4 === 3 ? ',' : '.')));
  };
  put(1);
  rival.list(paths);
  const radar = await startRadar();
  const longestAtFirst = watchTurns();
  await radar.watch({ url: rival.site.url });
  const first = longestAtFirst();
  put(2);
  const longestThen = watchTurns();
  await radar.advance(dayMs);
  const second = longestThen();
  expect(told(await radar.changes())).toEqual(paths.map((path) => `updated ${path}`).toSorted());
  return { first, second };
}

test('looks at pages as long as books leave other work its turn', { timeout: 60_000 }, async () => {
  const looks = [await heldBy([1, 2, 3, 4, 5, 6, 7, 8]), await heldBy([11, 12, 13, 14, 15, 16, 17, 18])];
  // Of two runs the shorter: what others do to the caches of a busy machine is not this code's.
  const held = { first: Math.min(...looks.map(({ first }) => first)), second: Math.min(...looks.map(({ second }) => second)) };
  expect(held.first).toBeLessThan(maxHold);
  expect(held.second).toBeLessThan(maxHold);
});
