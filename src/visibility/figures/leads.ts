import { minUnits, sharesOf, visibilityInterval } from './figures.ts';
import { correlationOf, correlationOfShares, differenceOf, type Interval } from './intervals.ts';
import type { Sample } from './sample.ts';
import { totalOf } from './sums.ts';

export interface Lead {
  value: number;
  /** Null where there are too few prompts. */
  interval: Interval | null;
}

/** How much more often one brand is named than another: the same answers name the one or the other, or both. There must be an answer. */
export function leadOf(sample: Sample, brand: string, other: string): Lead {
  const answers = sample.column('answers', brand);
  const [ones, others] = [sample.column('mentioned', brand), sample.column('mentioned', other)];
  const all = totalOf(answers);
  const of = (id: string, mentioned: Float64Array) => ({ share: totalOf(mentioned) / all, interval: visibilityInterval(sample, id) });
  const [mine, theirs] = [of(brand, ones), of(other, others)];
  const value = mine.share - theirs.share;
  const shares = [sharesOf(ones, answers), sharesOf(others, answers)] as const;
  if (sample.kind === 'prompt' && shares[0].length < minUnits.prompt) return { value, interval: null };
  const both = totalOf(ones.map((one, at) => Math.min(one, others[at]!)));
  const correlation =
    sample.kind === 'answer'
      ? correlationOf({ one: totalOf(ones), other: totalOf(others), both, answers: all })
      : correlationOfShares(...shares);
  return { value, interval: differenceOf(mine, theirs, correlation) };
}
