import type { Rival } from './sides.ts';

/** Stands for none when positions are compared. */
const lowest = Number.MAX_SAFE_INTEGER;

/** In the order in which rows are told. */
export const gapClasses = ['missing', 'weak', 'shared', 'strong', 'unique', 'unknown'] as const;
export type GapClass = (typeof gapClasses)[number];

/** What is compared: ranks that a provider knows, ranks on the results pages that are kept, or what pages write of. */
export type GapMethod = 'ranked_keywords' | 'results' | 'content';

/** Results of the first page: what ranks below is not strong. */
export const strongWithin = 10;

/** Where a site stands for a keyword. */
export interface Standing {
  /** Null where it was not found within `depth`. */
  position: number | null;
  url: string | null;
  /** Results that were looked at; 0 if nobody looked. */
  depth: number;
}

/**
 * What a keyword is to a site beside its competitors, each keyword in one class; null where it is known that nobody ranks for it. Who was not
 * found ranks below another only if it was looked for as deep: else it is `unknown`.
 */
export function classOf(ours: Standing, others: readonly Standing[]): GapClass | null {
  const ranking = others.flatMap(({ position }) => position ?? []);
  if (ours.position === null) {
    if (ranking.some((position) => position <= ours.depth)) return 'missing';
    return ranking.length === 0 && [ours, ...others].every(({ depth }) => depth > 0) ? null : 'unknown';
  }
  const own = ours.position;
  if (others.some(({ position, depth }) => position === null && depth < own)) return 'unknown';
  if (ranking.length === 0) return 'unique';
  if (ranking.every((position) => position < own)) return 'weak';
  return own <= strongWithin && ranking.every((position) => position > own) ? 'strong' : 'shared';
}

/** A keyword of a gap. */
export interface GapRow {
  keyword: string;
  class: GapClass;
  /** Competitors that rank for it, or write of it. */
  competitors: number;
  /** Searches a month; null where ranks come from elsewhere. */
  searchVolume: number | null;
  position: number | null;
  url: string | null;
  /** The competitor that ranks best, or whose pages write most of it. */
  bestCompetitor: string | null;
  bestPosition: number | null;
  bestUrl: string | null;
  /** Pages of competitors that write of it; null where ranks are compared. */
  pages: number | null;
  /** Whose ranks, or `content`; null if nobody looked. */
  source: string | null;
  checkedAt: string | null;
  depthChecked: number | null;
  /** Why a figure is null. */
  why: Record<string, string>;
}

/**
 * The best first: by class, then those that more competitors have, then those that are searched more, then those where the best of them ranks
 * higher or that more pages write of, at last by the alphabet.
 */
export function bestFirst(one: GapRow, other: GapRow): number {
  return (
    gapClasses.indexOf(one.class) - gapClasses.indexOf(other.class) ||
    other.competitors - one.competitors ||
    (other.searchVolume ?? -1) - (one.searchVolume ?? -1) ||
    (one.bestPosition ?? lowest) - (other.bestPosition ?? lowest) ||
    (other.pages ?? 0) - (one.pages ?? 0) ||
    (one.keyword < other.keyword ? -1 : 1)
  );
}

/** What is told of all keywords that were looked at. */
export interface Gap {
  rows: GapRow[];
  /** Keywords for which neither side was found. */
  nobody: number;
  /** Whether there was more than was looked at. */
  cut: boolean;
}

interface Compared {
  keyword: string;
  /** Undefined where nobody was asked. */
  searchVolume?: number | null;
  ours: Standing;
  theirs: readonly Standing[];
  rivals: readonly Rival[];
  source: string;
  checkedAt: string;
}

/** What is told of a keyword; null where nobody ranks for it. */
export function rowOf({ keyword, searchVolume, ours, theirs, rivals, source, checkedAt }: Compared): GapRow | null {
  const found = classOf(ours, theirs);
  if (found === null) return null;
  const ranking = theirs.flatMap(({ position, url }, index) =>
    position === null ? [] : [{ position, url, domain: rivals[index]!.domain }],
  );
  const best = ranking.toSorted((one, other) => one.position - other.position)[0];
  return {
    keyword,
    class: found,
    competitors: ranking.length,
    searchVolume: searchVolume ?? null,
    position: ours.position,
    url: ours.url,
    bestCompetitor: best?.domain ?? null,
    bestPosition: best?.position ?? null,
    bestUrl: best?.url ?? null,
    pages: null,
    source,
    checkedAt,
    depthChecked: ours.depth === 0 ? null : ours.depth,
    why: {
      ...(searchVolume === null && { searchVolume: best || ours.position !== null ? 'provider_has_none' : 'not_checked' }),
      ...(ours.position === null && { position: absence(ours) }),
      ...(!best && { bestPosition: theirs.some(({ depth }) => depth === 0) ? 'not_checked' : 'not_found_in_top_n' }),
    },
  };
}

const absence = ({ depth }: Standing) => (depth === 0 ? 'not_checked' : 'not_found_in_top_n');
