import type { Tx } from '../../db/open.ts';
import type { AppError } from '../../errors.ts';

/** How one kind of job is done. All writes happen in the transaction that ends the attempt. */
export interface JobKind {
  /** Whether an attempt goes on where the one before was cut off: then it may be cut off as often as it may. */
  resumes?: boolean;
  run(attempt: JobAttempt): Promise<Done | Waiting>;
  /** After the last attempt. */
  failed(tx: Tx, resourceId: string, error: AppError, attempts: number, jobId: string): Promise<void>;
  canceled(tx: Tx, resourceId: string, jobId: string): Promise<void>;
}

/** The work has succeeded; `write` answers the job's result. */
export interface Done {
  write(tx: Tx): Promise<Record<string, unknown>>;
}

/** Nothing more can be done before somebody brings what is missing. They end the job with `Jobs.finish`; at `until` it is tried again. */
export interface Waiting {
  /** What is missing, in a word such as `draft`. */
  waitsFor: string;
  until: number;
  write(tx: Tx): Promise<void>;
}

export interface JobAttempt {
  jobId: string;
  resourceId: string;
  /** What the job was created with beside the resource; undefined where that is nothing. */
  state: unknown;
  /** Aborted when the job is canceled here, the lease is lost or the process closes. */
  signal: AbortSignal;
  /**
   * Says what is being done, and stops the work where the job has been canceled from elsewhere, or another process has taken it over.
   * `also` is written along.
   */
  report(step: string, progress: number, also?: (tx: Tx) => Promise<void>): Promise<void>;
}

/** A job whose work is that of others, such as a batch of articles: they report and end it. */
export interface JobOfParts {
  /** Cancels the parts; returns the ids of those that run. */
  cancel(tx: Tx, resourceId: string): Promise<string[]>;
}

/** A kind of job, with how it is done and how many of it run at once. */
export interface JobDefinition {
  kind: string;
  how: JobKind;
  /** How many run at once in one process. */
  slots: number;
  /** How many of one lane run at once over all processes. Default: no limit. */
  perLane?: number;
}

/** A kind of job that nothing works on, since its parts do. */
export interface PartsDefinition {
  kind: string;
  parts: JobOfParts;
}
