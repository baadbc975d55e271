import type { Db, Tx } from '../db/open.ts';
import type { Share } from './claim.ts';

/** The outcome of a handler, written in the same transaction that ends its lease. */
export interface Settlement {
  /** Passed to the worker's `record`, together with those of other work that ends at the same time. */
  record?: unknown;
  /** Writes the outcome of this work alone. */
  write?: (tx: Tx) => Promise<void>;
  /** The settlement to use if writing threw. Without it the work is retried after a while. */
  otherwise?: (error: unknown) => Promise<Settlement>;
  /** When the work is due again; absent if it is done. */
  retryAt?: number;
  /** Nothing was done about it: it waits as it did before it was claimed. */
  untouched?: true;
  /** Whether the lane's destination failed; absent if nothing was learned about it. */
  outsideFailed?: boolean;
}

export interface Worker extends Share {
  /** Does one piece of work. May run twice if a process stalls past its lease. `signal` aborts when the queue closes or the lease is lost. */
  handle: (input: unknown, signal: AbortSignal) => Promise<Settlement>;
  /** Loads the inputs of several pieces that were claimed together, in their order. Absent: the payload is the input. */
  load?: (db: Db, payloads: readonly unknown[]) => Promise<unknown[]>;
  /** How long an input is, in characters: the longer they are, the less is taken ahead. Absent: they weigh nothing. */
  weigh?: (input: unknown) => number;
  /** Writes the outcomes of several pieces at once. */
  record?: (tx: Tx, records: readonly unknown[]) => Promise<void>;
  /**
   * True if it may be given more than there are places for, from lanes that answer: it then has something to do while a turn is written. It keeps to
   * `slots` and `perLane` by itself.
   */
  takesAhead?: boolean;
  /** True if running work may finish at shutdown instead of being put back. */
  finishOnClose?: boolean;
}
