import type { RankingMovement } from '../../../schema/rankings.ts';

const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

/** Changes are told over so many days. */
export const periods = [1, 7, 30] as const;
type Days = (typeof periods)[number];

/** The check to compare with may lie this share of the period, and at least half a day, earlier or later than the period's beginning. */
export const tolerance = { share: 0.25, minMs: 12 * hourMs } as const;

/** A check that succeeded, as far as it is compared. */
export interface Standing {
  position: number | null;
  /** Results that were looked at. */
  depth: number;
}

/** Where a keyword stood at the last like check that succeeded, and so many days before. What is missing was not checked then. */
export interface Before {
  /** With the page of ours that stood there. */
  last?: Standing & { url?: string };
  days: Partial<Record<Days, Standing>>;
}

export const nothingBefore: Before = { days: {} };

/** How far back checks are looked for. */
export const earliestCompared = Math.max(...periods) * dayMs * (1 + tolerance.share);

/** `earlier`: like checks that succeeded, since `earliestCompared`; `last`: the last of all. */
export function beforeOf(
  now: number,
  last: (Standing & { url: string | null }) | undefined,
  earlier: readonly (Standing & { checked_at: number })[],
): Before {
  const days: Before['days'] = {};
  for (const period of periods) {
    const then = now - period * dayMs;
    const apart = ({ checked_at }: { checked_at: number }) => Math.abs(checked_at - then);
    const within = Math.max(period * dayMs * tolerance.share, tolerance.minMs);
    const near = earlier.filter((check) => apart(check) <= within).toSorted((one, other) => apart(one) - apart(other))[0];
    if (near) days[period] = { position: near.position, depth: near.depth };
  }
  if (!last) return { days };
  const { position, depth, url } = last;
  return { last: { position, depth, ...(url !== null && { url }) }, days };
}

/** Places gained; null where it was not found at either time. */
export function gainOf(now: Standing, before: Standing | undefined): number | null {
  return before === undefined || now.position === null || before.position === null ? null : before.position - now.position;
}

/** Null where the two cannot be compared: what was not found at a lesser depth has not dropped, and what was found at a greater one has not entered. */
export function movementOf(now: Standing, before: Standing | undefined): RankingMovement | null {
  if (before === undefined) return null;
  const gain = gainOf(now, before);
  if (gain !== null) return gain === 0 ? 'same' : gain > 0 ? 'up' : 'down';
  if (before.position !== null) return before.position <= now.depth ? 'lost' : null;
  if (now.position !== null) return now.position <= before.depth ? 'entered' : null;
  return 'same';
}

/** For the order of changes: what is lost stood as if just below what was looked at. */
export function fallOf(now: Standing, before: Standing | undefined): number | null {
  const movement = movementOf(now, before);
  if (movement === null || before === undefined) return null;
  return (now.position ?? now.depth + 1) - (before.position ?? before.depth + 1);
}
