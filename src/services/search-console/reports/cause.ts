import type { Sums } from '../store/packed.ts';
import { positionOf, rounded } from './figures.ts';
import { percent } from './many.ts';
import { thresholds } from './thresholds.ts';

/** What moved of a row that lost clicks, which are impressions × click-through: first the one that kept the smaller share. */
export function causeOf(now: Sums, before: Sums): string {
  if (now.impressions === 0) return 'It is no longer shown.';
  const [place, placeBefore] = [now, before].map(({ impressions, positions }) => positionOf(impressions, positions) ?? undefined);
  const isLower = place !== undefined && placeBefore !== undefined && place - placeBefore >= thresholds.decayPlaces;
  const position = place === undefined || placeBefore === undefined ? [] : [moved('position', rounded(placeBefore, 1), rounded(place, 1))];
  const clickThrough = moved('click-through', percentOf(before), percentOf(now));
  const shown = {
    kept: (now.impressions + 1) / (before.impressions + 1),
    what: 'is shown less',
    figures: [moved('impressions', before.impressions, now.impressions)],
  };
  const kept = smoothed(now) / smoothed(before);
  const clicked = isLower
    ? { kept, what: 'ranks lower', figures: [...position, clickThrough] }
    : { kept, what: 'is clicked less where it is shown', figures: [clickThrough] };
  const moves = [shown, clicked]
    .toSorted((one, other) => one.kept - other.kept)
    .filter((move, index) => index === 0 || move.kept < thresholds.decayKept || (isLower && move === clicked));
  const figures = [...moves.flatMap((move) => move.figures), ...(isLower ? [] : position)];
  const untold = moves.includes(shown) ? ` ${whatIsUntold(isLower)}` : '';
  return `It ${moves.map(({ what }) => what).join(' and ')}: ${figures.join(', ')}.${untold}`;
}

const moved = (name: string, before: number | string, now: number | string): string =>
  before === now ? `${name} ${now}` : `${name} ${before} → ${now}`;

const percentOf = ({ clicks, impressions }: Sums): string => percent(rounded(clicks / impressions, 3));

/** So that no clicks of few impressions are not taken for a click-through of 0. */
const smoothed = ({ clicks, impressions }: Sums): number => (clicks + 0.5) / (impressions + 1);

const whatIsUntold = (isLower: boolean): string =>
  isLower
    ? 'Whether fewer people search, too, these figures do not tell.'
    : 'Fewer searches, or shown for fewer of them: these figures do not tell which.';
