import { numbersHolding } from '../queries.ts';
import { queryOfPair } from '../store/keys.ts';
import type { Tally } from '../store/tally.ts';
import type { Asked } from './asked.ts';
import { positionOf, rounded } from './figures.ts';
import { fitCurve, type Curve, type Point } from './curve.ts';
import { thresholds } from './thresholds.ts';

/** How many impressions are many among these rows. */
export function manyImpressions(tally: Tally): number {
  return Math.max(thresholds.manyLeast, Math.ceil(impressionsOf(tally) * thresholds.manyShare));
}

/** The same in words, with where it comes from. */
export function manyInWords(tally: Tally): string {
  const { manyShare, manyLeast } = thresholds;
  return `${manyImpressions(tally)} impressions or more (${percent(manyShare)} of the rows' ${impressionsOf(tally)}, at least ${manyLeast})`;
}

export const percent = (share: number): string => `${rounded(share * 100, 2)} %`;

function impressionsOf(tally: Tally): number {
  let all = 0;
  tally.each((_, __, impressions) => void (all += impressions));
  return all;
}

/** Whether a row's query names the brand. */
export async function isBrandIn({ store, system, property, project, grouping }: Asked): Promise<(key: number) => boolean> {
  const terms = project.brandTerms.map((term) => term.trim()).filter((term) => term !== '');
  const sought = terms.map((text) => ({ kind: 'query' as const, text }));
  const brand = new Set((await numbersHolding(store.db, system.turns(), property.number, sought)).map(({ number }) => number));
  if (!grouping.dimensions.includes('query')) return () => false;
  return grouping.dimensions.includes('page') ? (key) => brand.has(queryOfPair(key)) : (key) => brand.has(key);
}

/** What positions earn, by the rows themselves where they suffice. */
export function curveOf(tally: Tally, isBrand: (key: number) => boolean): Curve {
  const points: Point[] = [];
  tally.each((key, clicks, impressions, positions) => {
    const position = positionOf(impressions, positions);
    if (position !== null && !isBrand(key)) points.push({ position, clicks, impressions });
  });
  return fitCurve(points);
}

export const nameOfCurve = ({ source }: Curve): string => (source === 'own' ? "the property's own curve" : 'the curve of SISTRIX (2020)');
