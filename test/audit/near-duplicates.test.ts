import { expect, test } from 'vitest';
import { judgeSite } from '../../src/audit/site-checks/find-site-faults.ts';
import { siteChecks } from '../../src/audit/site-checks/index.ts';
import { readPage } from '../../src/pages/read-page.ts';
import { distance } from '../../src/pages/sketch.ts';
import { page, siteOf } from './site.ts';

/** Words drawn by a seed, some of them often: the same on every run. */
function writer(seed: number) {
  let state = Math.imul(seed, 7919) + 1;
  const draw = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  for (let nth = 0; nth < 5; nth++) draw(2);
  return { draw, write: (length: number) => Array.from({ length }, () => `w${Math.floor((draw(100_000) / 100_000) ** 3 * 4000)}`) };
}

const textOf = (seed: number, length: number) => writer(seed).write(length);

/** The text with one stretch of it worded anew: so much of it. */
function reworded(words: readonly string[], share: number, seed: number): string[] {
  const { draw, write } = writer(seed + 5000);
  const length = Math.round(words.length * share);
  return words.toSpliced(draw(words.length - length), length, ...write(length));
}

function factsOf(words: readonly string[]) {
  const { sketch, mainWords } = readPage(`<p>${words.join(' ')}</p>`, { url: 'https://example.com' });
  return { html: { sketch, words: mainWords } };
}

async function told(pages: ReturnType<typeof page>[]): Promise<string[]> {
  const { findings } = await judgeSite(
    siteOf(pages),
    siteChecks.filter(({ code }) => code === 'near_duplicate_pages'),
    async () => {},
  );
  const urls: string[] = [];
  for await (const { url } of findings()) urls.push(new URL(url).pathname);
  return urls;
}

const seeds = Array.from({ length: 100 }, (_, nth) => nth + 1);
const pairs = (length: number, share: number) =>
  seeds.flatMap((seed) => {
    const words = textOf(seed, length);
    return [page(`/one/${seed}`, factsOf(words)), page(`/other/${seed}`, factsOf(reworded(words, share, seed)))];
  });
const shareTold = async (length: number, share: number) => (await told(pairs(length, share))).length / (2 * seeds.length);

test('of pages that differ in a stretch of their text most are told, the fewer the more differs', async () => {
  expect(await shareTold(400, 0.02)).toBeGreaterThan(0.8);
  expect(await shareTold(400, 0.05)).toBeGreaterThan(0.4);
  expect(await shareTold(400, 0.1)).toBeLessThan(0.3);
  // Of short texts only those that hardly differ.
  expect(await shareTold(100, 0.1)).toBeLessThan(0.05);
});

test('every pair within six bits is found, and no other', async () => {
  const pages = pairs(400, 0.05);
  const within = pages.filter(({ html }, at) => {
    const bits = distance(html!.sketch, pages[at % 2 === 0 ? at + 1 : at - 1]!.html!.sketch);
    return bits > 0 && bits <= 6;
  });
  expect(await told(pages)).toEqual(within.map(({ url }) => new URL(url).pathname));
});

test('pages of one template that say different things are not told, nor are indexes', async () => {
  const template = textOf(9999, 200);
  const articles = seeds.map((seed) => page(`/article/${seed}`, factsOf([...template, ...textOf(seed, 400)])));
  const indexes = seeds.map((seed) =>
    page(
      `/index/${seed}`,
      factsOf(textOf(seed + 700, 150).flatMap((name, at) => [name, 'in', 'module', `${name}${at % 7}`, 'class', 'method'])),
    ),
  );
  expect(await told([...articles, ...indexes])).toEqual([]);
});
