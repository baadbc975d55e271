const dayMs = 24 * 3_600_000;

/** What watching costs at most. `docs/planning.md` gives each with its reason; a test holds the two equal. */
export const radarLimits = {
  /** Sources of a project. */
  sources: 100,
  /** Addresses known of a source. */
  knownPages: 50_000,
  /** Pages of a source whose text is kept. */
  readPages: 2_000,
  /** The same of all sources of a project: some 50 MB. */
  readPagesOfProject: 10_000,
  /** Pages looked at in one check of a source: at one a second, some seven minutes. */
  pagesPerCheck: 400,
  /** How long one check of a source may take, in milliseconds. */
  checkMs: 20 * 60_000,
  /** Between two checks, in milliseconds. */
  checkEveryMs: dayMs,
  /** How long changes are kept, and pages that are gone, in milliseconds. */
  changesMs: 180 * dayMs,
  gonePagesMs: 30 * dayMs,
  /** Changes kept of a project. */
  changes: 5_000,
  /** Characters of a page's text that are kept and compared. */
  textLength: 200_000,
  /** Characters of a diff, whole and in a list. */
  diffLength: 20_000,
  listedDiffLength: 400,
} as const;
