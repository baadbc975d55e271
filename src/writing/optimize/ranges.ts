/** What is usual among competitors. */
export interface Range {
  min: number;
  max: number;
}

/** Quartiles of fewer values say nothing. */
const minQuartiles = 3;
const below = 0.75;
const above = 1.25;

/** From the lower to the upper quartile; of one or two values, the lowest × 0.75 to the highest × 1.25. */
export function rangeOf(values: readonly number[]): Range {
  if (values.length === 0) return { min: 0, max: 0 };
  if (values.length < minQuartiles) return { min: below * Math.min(...values), max: above * Math.max(...values) };
  return { min: quantile(values, 0.25), max: quantile(values, 0.75) };
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Between the two nearest values in proportion (Hyndman & Fan’s type 7, as spreadsheets have it). */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0];
  return low + (high - low) * (place - Math.floor(place));
}

/** Divides `total` by the weights into parts of one decimal that add up to it exactly: what is left goes to the largest remainders. */
export function apportion(weights: readonly number[], total: number): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  if (sum === 0) return weights.map(() => 0);
  const tenths = Math.round(total * 10);
  const exact = weights.map((weight) => (tenths * weight) / sum);
  const whole = exact.map(Math.floor);
  const left = tenths - whole.reduce((all, one) => all + one, 0);
  const next = exact
    .map((value, index) => ({ index, rest: value - whole[index]! }))
    .toSorted((a, b) => b.rest - a.rest || a.index - b.index);
  for (const { index } of next.slice(0, left)) whole[index]!++;
  return whole.map((one) => one / 10);
}

/** Adds numbers of one decimal without an error of rounding. */
export function addUp(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + Math.round(value * 10), 0) / 10;
}

export function round1(value: number): number {
  return Math.round(value * 10) / 10;
}
