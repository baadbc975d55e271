import type { Recommendation } from '../../../../../schema/recommendations.ts';

export type Parts = Recommendation['parts'];

/** What each part but the clicks weighs in the mean. `docs/planning.md` has the formula; a test holds the two equal. */
export const recommendationWeights: Readonly<Record<Exclude<keyof Parts, 'clicks'>, number>> = {
  relevance: 35,
  demand: 25,
  recency: 20,
  gap: 20,
  need: 40,
};

/** Where the site mentions a subject without a piece on it, so much of the gap is left. */
export const gapWhereMentioned = 0.4;
/** Impressions in 28 days that say as much as a competitor. */
export const impressionsLikeOne = 1_000;
/** Clicks in 28 days that make half of the score. */
export const clicksOfHalf = 50;
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

/** Of the clicks in 28 days that are to be won: more are always more. */
export const shareOfClicks = (monthly: number): number => monthly / (monthly + clicksOfHalf);

/**
 * The greater of two, 0–100 with one decimal: what is to be won in clicks, and the weighted mean of the other parts that are known. Of what nobody
 * is known to search or write about, and nothing is wrong with, half of that.
 */
export function scoreOf(parts: Parts): number {
  const { clicks, demand, need } = parts;
  const isAlone = clicks === null && demand === null && need === null;
  return Math.round(1000 * Math.max(clicks ?? 0, isAlone ? meanOf(parts) / 2 : meanOf(parts))) / 10;
}

/** Without anybody who writes on it or anything that is wrong, relevance and gap alone are no reason. */
function meanOf(parts: Parts): number {
  const { demand, recency, need } = parts;
  if (demand === null && recency === null && need === null) return 0;
  let sum = 0;
  let all = 0;
  for (const [name, weight] of Object.entries(recommendationWeights)) {
    const part = parts[name as keyof Parts];
    if (part === null) continue;
    sum += part * weight;
    all += weight;
  }
  return sum / all;
}

/** With two decimals, the clicks with three, as they are shown; the score is computed from these. */
export function rounded({ clicks, ...others }: Parts): Parts {
  const to = (unit: number, part: number | null) => (part === null ? null : Math.round(part * unit) / unit);
  const parts = Object.fromEntries(Object.entries(others).map(([name, part]) => [name, to(100, part)])) as typeof others;
  return { clicks: to(1000, clicks), ...parts };
}
