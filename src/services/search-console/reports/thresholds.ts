/** By what views list; `docs/search-console.md` says why. */
export const thresholds = {
  /** Many impressions: this share of those of all rows, at least so many. */
  manyShare: 0.0005,
  manyLeast: 20,
  /** Quick wins lie there, and could come here. */
  quickFrom: 8,
  quickTo: 20,
  quickTarget: 5,
  /** Low ctr: below this share of what the position earns, within these positions, with so many clicks missing and so many standard deviations. */
  lowCtrShare: 0.6,
  lowCtrTo: 20,
  lowCtrMissing: 5,
  deviations: 2,
  /** Decay: below this share of the clicks that the rest of the site lets one expect, of so many before. */
  decayShare: 0.8,
  decayLeast: 10,
  /** Of a decay: places lost that are told as a lower rank, and the share kept below which impressions or click-through are told, too. */
  decayPlaces: 1,
  decayKept: 0.8,
  /** Cannibalization: a real share of a query's impressions, and of its days on which it led. */
  pageShare: 0.2,
  ledShare: 0.2,
  /** Pages that are named. */
  pages: 3,
} as const;
