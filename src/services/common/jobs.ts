import type { Tx } from '../../db/open.ts';
import type { AppError } from '../../errors.ts';

/** How one kind of job is done. Everything is written in the transaction that ends the attempt. */
export interface JobKind {
  /** Whether an attempt resumes where the previous one was interrupted; it may then be interrupted any number of times. */
  resumes?: boolean;
  /** The waits before the second attempt and those after it, in milliseconds; by the state the job was created with. Default: 10 s and 60 s. */
  delaysMs?(state: unknown): readonly number[];
  run(attempt: JobAttempt): Promise<Done | Waiting>;
  /** Called after the last attempt. */
  failed(tx: Tx, resourceId: string, error: AppError, attempts: number, jobId: string): Promise<void>;
  canceled(tx: Tx, resourceId: string, jobId: string): Promise<void>;
}

/** The work succeeded; `write` returns the job's result. */
export interface Done {
  write(tx: Tx): Promise<Record<string, unknown>>;
}

/** The job waits for something from outside. Whoever brings it ends the job with `Jobs.finish`; at `until` the job is tried again. */
export interface Waiting {
  /** What it waits for, in a word such as `draft`. */
  waitsFor: string;
  until: number;
  write(tx: Tx): Promise<void>;
}

export interface JobAttempt {
  jobId: string;
  resourceId: string;
  /** The state the job was created with; undefined if none. */
  state: unknown;
  /** Aborted when the job is canceled in this process, its lease is lost or the process closes. */
  signal: AbortSignal;
  /**
   * Reports progress. Throws, and so stops the work, if the job was canceled elsewhere or another process has taken it over.
   * `also` is written in the same transaction; returns what it returns.
   */
  report<Also = void>(step: string, progress: number, also?: (tx: Tx) => Promise<Also>): Promise<Also | undefined>;
}

/** A job whose parts do the work, such as a batch of articles: they report its progress and end it. */
export interface JobOfParts {
  /** Cancels the parts. */
  cancel(tx: Tx, resourceId: string): Promise<void>;
  /** The ids of their jobs. */
  jobIds(resourceId: string): Promise<string[]>;
}

/** A kind of job, how it is done and how many run at once. */
export interface JobDefinition {
  kind: string;
  how: JobKind;
  /** How many run at once in one process. */
  slots: number;
  /** How many of one lane run at once, over all processes. Default: no limit. */
  perLane?: number;
}

/** A kind of job without work of its own: its parts do it. */
export interface PartsDefinition {
  kind: string;
  parts: JobOfParts;
}
