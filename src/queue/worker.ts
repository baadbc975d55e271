import type { Tx } from '../db/open.ts';
import type { Share } from './claim.ts';

/** What a handler leaves behind: written in the very transaction that ends its lease. */
export interface Settlement {
  /** Handed to the worker's own `record`, with those of other work that ends at the same time. */
  record?: unknown;
  /** Writes what came of this work alone. */
  write?: (tx: Tx) => Promise<void>;
  /** What to leave behind where writing threw: without it the work is done again after a while. */
  otherwise?: (error: unknown) => Promise<Settlement>;
  /** When the work is due again; absent: it is done. */
  retryAt?: number;
  /** Whether the outside that the lane stands for failed; absent: nothing was learned of it. */
  outsideFailed?: boolean;
}

export interface Worker extends Share {
  /** Does one piece of work. It may run twice when a process stalls past its lease. `signal` is aborted when the queue closes or the lease is lost. */
  handle: (input: unknown, signal: AbortSignal) => Promise<Settlement>;
  /** Reads what several pieces need, in the transaction that claims them, in their order. Absent: each is handed its payload. */
  load?: (tx: Tx, payloads: readonly unknown[]) => Promise<unknown[]>;
  /** Writes what came of several pieces at once. */
  record?: (tx: Tx, records: readonly unknown[]) => Promise<void>;
  /** True where a running piece is let finish at shutdown instead of being put back. */
  finishOnClose?: boolean;
}
