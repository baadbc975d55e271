import { daysOf } from '../store/dates.ts';
import type { Sums } from '../store/packed.ts';
import type { Asked, Listed } from './asked.ts';
import { positionOf, rounded } from './figures.ts';
import type { Curve } from './curve.ts';
import { curveOf, isBrandIn, manyImpressions, manyInWords, nameOfCurve, percent } from './many.ts';
import { tallyFor } from './rows-view.ts';
import { thresholds } from './thresholds.ts';
import { Top } from './top.ts';

/** Seen often, and a little too far down: those that would win most clicks first. */
export async function quickWins(asked: Asked): Promise<Listed> {
  const { quickFrom, quickTo, quickTarget } = thresholds;
  return chances(asked, ({ curve, many, inWords, days }) => ({
    basis: `Positions ${quickFrom} to ${quickTo} with ${inWords}; position ${quickTarget} earns ${percent(curve.at(quickTarget))} by ${nameOfCurve(curve)}. Clicks are of ${days} days; where more are usual, title and description may be why.`,
    worth({ clicks, impressions }, position) {
      if (position < quickFrom || position > quickTo || impressions < many) return null;
      return Math.max(0, impressions * curve.at(quickTarget) - clicks);
    },
    reason(sums, position) {
      const { clicks, impressions } = sums;
      const would = `Some ${earned(impressions, curve, quickTarget)} clicks at position ${quickTarget}, not ${clicks}`;
      const isMissing = missedAt(sums, position, curve) !== null;
      return isMissing ? `${would}; ${earned(impressions, curve, position)} are usual where it is.` : `${would}.`;
    },
  }));
}

/** Clicked less than their position earns: those that miss most clicks first. */
export async function lowCtr(asked: Asked): Promise<Listed> {
  const { lowCtrShare, lowCtrTo, lowCtrMissing, deviations } = thresholds;
  return chances(asked, ({ curve, many, inWords, isBrand }) => ({
    basis: `Below ${percent(lowCtrShare)} of what positions to ${lowCtrTo} earn by ${nameOfCurve(curve)}, by ${lowCtrMissing} clicks and ${deviations} × √earned; ${inWords}; queries with the brand aside.`,
    worth: (sums, position, key) => (sums.impressions < many || isBrand(key) ? null : missedAt(sums, position, curve)),
    reason: ({ clicks, impressions }, position) =>
      `${clicks} clicks where position ${rounded(position, 1)} earns ${percent(curve.at(position))} of ${impressions} impressions, some ${earned(impressions, curve, position)}.`,
  }));
}

const earned = (impressions: number, curve: Curve, position: number): number => Math.round(impressions * curve.at(position));

/** Clicks that a row misses where it is; null where they are few, or may be chance. */
function missedAt({ clicks, impressions }: Sums, position: number, curve: Curve): number | null {
  const { lowCtrShare, lowCtrTo, lowCtrMissing, deviations } = thresholds;
  const expected = impressions * curve.at(position);
  const missing = expected - clicks;
  const isClear = missing >= lowCtrMissing && missing >= deviations * Math.sqrt(expected);
  return position <= lowCtrTo && isClear && clicks < lowCtrShare * expected ? missing : null;
}

interface Chance {
  basis: string;
  /** Clicks to be had; null: it is none. */
  worth(sums: Sums, position: number, key: number): number | null;
  reason(sums: Sums, position: number): string;
}

/** What a chance is judged by. */
interface Measures {
  curve: Curve;
  many: number;
  /** The same in words. */
  inWords: string;
  isBrand(key: number): boolean;
  /** Of the period. */
  days: number;
}

async function chances(asked: Asked, judge: (by: Measures) => Chance): Promise<Listed> {
  const { now, before, grouping, limit, after } = asked;
  const tally = await tallyFor(now, grouping);
  const isBrand = await isBrandIn(asked);
  const { basis, worth, reason } = judge({
    curve: curveOf(tally, isBrand),
    many: manyImpressions(tally),
    inWords: manyInWords(tally),
    isBrand,
    days: daysOf(now.period),
  });
  const top = new Top(limit + 1, after);
  let count = 0;
  tally.each((key, clicks, impressions, positions) => {
    const position = positionOf(impressions, positions);
    const rank = position === null ? null : worth({ clicks, impressions, positions }, position, key);
    if (rank === null) return;
    count++;
    top.add(key, rank);
  });
  const compared = before && (await tallyFor(before, grouping));
  const rows = top.rows.map(({ key, rank }) => {
    const sums = tally.of(key);
    return { key, rank, sums, before: compared?.of(key) ?? null, reason: reason(sums, positionOf(sums.impressions, sums.positions)!) };
  });
  return { rows, count, basis };
}
