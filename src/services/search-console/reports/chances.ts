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
  return chances(asked, ({ curve, many, inWords }) => ({
    basis: `Positions ${quickFrom} to ${quickTo} with ${inWords}; position ${quickTarget} earns ${percent(curve.at(quickTarget))} by ${nameOfCurve(curve)}.`,
    worth({ clicks, impressions }, position) {
      if (position < quickFrom || position > quickTo || impressions < many) return null;
      return Math.max(0, impressions * curve.at(quickTarget) - clicks);
    },
    reason: ({ clicks, impressions }) =>
      `At position ${quickTarget} it would have some ${Math.round(impressions * curve.at(quickTarget))} clicks, not ${clicks}.`,
  }));
}

/** Clicked less than their position earns: those that miss most clicks first. */
export async function lowCtr(asked: Asked): Promise<Listed> {
  const { lowCtrShare, lowCtrTo, lowCtrMissing, deviations } = thresholds;
  return chances(asked, ({ curve, many, inWords, isBrand }) => ({
    basis: `Below ${percent(lowCtrShare)} of what positions to ${lowCtrTo} earn by ${nameOfCurve(curve)}, by ${lowCtrMissing} clicks and ${deviations} × √earned; ${inWords}; queries with the brand aside.`,
    worth({ clicks, impressions }, position, key) {
      if (position > lowCtrTo || impressions < many || isBrand(key)) return null;
      const expected = impressions * curve.at(position);
      const missing = expected - clicks;
      const isClear = missing >= lowCtrMissing && missing >= deviations * Math.sqrt(expected);
      return isClear && clicks < lowCtrShare * expected ? missing : null;
    },
    reason: ({ clicks, impressions }, position) =>
      `${clicks} clicks where position ${rounded(position, 1)} earns ${percent(curve.at(position))} of ${impressions} impressions, some ${Math.round(impressions * curve.at(position))}.`,
  }));
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
