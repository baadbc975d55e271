import { describe, expect, test } from 'vitest';
import { readDocument } from '../../../../src/documents/reading.ts';
import { readPage } from '../../../../src/pages/read-page.ts';
import { hashOfKey } from '../../../../src/services/planning/radar/change/lines.ts';
import { isReal, realChanges, titlePartsOf, type SourceLines } from '../../../../src/services/planning/radar/change/source-lines.ts';
import { pageText, type PageText } from '../../../../src/services/planning/radar/look.ts';
import { pairs, siteOf, target, type Pair } from './corpus.ts';

async function read(html: string, path: string): Promise<PageText> {
  const url = `https://tidewater.example${path}`;
  return pageText(await readDocument({ kind: 'html', content: html }), readPage(html, { url }), { url, language: 'en' });
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

async function changeIn(pair: Pair) {
  const site = siteOf(pair);
  const pages = await Promise.all(
    Object.entries(site).map(async ([path, { before, after }]) => ({ path, was: await read(before, path), is: await read(after, path) })),
  );
  const differing = pages.filter(({ was, is }) => was.fingerprint !== is.fingerprint);
  const source = sourceOf(pages.map(({ was }) => was));
  const compared = differing.map(({ was, is }) => ({ before: was.lines, after: is.lines, titleBefore: was.title, titleAfter: is.title }));
  const { changes } = realChanges(compared, source);
  const at = differing.findIndex(({ path }) => path === target);
  return { change: at === -1 ? undefined : changes[at]!, others: changes.filter((_, index) => index !== at).filter(isReal) };
}

const judged = await Promise.all(pairs.map(async (pair) => ({ pair, ...(await changeIn(pair)) })));
const told = ({ change }: (typeof judged)[number]) => change !== undefined && isReal(change);

describe('a corpus of pairs made by hand', () => {
  test.each(judged.map((one) => [one.pair.name, one] as const))('%s', (_, one) => {
    expect({ told: told(one), change: one.change }).toMatchObject({ told: one.pair.isChange });
    expect(one.others).toEqual([]);
  });

  test('precision and recall stand beside those of comparing bytes', () => {
    const real = judged.filter(({ pair }) => pair.isChange);
    const found = judged.filter(told);
    const right = found.filter(({ pair }) => pair.isChange);
    const figures = { pairs: judged.length, precision: right.length / found.length, recall: right.length / real.length };
    const bytes = { precision: real.length / judged.length, recall: 1 };
    console.log(figures, bytes);
  });
});
