import { describe, expect, test } from 'vitest';
import { readDocument } from '../../../../src/documents/reading.ts';
import { readPage } from '../../../../src/pages/read-page.ts';
import { hashOfKey } from '../../../../src/services/planning/radar/change/lines.ts';
import { isReal, realChanges, titlePartsOf, type SourceLines } from '../../../../src/services/planning/radar/change/source-lines.ts';
import { pageText, type PageText } from '../../../../src/services/planning/radar/look.ts';
import { siteOf, target, type Pair } from './corpus.ts';
import { pairs } from './pairs.ts';

const known = new Map<string, Promise<PageText>>();
const turn = async () => {};

/** Each page is read once, however often it is judged. */
function read(html: string, path: string): Promise<PageText> {
  const key = `${path} ${html}`;
  const page = known.get(key) ?? readAnew(html, path);
  known.set(key, page);
  return page;
}

async function readAnew(html: string, path: string): Promise<PageText> {
  const url = `https://tidewater.example${path}`;
  return pageText(await readDocument({ kind: 'html', content: html }), readPage(html, { url }), { url, language: 'en', turn });
}

/** What pages share, as a check learns it from what is kept of a source. */
function sourceOf(pages: readonly PageText[]): SourceLines {
  const counts = new Map<number, number>();
  const titles = new Map<string, number>();
  for (const { lines, title } of pages) {
    for (const hash of new Set(lines.map(({ key }) => hashOfKey(key)))) counts.set(hash, (counts.get(hash) ?? 0) + 1);
    for (const part of titlePartsOf(title ?? '')) titles.set(part, (titles.get(part) ?? 0) + 1);
  }
  return { pagesWith: (hash) => counts.get(hash) ?? 0, pageCount: pages.length, titles, counters: new Set() };
}

/** What the judgement makes of a pair, with what is known of the source as `learnt` leaves it. */
async function changeIn(pair: Pair, learnt: (source: SourceLines) => SourceLines = (source) => source) {
  const site = siteOf(pair);
  const pages = await Promise.all(
    Object.entries(site).map(async ([path, { before, after }]) => ({ path, was: await read(before, path), is: await read(after, path) })),
  );
  const differing = pages.filter(({ was, is }) => was.fingerprint !== is.fingerprint);
  const source = learnt(sourceOf(pages.map(({ was }) => was)));
  const compared = differing.map(({ was, is }) => ({ before: was.lines, after: is.lines, titleBefore: was.title, titleAfter: is.title }));
  const { changes } = await realChanges(compared, source, turn);
  const at = differing.findIndex(({ path }) => path === target);
  return { pair, change: at === -1 ? undefined : changes[at]!, others: changes.filter((_, index) => index !== at).filter(isReal) };
}

const isTold = ({ change }: Awaited<ReturnType<typeof changeIn>>) => change !== undefined && isReal(change);

async function figuresOf(learnt?: (source: SourceLines) => SourceLines) {
  const judged = await Promise.all(pairs.map((pair) => changeIn(pair, learnt)));
  const found = judged.filter(isTold);
  const right = found.filter(({ pair }) => pair.isChange).length;
  return { precision: right / found.length, recall: right / pairs.filter(({ isChange }) => isChange).length };
}

describe('a corpus of pairs made by hand', () => {
  test.each(pairs)('$name', async (pair) => {
    const judged = await changeIn(pair);
    expect({ told: isTold(judged), change: judged.change }).toMatchObject({ told: pair.isChange });
    expect(judged.others.length > 0).toBe(pair.isChangeElsewhere ?? false);
  });

  test('has the precision and recall that the docs tell, beside comparing bytes', async () => {
    const real = pairs.filter(({ isChange }) => isChange).length;
    expect([pairs.length, real]).toEqual([56, 26]);
    expect(await figuresOf()).toEqual({ precision: 1, recall: 1 });
  });

  test.each<[string, (source: SourceLines) => SourceLines]>([
    ['what many pages have', (source) => ({ ...source, pagesWith: () => 0, pageCount: Number.MAX_SAFE_INTEGER })],
    ['the titles of other pages', (source) => ({ ...source, titles: new Map() })],
  ])('tells more that is no change without %s', async (_, learnt) => {
    expect((await figuresOf(learnt)).precision).toBeLessThan(1);
  });
});
