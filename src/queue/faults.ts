import { causeCode, storageFault } from '../errors.ts';
import type { System } from '../system.ts';
import type { Claim } from './claim.ts';
import type { Settlement } from './worker.ts';

/** Whether the database itself could not be read or written; the work is then not at fault. */
export function isStorageFault(error: unknown): boolean {
  return causeCode(error) === 'unavailable' || storageFault(error) !== undefined;
}

/** Retries work that failed unexpectedly, after a growing delay and not before `notBefore`. */
export function retryAfterFault(system: System, { key, claims }: Claim, error: unknown, notBefore = 0): Settlement {
  const retryAt = Math.max(system.now() + Math.min(2 ** claims, 3600) * 1000, notBefore);
  system.log.error({ err: error, work: key, retryAt }, 'work failed unexpectedly');
  return { retryAt };
}
