import { pageOfPair, pairOf, queryOfPair } from '../store/keys.ts';
import type { Sums } from '../store/packed.ts';
import { leftOut, Tally } from '../store/tally.ts';
import { keyTexts } from '../queries.ts';
import type { Asked, Listed } from './asked.ts';
import { notInExport, type CannotTell } from './cannot-tell.ts';
import { positionOf, rounded } from './figures.ts';
import type { Held } from './held.ts';
import { isBrandIn, manyImpressions, manyInWords } from './many.ts';
import { tallyFor } from './rows-view.ts';
import { thresholds } from './thresholds.ts';
import { Top } from './top.ts';

/** A query's page with a real share of its impressions. */
interface Rival {
  page: number;
  sums: Sums;
  share: number;
  /** Days on which it had most of the query's impressions. */
  ledDays: number;
}

/** Queries for which pages of the site stand in each other's way and take turns, those with most impressions first. */
export async function cannibalization(asked: Asked): Promise<Listed | CannotTell> {
  const { now, grouping, limit, after } = asked;
  if (!now.byDay) return notInExport('query_page');
  const pairs = await tallyFor(now, grouping);
  const { rivals, whole } = await shared(asked, pairs);
  await countLeads(now, rivals);
  const top = new Top(limit + 1, after);
  let count = 0;
  for (const [query, pages] of rivals) {
    if (!takeTurns(pages)) continue;
    count++;
    top.add(query, whole.of(query).impressions);
  }
  const texts = await namesOf(
    asked,
    top.rows.flatMap(({ key }) => rivals.get(key)!),
  );
  const rows = top.rows.map(({ key, rank }) => {
    const pages = rivals.get(key)!.toSorted((one, other) => other.share - one.share);
    const led = pages.map(({ ledDays }) => ledDays).join(' and ');
    return {
      key,
      rank,
      sums: whole.of(key),
      before: null,
      reason: `${pages.length} pages with ${Math.round(thresholds.pageShare * 100)} % of its impressions or more led on ${led} days.`,
      pages: pages.slice(0, thresholds.pages).map(({ page, sums, share, ledDays }) => ({
        page: texts.get(`page ${page}`)!,
        share: rounded(share, 2),
        position: roundedOrNull(positionOf(sums.impressions, sums.positions)),
        ledDays,
      })),
    };
  });
  const basis = `${manyInWords(whole)}, two pages with ${thresholds.pageShare * 100} % of them each, the second leading on ${thresholds.ledShare * 100} % of the days; queries with the brand aside.`;
  return { rows, count, basis, dimensions: ['query'] };
}

/** Queries of which two pages or more have a real share, with those pages. */
async function shared(asked: Asked, pairs: Tally) {
  const whole = new Tally();
  pairs.each((pair, clicks, impressions, positions) => whole.addOne(queryOfPair(pair), { clicks, impressions, positions }));
  const many = manyImpressions(whole);
  const isBrand = await isBrandIn(asked);
  const found = new Map<number, Rival[]>();
  pairs.each((pair, clicks, impressions, positions) => {
    const all = whole.of(queryOfPair(pair)).impressions;
    if (all < many || impressions < thresholds.pageShare * all || isBrand(pair)) return;
    const rival = { page: pageOfPair(pair), sums: { clicks, impressions, positions }, share: impressions / all, ledDays: 0 };
    found.set(queryOfPair(pair), [...(found.get(queryOfPair(pair)) ?? []), rival]);
  });
  const several = [...found].filter(([, pages]) => pages.length > 1);
  const largest = several.toSorted(([one], [other]) => whole.of(other).impressions - whole.of(one).impressions).slice(0, thresholds.rivals);
  return { rivals: new Map(largest), whole };
}

async function countLeads({ byDay }: Held, rivals: ReadonlyMap<number, readonly Rival[]>): Promise<void> {
  await byDay!('query_page', (_, rows) => {
    const day = new Tally();
    day.add(rows, { of: (pair) => (rivals.has(queryOfPair(pair)) ? pair : leftOut) });
    for (const [query, pages] of rivals) {
      let [leader, most]: [Rival | undefined, number] = [undefined, 0];
      for (const rival of pages) {
        const { impressions } = day.of(pairOf(query, rival.page));
        if (impressions > most) [leader, most] = [rival, impressions];
      }
      if (leader) leader.ledDays++;
    }
  });
}

function takeTurns(pages: readonly Rival[]): boolean {
  const led = pages.map(({ ledDays }) => ledDays).toSorted((one, other) => other - one);
  const days = led.reduce((sum, one) => sum + one, 0);
  return led[1]! >= Math.max(1, thresholds.ledShare * days);
}

const namesOf = ({ store, property }: Asked, rivals: readonly Rival[]) =>
  keyTexts(store.db, property.number, [{ kind: 'page', numbers: rivals.map(({ page }) => page) }]);

const roundedOrNull = (position: number | null): number | null => (position === null ? null : rounded(position, 1));
