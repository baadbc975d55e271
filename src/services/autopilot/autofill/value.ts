/** What an article is worth, 0–100, by what tells it. The radar's own score is taken as it is. Documented in docs/autopilot.md. */

/** Searches a month that are worth a half, as much as the radar gives to 50 clicks in 28 days. */
export const halfVolume = 500;
/** Of a page whose searches nobody has counted: a topic's main page, one that documents carry or that was chosen by hand, any other. */
export const uncounted = { pillar: 50, planned: 40, related: 25 } as const;
/** A lead that may be chance is worth so much of a certain one. */
export const chance = 0.5;

export function valueOfPage({ searchVolume, standing }: { searchVolume: number | null; standing: keyof typeof uncounted }): number {
  if (searchVolume === null) return uncounted[standing];
  return Math.round((100 * searchVolume) / (searchVolume + halfVolume));
}

/** `present`: answers that name or cite the competitor who is furthest ahead. */
export function valueOfGap({ present, answers, certain }: { present: number; answers: number; certain: boolean }): number {
  return Math.round(100 * (present / Math.max(1, answers)) * (certain ? 1 : chance));
}
