import pRetry from 'p-retry';
import type { System } from '../../system.ts';
import { Failure } from './failures.ts';

const retries = 3;
const firstWaitMs = 500;
/** Whoever asks for a longer wait than this is not waited for: the job's own retries are there for that. */
const maxWaitMs = 20_000;

/**
 * Tries again what may pass, after half a second, one and two, or after the time that the provider asks for.
 * Throws the error of the last failure, or the signal's reason as soon as it is aborted.
 */
export async function withRetries<Result>(system: System, signal: AbortSignal, attempt: () => Promise<Result>): Promise<Result> {
  try {
    return await pRetry(attempt, {
      retries,
      signal,
      // The waiting is done below: at a moved clock's pace in tests, and ended by the signal.
      minTimeout: 0,
      async shouldRetry({ error, retriesConsumed }) {
        if (!(error instanceof Failure) || !error.isTransient) return false;
        const waitMs = error.waitMs ?? backoff(system, retriesConsumed);
        if (waitMs > maxWaitMs) return false;
        system.log.info({ waitMs, reason: error.message }, 'The model is asked again');
        await system.pause(waitMs, signal).catch(() => {});
        return true;
      },
    });
  } catch (thrown) {
    throw thrown instanceof Failure ? thrown.error : thrown;
  }
}

/** Between half and all of the step, so that those who failed together do not come back together. */
function backoff(system: System, retriesConsumed: number): number {
  const chance = system.random(4).readUInt32BE() / 2 ** 32;
  return Math.round(firstWaitMs * 2 ** retriesConsumed * (0.5 + chance / 2));
}

/** What `retry-after-ms` or `Retry-After` (RFC 9110, 10.2.3: seconds or a date) asks for, in milliseconds from `now`. */
export function waitAskedFor(headers: Record<string, string>, now: number): number | undefined {
  const exact = decimal(headers['retry-after-ms']);
  if (exact !== undefined) return exact;
  const asked = headers['retry-after'];
  const seconds = decimal(asked);
  if (seconds !== undefined) return seconds * 1000;
  const date = Date.parse(asked ?? '');
  if (Number.isNaN(date)) return undefined;
  // By the provider's own clock, where it tells the time.
  const theirNow = Date.parse(headers['date'] ?? '');
  return Math.max(0, date - (Number.isNaN(theirNow) ? now : theirNow));
}

function decimal(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d{1,15}(\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}
