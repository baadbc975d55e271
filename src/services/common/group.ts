import type { ChangedProject, Project } from '../../../schema/projects.ts';
import type { Competitor } from '../../../schema/competitors.ts';
import type { Config } from '../../config.ts';
import type { Rendering } from '../../crawl/rendering.ts';
import type { Store, Tx } from '../../db/open.ts';
import type { Caller } from '../../operation.ts';
import type { Queue } from '../../queue/queue.ts';
import type { Worker } from '../../queue/worker.ts';
import type { System } from '../../system.ts';
import type { Threads } from '../../threads/open.ts';
import type { Senders } from '../../webhooks/senders.ts';
import type { ActionOffer, ActionQuestion } from './actions.ts';
import type { OverviewPart, OverviewQuestion } from './overview.ts';
import type { JobDefinition, PartsDefinition } from './jobs.ts';
import type { Portable } from './portable.ts';
import type { Sealed } from './sealed.ts';

/** Called after each delivery attempt. */
export type ObserveAttempt = (kind: 'event' | 'publish', outcome: 'delivered' | 'retrying' | 'failed', durationMs: number) => void;

/** What a schedule bills in a month, and how that comes about. */
export type ScheduledCalls = Omit<ChangedProject['scheduled'][number], 'nextAt'>;

/** What every group is given. */
export interface Foundation extends Threads {
  store: Store;
  queue: Queue;
  system: System;
  config: Config;
  /** The start of absolute URLs, without a trailing slash. */
  publicUrl: () => string;
  observeAttempt: ObserveAttempt;
  sender: Senders;
  rendering: Rendering;
  /** Runs an operation by its name, with the rights of the caller. Throws what that operation throws. */
  invoke(operation: string, input: Record<string, unknown>, caller: Caller): Promise<unknown>;
  /** All groups. Complete only once all are open: read it while working, not while opening. */
  groups: readonly ServiceGroup[];
}

/**
 * Removes some rows in its transaction; returns whether there may be more, or the slice to go on with. One call must not hold the database
 * for more than 20 ms.
 */
export type Slice = (tx: Tx) => Promise<Slice | boolean>;

/** What a group gives to the desk. */
export interface ServiceGroup<Services extends object = object> {
  /** Under the names that operations and later groups use. */
  services: Services;
  jobs?: readonly (JobDefinition | PartsDefinition)[];
  /** Workers for work that is not a job. */
  work?: readonly Worker[];
  /** Called in the transaction that records it: these articles have arrived at their project's publishing webhook. */
  arrived?(tx: Tx, articleIds: readonly string[]): Promise<void>;
  /** Called in the transaction that adds it. Returns the id of the job by which the group takes a first look at the competitor, if it does. */
  competitorAdded?(tx: Tx, competitor: Competitor): Promise<string | null>;
  /** Removes some of what the group keeps of a competitor being removed; returns whether there may be more. Bounded like a `Slice`. */
  competitorRemoved?(tx: Tx, competitorId: string): Promise<boolean>;
  /** Called in the transaction that makes a project (`before` is null) or changes one. Bounded like a `Slice`. */
  projectChanged?(tx: Tx, project: Project, before: Project | null): Promise<void>;
  /** Asked in the transaction that changes a project: what a schedule of the group's bills; null where it is off. */
  scheduled?(tx: Tx, project: Project): Promise<ScheduledCalls | null>;
  /**
   * Ends some of what would still go out to others for a project being deleted, before anything of it is removed; returns whether there may be
   * more. Bounded like a `Slice`.
   */
  silenceProject?(tx: Tx, projectId: string): Promise<boolean>;
  /** How much it keeps of a project, by what it is: what is told before the project is deleted. `countOwned` counts. */
  holds?(projectId: string): Promise<Record<string, number>>;
  /** Removes some of the group's data of a project being deleted; returns whether there may be more. Bounded like a `Slice`. */
  removeProject?(tx: Tx, projectId: string): Promise<boolean>;
  /** Slices that remove expired data, for one sweep. */
  retention?(): readonly Slice[];
  /** What of its tables goes with an exported project. */
  portable?: Portable;
  /** What it tells as CSV, by kind: the text of what an id names, piece by piece; undefined if that is not there. */
  exports?: Readonly<Record<string, (id: string) => Promise<AsyncIterable<string> | undefined>>>;
  /** Some of its sealed texts, if it has any: the key file must open them. */
  sealed?(): Promise<Sealed[]>;
  /** Its part of the overview: a few rows and counts, each served by an index. */
  overview?(question: OverviewQuestion): Promise<OverviewPart>;
  /** What it says should be done next for a project: a few offers of each reason, found by indexes, in slices where that takes long. It writes nothing. */
  actions?(question: ActionQuestion): Promise<ActionOffer[]>;
}

/** Opens a group, given the services of the groups before it. */
export type Door<Before extends object, Services extends object> = (foundation: Foundation, before: Before) => ServiceGroup<Services>;

/** Has one group after the other do it. */
export async function inTurn(groups: readonly ServiceGroup[], step: (group: ServiceGroup) => Promise<void> | undefined): Promise<void> {
  for (const group of groups) await step(group);
}
