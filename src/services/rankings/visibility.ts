/**
 * Clicks per hundred that the organic results at positions 1 to 10 get: SISTRIX, "Why (almost) everything you knew about Google CTR is no longer
 * valid", July 2020, over 80 million keywords on phones. Beyond the first ten it measured less than one each: they count 0.
 */
export const clickRates: readonly number[] = [28.5, 15.7, 11, 8, 7.2, 5.1, 4, 3.2, 2.8, 2.5];

/** Of all keywords those with a known volume must be so many for it to weigh them: fewer would speak for the rest. */
export const minShareWithVolume = 0.5;

/** By searches a month where enough of these are known to weigh by, else each alike. */
export function weightingOf(volumes: readonly (number | null)[]): 'volume' | 'equal' {
  const known = volumes.filter((volume) => volume !== null);
  return known.some((volume) => volume > 0) && known.length >= volumes.length * minShareWithVolume ? 'volume' : 'equal';
}

/** A position, null where the site was not found, and what the keyword weighs. */
export interface Weighed {
  position: number | null;
  weight: number;
}

/** Expected clicks as a share of those at position 1 for every keyword, 0 to 100 with one decimal; null where nothing is known. */
export function visibilityOf(keywords: readonly Weighed[]): number | null {
  const most = keywords.reduce((sum, { weight }) => sum + weight * clickRates[0]!, 0);
  if (most === 0) return null;
  const expected = keywords.reduce((sum, { position, weight }) => sum + weight * clickRateAt(position), 0);
  return oneDecimal((100 * expected) / most);
}

function clickRateAt(position: number | null): number {
  return position === null ? 0 : (clickRates[position - 1] ?? 0);
}

export function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10;
}
