const minute = 60_000;
const hour = 60 * minute;

/** The published schedule (contract 8): the k-th failed attempt is followed by the k-th delay. */
export const backoffDelaysMs: readonly number[] = [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour];

const maxDelayMs = 6 * hour;

/**
 * The wait after the k-th failed attempt (from 1), in milliseconds. A receiver's `Retry-After` may lengthen it up to the longest in the
 * schedule, but never shortens it.
 */
export function delayAfter(failedAttempts: number, askedMs = 0): number {
  const scheduled = backoffDelaysMs[Math.min(failedAttempts, backoffDelaysMs.length) - 1] ?? maxDelayMs;
  return Math.max(scheduled, Math.min(askedMs, maxDelayMs));
}

/** The wait a `Retry-After` header asks for (RFC 9110, 10.2.3: seconds or an HTTP date), in milliseconds; 0 if it makes no sense. */
export function retryAfterMs(header: string | undefined, now: number): number {
  const asked = header?.trim() ?? '';
  if (/^\d+$/.test(asked)) return Number(asked) * 1000;
  if (!/^[A-Za-z]{3}/.test(asked)) return 0;
  // The oldest of the three HTTP date formats names no zone, but all are in GMT.
  const date = Date.parse(asked.endsWith('GMT') ? asked : `${asked} GMT`);
  return Number.isNaN(date) ? 0 : Math.max(date - now, 0);
}
