import { pageOfPair, queryOfPair } from '../store/keys.ts';
import type { Sums } from '../store/packed.ts';
import type { Tally } from '../store/tally.ts';
import { keyTexts } from '../queries.ts';
import type { Asked, Listed } from './asked.ts';
import { notInExport, type CannotTell } from './cannot-tell.ts';
import { positionOf, rounded } from './figures.ts';
import { isBrandIn, manyImpressions, manyInWords } from './many.ts';
import { thresholds } from './thresholds.ts';
import { Top } from './top.ts';

/** A query's page with a real share of its impressions. */
interface Rival {
  page: number;
  /** `led`: days on which it had most of the query's impressions. */
  sums: Sums;
  share: number;
}

/** Queries for which pages of the site stand in each other's way and take turns, those with most impressions first. */
export async function cannibalization(asked: Asked): Promise<Listed | CannotTell> {
  const { now, grouping, limit, after } = asked;
  if (!now.leads) return notInExport('query_page');
  const { rivals, whole } = await shared(asked, await now.leads(grouping.toKey));
  const top = new Top(limit + 1, after);
  let count = 0;
  for (const [query, pages] of rivals) {
    const sums = whole.of(query);
    if (!takeTurns(pages, sums)) continue;
    count++;
    top.add(query, sums.impressions);
  }
  const texts = await namesOf(
    asked,
    top.rows.flatMap(({ key }) => rivals.get(key)!),
  );
  const rows = top.rows.map(({ key, rank }) => {
    const pages = rivals.get(key)!.toSorted((one, other) => other.share - one.share);
    const led = pages.map(ledDaysOf).join(' and ');
    return {
      key,
      rank,
      sums: whole.of(key),
      before: null,
      reason: `${pages.length} pages with ${Math.round(thresholds.pageShare * 100)} % of its impressions or more led on ${led} days.`,
      pages: pages.slice(0, thresholds.pages).map((rival) => ({
        page: texts.get(`page ${rival.page}`)!,
        share: rounded(rival.share, 2),
        position: roundedOrNull(positionOf(rival.sums.impressions, rival.sums.positions)),
        ledDays: ledDaysOf(rival),
      })),
    };
  });
  const basis = `${manyInWords(whole)}, two pages with ${thresholds.pageShare * 100} % of them each, the second leading on ${thresholds.ledShare * 100} % of its days; queries with the brand aside.`;
  return { rows, count, basis, dimensions: ['query'] };
}

/** Queries of which two pages or more have a real share, with those pages. */
async function shared(asked: Asked, pairs: Tally) {
  const turn = asked.system.turns();
  const whole = pairs.by(queryOfPair);
  await turn();
  const many = manyImpressions(whole);
  const isBrand = await isBrandIn(asked);
  await turn();
  const found = new Map<number, Rival[]>();
  pairs.each((pair, _, impressions) => {
    // Most pairs are out by this, without a look at their query.
    if (impressions < thresholds.pageShare * many) return;
    const all = whole.of(queryOfPair(pair)).impressions;
    if (all < many || impressions < thresholds.pageShare * all || isBrand(pair)) return;
    const rival = { page: pageOfPair(pair), sums: pairs.of(pair), share: impressions / all };
    found.set(queryOfPair(pair), [...(found.get(queryOfPair(pair)) ?? []), rival]);
  });
  return { rivals: new Map([...found].filter(([, pages]) => pages.length > 1)), whole };
}

const ledDaysOf = ({ sums }: Rival): number => sums.led ?? 0;

/** Whether a second page leads often enough; each day of the query has one that leads. */
function takeTurns(pages: readonly Rival[], { led: days = 0 }: Sums): boolean {
  const led = pages.map(ledDaysOf).toSorted((one, other) => other - one);
  return led[1]! >= Math.max(1, thresholds.ledShare * days);
}

const namesOf = ({ store, property }: Asked, rivals: readonly Rival[]) =>
  keyTexts(store.db, property.number, [{ kind: 'page', numbers: rivals.map(({ page }) => page) }]);

const roundedOrNull = (position: number | null): number | null => (position === null ? null : rounded(position, 1));
