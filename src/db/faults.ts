import { causeCode, StoreFault, type Fault } from '../errors.ts';

/** What SQLite says, by the start of its error code, in the store's words. */
const faults: readonly [code: string, fault: Fault, words?: string][] = [
  ['SQLITE_FULL', 'full', 'the disk is full'],
  ['SQLITE_BUSY', 'busy', 'another process holds the database'],
  ['SQLITE_READONLY', 'unavailable', 'the database may not be written'],
  ['SQLITE_IOERR', 'unavailable', 'the disk cannot be read or written properly'],
  ['SQLITE_CANTOPEN', 'unavailable', 'a file of it cannot be opened'],
  ['SQLITE_CORRUPT', 'corrupt', 'it is damaged'],
  ['SQLITE_NOTADB', 'corrupt', 'it is damaged'],
  ['SQLITE_CONSTRAINT', 'conflict'],
];

/** What SQLite threw as a fault of the store; anything else as it is. */
export function inStoreWords(thrown: unknown): unknown {
  if (thrown instanceof StoreFault || !(thrown instanceof Error)) return thrown;
  const code = causeCode(thrown) ?? '';
  const known = faults.find(([start]) => code.startsWith(start));
  return known ? new StoreFault(known[1], known[2] ?? thrown.message, { cause: thrown }) : thrown;
}

/** Runs what may throw SQLite's errors. Throws `StoreFault`. */
export function withStoreWords<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw inStoreWords(error);
  }
}

export function isBusy(thrown: unknown): boolean {
  const fault = inStoreWords(thrown);
  return fault instanceof StoreFault && fault.fault === 'busy';
}
