import type { Recommendation } from '../../../../../schema/recommendations.ts';

export type Parts = Recommendation['parts'];

/** What each part of a recommendation's score weighs. `docs/planning.md` has the formula; a test holds the two equal. */
export const recommendationWeights: Readonly<Record<keyof Parts, number>> = { relevance: 35, demand: 25, recency: 20, gap: 20, need: 40 };

/** Where the site mentions a subject without a piece on it, so much of the gap is left. */
export const gapWhereMentioned = 0.4;
/** Impressions in 28 days that say as much as a competitor. */
export const impressionsLikeOne = 1_000;
export const halfLifeDays = 30;
const dayMs = 24 * 3_600_000;

/**
 * How many write about it: a half for the first, and for each further one half of what is left. Where one competitor alone is watched, two of its
 * pages say as much as another competitor's page would. So do a thousand times in 28 days that Google showed the own site to who searched for it.
 */
export function demandOf({ competitors, pages }: Voices, watched: number, monthlyImpressions = 0): number {
  return 1 - 0.5 ** ((watched === 1 ? pages / 2 : competitors) + monthlyImpressions / impressionsLikeOne);
}

/** Who writes about a subject. */
export interface Voices {
  competitors: number;
  /** Of all of them. */
  pages: number;
}

/** 1 today, and half of it every 30 days. */
export function recencyOf(at: number, now: number): number {
  return 0.5 ** (Math.max(0, now - at) / (halfLifeDays * dayMs));
}

/** The weighted mean of the parts that are known, 0–100 with one decimal. */
export function scoreOf(parts: Parts): number {
  let sum = 0;
  let all = 0;
  for (const [name, weight] of Object.entries(recommendationWeights)) {
    const part = parts[name as keyof Parts];
    if (part === null) continue;
    sum += part * weight;
    all += weight;
  }
  return all === 0 ? 0 : Math.round((1000 * sum) / all) / 10;
}

/** With two decimals, as they are shown; the score is computed from these. */
export function rounded(parts: Parts): Parts {
  const round = (part: number | null) => (part === null ? null : Math.round(part * 100) / 100);
  const { relevance, demand, recency, gap, need } = parts;
  return { relevance: round(relevance), demand: round(demand), recency: round(recency), gap: round(gap), need: round(need) };
}
