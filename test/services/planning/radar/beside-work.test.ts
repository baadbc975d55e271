import { expect, test } from 'vitest';
import { longestTurnOf } from '../../../support/turns.ts';
import { dayMs, startRadar, startRival, told } from './support.ts';

/** Beyond what an idle loop is held for, in milliseconds of this thread: what other programs take of it does not count. */
const maxHold = 50;

const word = (number: number) => `w${((number * 7919) % 104_729).toString(36)}`;
const sentence = (page: number, nth: number) => `The keeper of ${word(nth + page)}, on 3 May 2024, wrote down ship ${word(nth * nth + page)} and the tides of ${word(nth * 13)} by hand.`; // prettier-ignore
const sentences = (page: number) => Array.from({ length: 2500 }, (_, nth) => sentence(page, nth));
const paragraphs = (page: number) => sentences(page).map((text) => `<p>${text}</p>`).join('\n'); // prettier-ignore
const withoutStop = (page: number) => `<p>${sentences(page).join(' ').replaceAll(/[.,]/g, '')}</p>`;
const pageOf = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><article><h1>${title}</h1>${body}</article></main></body></html>`;

/** A competitor whose pages are as long as books, one of them without the end of a sentence. */
async function startLibrary(): Promise<{ url: string; paths: string[]; put(edition: number): void }> {
  const rival = await startRival([]);
  const paths = ['/books/1', '/books/2', '/books/3', '/books/4'];
  const put = (edition: number) => {
    for (const [nth, path] of paths.entries())
      rival.put(path, pageOf(`Book ${word(nth)}`, (nth === 3 ? withoutStop : paragraphs)(nth * 1000 + edition)));
  };
  put(1);
  rival.list(paths);
  return { url: rival.site.url, paths, put };
}

test('a look at long pages that have all changed leaves other work its turn', { timeout: 30_000 }, async () => {
  const radar = await startRadar();
  const { url, paths, put } = await startLibrary();
  await radar.watch({ url });
  let edition = 1;
  const look = async () => {
    put(++edition);
    await radar.advance(dayMs);
  };
  expect(await longestTurnOf(look, maxHold)).toBeLessThan(maxHold);
  expect(told(await radar.changes())).toEqual(expect.arrayContaining(paths.map((path) => `updated ${path}`)));
});
