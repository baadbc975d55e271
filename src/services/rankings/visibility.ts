import { clickRates } from '../common/click-rates.ts';

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

/** Beyond the first ten less than one each was measured: they count 0. */
function clickRateAt(position: number | null): number {
  return position === null ? 0 : (clickRates[position - 1] ?? 0);
}

export function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10;
}
