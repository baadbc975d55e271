/* oxlint-disable unicorn/require-post-message-target-origin -- A thread has no origin. */
import module from 'node:module';
import { Worker } from 'node:worker_threads';
import { AppError } from '../errors.ts';
import type { Cancel, System } from '../system.ts';
import type { Asked, Outcome, TaskModule, TaskTable } from './tasks.ts';

/** A task that exceeded a limit. */
export class Overrun extends AppError {
  readonly limit: 'time' | 'memory';

  constructor(limit: 'time' | 'memory') {
    super('unavailable', `The work took too much ${limit} and was stopped.`, {
      hint: 'Try again when this machine has less to do, or with less text.',
    });
    this.name = 'Overrun';
    this.limit = limit;
  }
}

interface Waiting extends Asked {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

const watchMs = 50;
/** Starting a thread takes longer than most tasks, so an idle one is kept this long. */
export const idleMs = 15_000;
/** Limits of the thread's heap. Buffers lie outside of it: `maxGrowth` limits them. */
const maxOldGenerationSizeMb = 1024;
/** More costs memory and saves no time: `npm run bench batch`. */
const defaultYoungMb = 32;

export interface ThreadLimits {
  /** The time of one task. */
  maxMs: number;
  /** How much may be made before what is no longer needed is let go of, in MiB. Little suits tasks that hold much outside of the heap. */
  maxYoungMb?: number;
}

/** How much the process may grow during one task, in bytes. */
const maxGrowth = 1536 * 1024 * 1024;

/** Runs the tasks of a module on its own thread, one at a time, each within limits of time and memory. The thread starts with the first task. */
export class Thread<Tasks extends TaskTable> {
  readonly #system: Pick<System, 'after' | 'pause'>;
  readonly #url: string;
  readonly #maxMs: number;
  readonly #maxYoungMb: number;
  #worker: Worker | undefined;
  #isClosed = false;
  #cancelRelease: Cancel = () => {};
  /** The first task is running. */
  readonly #waiting: Waiting[] = [];

  constructor(system: Pick<System, 'after' | 'pause'>, { url }: TaskModule<Tasks>, { maxMs, maxYoungMb = defaultYoungMb }: ThreadLimits) {
    this.#system = system;
    this.#url = url;
    this.#maxMs = maxMs;
    this.#maxYoungMb = maxYoungMb;
  }

  /** Rejects with the signal's reason once it is aborted, with `Overrun` if the task exceeds a limit, otherwise with the task's own error. */
  async run<Name extends keyof Tasks & string>(
    task: Name,
    args: Parameters<Tasks[Name]>,
    signal?: AbortSignal,
  ): Promise<Awaited<ReturnType<Tasks[Name]>>> {
    if (this.#isClosed) throw closed();
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const asked: Waiting = { task, args, resolve, reject };
    const giveUp = () => this.#abandon(asked, signal?.reason);
    signal?.addEventListener('abort', giveUp);
    if (this.#waiting.push(asked) === 1) this.#begin();
    return promise.finally(() => signal?.removeEventListener('abort', giveUp)) as never;
  }

  /** Ends the thread for good and rejects all tasks that have not finished. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelRelease();
    for (const asked of this.#waiting.splice(0)) asked.reject(closed());
    await this.#end();
  }

  /** Starts the first waiting task. */
  #begin(): void {
    this.#cancelRelease();
    const [first] = this.#waiting;
    if (!first) return this.#rest();
    try {
      this.#worker ??= this.#start();
      this.#worker.ref();
      this.#worker.postMessage({ task: first.task, args: first.args });
      void this.#watch(first);
    } catch (error) {
      // Its arguments cannot be cloned, or no thread can be started.
      this.#abandon(first, error);
    }
  }

  /** An idle thread ends after `idleMs`. Until then it keeps the process of a desk that was not closed alive. */
  #rest(): void {
    if (!this.#worker) return;
    this.#worker.unref();
    this.#cancelRelease = this.#system.after(idleMs, () => void this.#end());
  }

  #start(): Worker {
    const started = new Worker(new URL(this.#url), {
      workerData: { url: this.#url, compiled: module.getCompileCacheDir?.() },
      resourceLimits: { maxOldGenerationSizeMb, maxYoungGenerationSizeMb: this.#maxYoungMb },
    });
    started.on('message', (outcome: Outcome) => {
      // An abandoned thread may still answer.
      if (this.#worker !== started) return;
      const first = this.#waiting.shift();
      if ('result' in outcome) first?.resolve(outcome.result);
      else first?.reject(Object.assign(new Error(outcome.failure.message), outcome.failure));
      this.#begin();
    });
    const died = (reason: unknown) => {
      if (this.#worker !== started) return;
      this.#worker = undefined;
      this.#abandon(this.#waiting[0], reason);
    };
    started.on('error', (error: Error & { code?: string }) =>
      died(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Overrun('memory') : error),
    );
    started.on('exit', () => died(new Error('The thread ended before its task.')));
    return started;
  }

  /** Abandons a task that takes too long or too much memory. */
  async #watch(asked: Waiting): Promise<void> {
    const before = process.memoryUsage.rss();
    for (let waited = 0; this.#waiting[0] === asked; waited += watchMs) {
      if (waited >= this.#maxMs) return this.#abandon(asked, new Overrun('time'));
      if (process.memoryUsage.rss() - before > maxGrowth) return this.#abandon(asked, new Overrun('memory'));
      await this.#system.pause(watchMs);
    }
  }

  /** Abandons one task. If it is running its thread ends, and a new one runs the tasks behind it. */
  #abandon(asked: Waiting | undefined, reason: unknown): void {
    const index = asked ? this.#waiting.indexOf(asked) : -1;
    if (index >= 0) this.#waiting.splice(index, 1);
    if (index === 0) {
      void this.#end();
      this.#begin();
    }
    asked?.reject(reason);
  }

  async #end(): Promise<void> {
    const ended = this.#worker;
    this.#worker = undefined;
    await ended?.terminate();
  }
}

/** Creates a thread for the tasks of a module. */
export type OpenThread = <Tasks extends TaskTable>(module: TaskModule<Tasks>, limits: ThreadLimits) => Pick<Thread<Tasks>, 'run'>;

export function closed(): AppError {
  return new AppError('unavailable', 'The desk is being closed.', { hint: 'Ask again once it is open.' });
}
