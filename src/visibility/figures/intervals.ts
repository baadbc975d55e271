/** Both ends belong to it. */
export interface Interval {
  low: number;
  high: number;
}

/** The standard normal's quantile at 0.95: a twentieth is left out at each end. */
const z = 1.6448536269514722;

/** Wilson's interval for a share of `n`, which need not be a whole number. */
export function wilson(share: number, n: number): Interval {
  const middle = share + (z * z) / (2 * n);
  const reach = z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
  const whole = 1 + (z * z) / n;
  return { low: Math.max(0, (middle - reach) / whole), high: Math.min(1, (middle + reach) / whole) };
}

/**
 * How many independent answers so many are worth, where answers to one prompt are alike: between the number of prompts and of answers. `shares`
 * has the share of each prompt, `share` that of all `answers`.
 */
export function effectiveCount(share: number, shares: readonly number[], answers: number): number {
  const prompts = shares.length;
  if (prompts === 1) return answers;
  if (share === 0 || share === 1) return prompts;
  const mean = shares.reduce((sum, one) => sum + one, 0) / prompts;
  const variance = shares.reduce((sum, one) => sum + (one - mean) ** 2, 0) / (prompts - 1);
  if (variance === 0) return answers;
  return Math.min(answers, Math.max(prompts, (share * (1 - share)) / (variance / prompts)));
}

/**
 * The interval of the difference of two shares whose own intervals are known (Newcombe 1998, method 10). Shares of the same answers have a
 * correlation; those of different ones have none.
 */
export function differenceOf(
  now: { share: number; interval: Interval },
  before: { share: number; interval: Interval },
  correlation = 0,
): Interval {
  const value = now.share - before.share;
  const reach = (one: number, other: number) => Math.sqrt(Math.max(0, one ** 2 - 2 * correlation * one * other + other ** 2));
  return {
    low: value - reach(now.share - now.interval.low, before.interval.high - before.share),
    high: value + reach(now.interval.high - now.share, before.share - before.interval.low),
  };
}

/** The correlation of two things that answers have or have not, brought nearer to 0 for few answers as Newcombe does: `both` have the two. */
export function correlationOf({ one, other, both, answers }: { one: number; other: number; both: number; answers: number }): number {
  const neither = answers - one - other + both;
  const product = both * neither - (one - both) * (other - both);
  const spread = one * other * (answers - one) * (answers - other);
  if (spread === 0) return 0;
  return (product > 0 ? Math.max(0, product - answers / 2) : product) / Math.sqrt(spread);
}

/** The correlation of two brands' shares of the answers to each prompt, brought nearer to 0 in the same manner for few prompts. */
export function correlationOfShares(one: readonly number[], other: readonly number[]): number {
  const offMean = (shares: readonly number[]) => {
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    return shares.map((share) => share - mean);
  };
  const [first, second] = [offMean(one), offMean(other)];
  const product = (some: readonly number[], more: readonly number[]) => some.reduce((sum, value, at) => sum + value * more[at]!, 0);
  const spread = product(first, first) * product(second, second);
  if (spread === 0) return 0;
  const correlation = product(first, second) / Math.sqrt(spread);
  return correlation > 0 ? Math.max(0, correlation - 2 / one.length) : correlation;
}

/**
 * The share of a bootstrap's values to leave out at each end, with so many units: less than a twentieth where they are few, since values drawn
 * from few units vary too little (Hesterberg 2015, expanded percentile).
 */
export function tailOf(units: number): number {
  return normalBelow(-Math.sqrt(units / (units - 1)) * studentQuantile(units - 1));
}

/** Student's t at 0.95, by its expansion about the normal: 0.1 % off at four degrees of freedom, less beyond. */
function studentQuantile(freedom: number): number {
  const [z3, z5, z7] = [z ** 3, z ** 5, z ** 7];
  return (
    z +
    (z3 + z) / (4 * freedom) +
    (5 * z5 + 16 * z3 + 3 * z) / (96 * freedom ** 2) +
    (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * freedom ** 3)
  );
}

/** The share of a standard normal below a negative value (Abramowitz and Stegun 7.1.26). */
function normalBelow(value: number): number {
  const x = -value / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const sum = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return (sum * Math.exp(-x * x)) / 2;
}
