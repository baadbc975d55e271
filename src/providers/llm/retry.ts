import pRetry from 'p-retry';
import type { System } from '../../system.ts';
import { Failure } from './failures.ts';

const retries = 3;
const firstWaitMs = 500;
/** A provider that asks for longer is not waited for: the job's own retries do that. */
const maxWaitMs = 20_000;

/**
 * Retries transient failures after 0.5, 1 and 2 seconds, or after the time the provider asks for.
 * Throws the last failure's error, or the signal's reason as soon as it is aborted.
 */
export async function withRetries<Result>(system: System, signal: AbortSignal, attempt: () => Promise<Result>): Promise<Result> {
  try {
    return await pRetry(attempt, {
      retries,
      signal,
      // We wait ourselves, below: by the moved clock in tests, and abortable by the signal.
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

/** Half to all of the step, at random, so that requests that failed together do not return together. */
function backoff(system: System, retriesConsumed: number): number {
  const chance = system.random(4).readUInt32BE() / 2 ** 32;
  return Math.round(firstWaitMs * 2 ** retriesConsumed * (0.5 + chance / 2));
}
