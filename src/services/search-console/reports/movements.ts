import type { Sums } from '../store/packed.ts';
import { toOne, type Tally } from '../store/tally.ts';
import type { Asked, Listed, ListedRow } from './asked.ts';
import { causeOf } from './cause.ts';
import { cutTable, noComparison, type CannotTell } from './cannot-tell.ts';
import type { Grouping } from './grouping.ts';
import type { Held } from './held.ts';
import { manyImpressions, manyInWords, percent } from './many.ts';
import { tallyFor } from './rows-view.ts';
import { thresholds } from './thresholds.ts';
import { Top } from './top.ts';

/** What loses clicks that the rest of the site keeps, those that lose most first. */
export async function decay({ now, before, grouping, limit, after }: Asked): Promise<Listed | CannotTell> {
  if (!before) return noComparison(now);
  const [tally, was] = [await tallyFor(now, grouping), await tallyFor(before, grouping)];
  const others = grouping.dimensions.includes('page') ? 'the other pages' : 'the other queries';
  const all = { clicks: await clicksOf(now, grouping, tally), clicksBefore: await clicksOf(before, grouping, was) };
  const { lostBy, reasonOf } = lossAmong(all, others);
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
    return { key, rank, sums, before: old, reason: reasonOf(sums, old) };
  });
  const { decayShare, decayLeast, deviations } = thresholds;
  const basis = `Expected = clicks before × clicks of ${others} now ÷ before. ${decayLeast} clicks or more before, now below ${percent(decayShare)} of expected, by ${deviations} × √(expected + now).`;
  return { rows, count, basis };
}

/** The clicks of some rows. */
interface Clicks {
  clicks: number;
  clicksBefore: number;
}

/** Judges what rows lose that `others` keep, by the clicks of all. */
export function lossAmong(all: Clicks, others: string) {
  const { decayShare, decayLeast, deviations } = thresholds;
  const restOf = (clicks: number, before: number): Clicks => ({ clicks: all.clicks - clicks, clicksBefore: all.clicksBefore - before });
  const expectedOf = (clicks: number, before: number) => expectedBy(before, restOf(clicks, before));
  return {
    expectedOf,
    /** The clicks that are missing; 0 where the row does not decay. */
    lostBy(clicks: number, before: number): number {
      const expected = expectedOf(clicks, before);
      const lost = expected - clicks;
      const isClear = clicks < decayShare * expected && lost >= deviations * Math.sqrt(expected + clicks);
      return before >= decayLeast && isClear ? lost : 0;
    },
    reasonOf: (now: Sums, before: Sums) => reasonBy(now, before, restOf(now.clicks, before.clicks), others),
  };
}

/** As many clicks as it would have had it moved like the rest of the site. */
const expectedBy = (clicksBefore: number, rest: Clicks): number =>
  rest.clicksBefore > 0 ? (clicksBefore * rest.clicks) / rest.clicksBefore : clicksBefore;

function reasonBy(now: Sums, before: Sums, rest: Clicks, others: string): string {
  const expected = `${Math.round(expectedBy(before.clicks, rest))} expected`;
  const moved = rest.clicksBefore > 0 ? `${others} went ${rest.clicksBefore} → ${rest.clicks}` : `${others} had none before`;
  return `Clicks ${before.clicks} → ${now.clicks}, ${expected}: ${moved}. ${causeOf(now, before)}`;
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
    basis: `${manyInWords(shown)} in one period, none in the other; Google withholds rare queries, so "none" may be few.`,
  };
}

/** Of the whole site: filters choose what is listed, not what it is measured by. */
async function clicksOf(held: Held, { table, hasFilters }: Grouping, tally: Tally): Promise<number> {
  if (hasFilters) return (await held.tally(table, toOne)).of(0).clicks;
  return allClicks(tally);
}

export function allClicks(tally: Tally): number {
  let all = 0;
  tally.each((_, clicks) => void (all += clicks));
  return all;
}
