import type { Config } from '../../config.ts';
import type { Store, Tx } from '../../db/open.ts';
import type { Queue } from '../../queue/queue.ts';
import type { Worker } from '../../queue/worker.ts';
import type { System } from '../../system.ts';
import type { JobDefinition, PartsDefinition } from './jobs.ts';

/** Told of an attempt at a delivery and of how long it took. */
export type ObserveAttempt = (kind: 'event' | 'publish', outcome: 'delivered' | 'retrying' | 'failed', durationMs: number) => void;

/** What every group stands on. */
export interface Foundation {
  store: Store;
  queue: Queue;
  system: System;
  config: Config;
  /** Where absolute URLs start, without a slash at the end. */
  publicUrl: () => string;
  observeAttempt: ObserveAttempt;
  /** The groups of the desk. Complete once all are open: read it when work is done, not while opening. */
  groups: readonly Group[];
}

/** Removes some rows in its transaction; returns whether there may be more. One call must not hold the database for more than 20 ms. */
export type Slice = (tx: Tx) => Promise<boolean>;

/** What the desk needs of a group. */
export interface Group<Services extends object = object> {
  /** By the names that operations and later groups know them by. */
  services: Services;
  jobs?: readonly (JobDefinition | PartsDefinition)[];
  /** Kinds of work that are no jobs. */
  work?: readonly Worker[];
  /** Removes some of what the group keeps of a project that is being deleted; returns whether there may be more. The same bound as for a `Slice`. */
  removeProject?(tx: Tx, projectId: string): Promise<boolean>;
  /** Slices that remove what has had its time, for one sweep. */
  retention?(): readonly Slice[];
  /** Ends what the group runs beside the calls and the work, once there are no more of either. */
  close?(): Promise<void>;
}

/** How a group is opened, given the services of those before it. */
export type Door<Before extends object, Services extends object> = (foundation: Foundation, before: Before) => Group<Services>;
