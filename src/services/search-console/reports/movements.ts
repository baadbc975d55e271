import type { Sums } from '../store/packed.ts';
import type { Tally } from '../store/tally.ts';
import type { Asked, Listed, ListedRow } from './asked.ts';
import { cutTable, noComparison, type CannotTell } from './cannot-tell.ts';
import { positionOf, rounded } from './figures.ts';
import { manyImpressions } from './many.ts';
import { tallyFor } from './rows-view.ts';
import { thresholds } from './thresholds.ts';
import { Top } from './top.ts';

/** What loses clicks that the rest of the site keeps, those that lose most first. */
export async function decay({ now, before, grouping, limit, after }: Asked): Promise<Listed | CannotTell> {
  if (!before) return noComparison(now);
  const { decayShare, decayLeast } = thresholds;
  const [tally, was] = [await tallyFor(now, grouping), await tallyFor(before, grouping)];
  const { expectedOf, lostBy } = lossAmong(tally, was);
  const top = new Top(limit + 1, after);
  let count = 0;
  was.each((key, clicksBefore) => {
    const lost = lostBy(tally.of(key).clicks, clicksBefore);
    if (lost === 0) return;
    count++;
    top.add(key, lost);
  });
  const rows = top.rows.map(({ key, rank }): ListedRow => {
    const [sums, old] = [tally.of(key), was.of(key)];
    return { key, rank, sums, before: old, reason: reasonOf(sums, old, expectedOf(sums.clicks, old.clicks)) };
  });
  const basis = `${decayLeast} clicks or more before, and below ${decayShare * 100} % of what they would be had it moved like the rest of the site.`;
  return { rows, count, basis };
}

/** Judges what rows lose that the rest of their table keeps. */
export function lossAmong(now: Tally, before: Tally) {
  const { decayShare, decayLeast, deviations } = thresholds;
  const [all, allBefore] = [clicksOf(now), clicksOf(before)];
  /** The clicks that a row would have, had it moved like the rest. */
  const expectedOf = (clicks: number, clicksBefore: number): number => {
    const rest = allBefore - clicksBefore;
    return rest > 0 ? (clicksBefore * (all - clicks)) / rest : clicksBefore;
  };
  return {
    expectedOf,
    /** The clicks that are missing; 0 where the row does not decay. */
    lostBy(clicks: number, clicksBefore: number): number {
      const expected = expectedOf(clicks, clicksBefore);
      const lost = expected - clicks;
      const isClear = clicks <= decayShare * expected && lost >= deviations * Math.sqrt(expected + clicks);
      return clicksBefore >= decayLeast && isClear ? lost : 0;
    },
  };
}

function reasonOf(now: Sums, before: Sums, expected: number): string {
  const [place, placeBefore] = [positionOf(now.impressions, now.positions), positionOf(before.impressions, before.positions)];
  const places = place !== null && placeBefore !== null ? place - placeBefore : 0;
  const cause =
    place === null
      ? 'It is no longer shown'
      : places >= thresholds.decayPlaces
        ? `It ranks lower: position ${rounded(placeBefore!, 1)} → ${rounded(place, 1)}`
        : now.impressions < thresholds.decayImpressions * before.impressions
          ? `It is shown less: impressions ${before.impressions} → ${now.impressions}`
          : `It is clicked less where it is shown (position ${rounded(place, 1)})`;
  return `Clicks ${before.clicks} → ${now.clicks}; like the rest of the site it would have some ${Math.round(expected)}. ${cause}.`;
}

/** What is there now and was not before, or the other way round: those with most impressions first. */
export async function appeared(asked: Asked, which: 'new' | 'lost'): Promise<Listed | CannotTell> {
  const { now, before, grouping, limit, after } = asked;
  if (!before) return noComparison(now);
  if (!now.isWhole(grouping.table) || !before.isWhole(grouping.table)) return cutTable;
  const [here, there] = which === 'new' ? [now, before] : [before, now];
  const [shown, other] = [await tallyFor(here, grouping), await tallyFor(there, grouping)];
  const many = manyImpressions(shown);
  const top = new Top(limit + 1, after);
  let count = 0;
  shown.each((key, _, impressions) => {
    if (impressions < many || other.of(key).impressions > 0) return;
    count++;
    top.add(key, impressions);
  });
  const rows = top.rows.map(({ key, rank }): ListedRow => {
    const [sums, none] = [shown.of(key), other.of(key)];
    const reason = `${sums.impressions} impressions ${which === 'new' ? 'now, none before' : 'before, none now'}.`;
    return which === 'new' ? { key, rank, sums, before: none, reason } : { key, rank, sums: none, before: sums, reason };
  });
  return {
    rows,
    count,
    basis: `${many} impressions or more in one period, none in the other; Google withholds rare queries, so "none" may be few.`,
  };
}

function clicksOf(tally: Tally): number {
  let all = 0;
  tally.each((_, clicks) => void (all += clicks));
  return all;
}
