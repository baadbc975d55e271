import { causeCode, storageFault } from '../errors.ts';
import type { System } from '../system.ts';
import type { Claim } from './claim.ts';
import type { Settlement } from './worker.ts';

/** Whether the database itself could not be read or written: then nothing is wrong with what was to be. */
export function isStorageFault(error: unknown): boolean {
  return causeCode(error) === 'unavailable' || storageFault(error) !== undefined;
}

/** Work that failed as nobody expected is done again after a while that grows, at `notBefore` at the earliest. */
export function retryAfterFault(system: System, { key, claims }: Claim, error: unknown, notBefore = 0): Settlement {
  const retryAt = Math.max(system.now() + Math.min(2 ** claims, 3600) * 1000, notBefore);
  system.log.error({ err: error, work: key, retryAt }, 'work failed unexpectedly');
  return { retryAt };
}
