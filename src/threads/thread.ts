/* oxlint-disable unicorn/require-post-message-target-origin -- A thread has no origin. */
import module from 'node:module';
import { Worker } from 'node:worker_threads';
import { AppError } from '../errors.ts';
import type { Cancel, System } from '../system.ts';
import type { Asked, Outcome, TaskModule, TaskTable } from './tasks.ts';

/** A task that took too much of something. */
export class Overrun extends AppError {
  readonly limit: 'time' | 'memory';

  constructor(limit: 'time' | 'memory') {
    super('unavailable', `The work took too much ${limit} and was given up.`, {
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
/** Starting a thread takes longer than most tasks do: it is kept so long for the next one. */
const idleMs = 15_000;
/** Of objects; buffers lie beside them and are watched from outside. */
const resourceLimits = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 64 };
/** By so much the process may grow over one task. */
const maxGrowth = 1536 * 1024 * 1024;

/** Does the tasks of a module on a thread of its own, one after the other, each within its limits of time and memory. The thread starts with the first. */
export class Thread<Tasks extends TaskTable> {
  readonly #system: Pick<System, 'after' | 'pause'>;
  readonly #url: string;
  readonly #maxMs: number;
  #worker: Worker | undefined;
  #isClosed = false;
  #cancelRelease: Cancel = () => {};
  /** The first is being worked on. */
  readonly #waiting: Waiting[] = [];

  /** `maxMs`: the longest that one task may take. */
  constructor(system: Pick<System, 'after' | 'pause'>, { url }: TaskModule<Tasks>, { maxMs }: { maxMs: number }) {
    this.#system = system;
    this.#url = url;
    this.#maxMs = maxMs;
  }

  /** Rejects with the signal's reason as soon as that is aborted, with `Overrun` where the task goes beyond its limits, else with what it threw. */
  run<Name extends keyof Tasks & string>(
    task: Name,
    args: Parameters<Tasks[Name]>,
    signal?: AbortSignal,
  ): Promise<Awaited<ReturnType<Tasks[Name]>>> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw closed();
      signal?.throwIfAborted();
      const giveUp = () => this.#abandon(asked, signal?.reason);
      const settled = () => signal?.removeEventListener('abort', giveUp);
      const asked: Waiting = {
        task,
        args,
        resolve: (result) => (settled(), resolve(result as never)),
        reject: (error) => (settled(), reject(error)),
      };
      signal?.addEventListener('abort', giveUp);
      if (this.#waiting.push(asked) === 1) this.#begin();
    });
  }

  /** Ends the thread for good; what has been asked for is given up. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelRelease();
    for (const asked of this.#waiting.splice(0)) asked.reject(closed());
    await this.#end();
  }

  /** Begins with the first of those that wait. */
  #begin(): void {
    this.#cancelRelease();
    const [first] = this.#waiting;
    if (!first) return this.#rest();
    this.#worker ??= this.#start();
    this.#worker.ref();
    this.#worker.postMessage({ task: first.task, args: first.args });
    void this.#watch(first);
  }

  /** Idle, the thread keeps no process alive. */
  #rest(): void {
    if (!this.#worker) return;
    this.#worker.unref();
    this.#cancelRelease = this.#system.after(idleMs, () => void this.#end());
  }

  #start(): Worker {
    const started = new Worker(new URL(this.#url), {
      workerData: { url: this.#url, compiled: module.getCompileCacheDir?.() },
      resourceLimits,
    });
    started.on('message', (outcome: Outcome) => {
      // What a thread that was given up had still to say concerns nobody.
      if (this.#worker !== started) return;
      const first = this.#waiting.shift();
      this.#begin();
      if ('result' in outcome) first?.resolve(outcome.result);
      else first?.reject(Object.assign(new Error(outcome.failure.message), outcome.failure));
    });
    started.on('error', (error: Error & { code?: string }) => {
      if (this.#worker !== started) return;
      this.#worker = undefined;
      this.#abandon(this.#waiting[0], error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new Overrun('memory') : error);
    });
    return started;
  }

  /** Gives up a task that takes too long or too much memory. */
  async #watch(asked: Waiting): Promise<void> {
    const before = process.memoryUsage.rss();
    for (let waited = 0; this.#waiting[0] === asked; waited += watchMs) {
      if (waited >= this.#maxMs) return this.#abandon(asked, new Overrun('time'));
      if (process.memoryUsage.rss() - before > maxGrowth) return this.#abandon(asked, new Overrun('memory'));
      await this.#system.pause(watchMs);
    }
  }

  /** One task is given up; what waits behind it is done by a new thread. */
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

/** Opens a thread for the tasks of a module. */
export type OpenThread = <Tasks extends TaskTable>(module: TaskModule<Tasks>, limits: { maxMs: number }) => Pick<Thread<Tasks>, 'run'>;

function closed(): AppError {
  return new AppError('unavailable', 'The desk is being closed.', { hint: 'Ask again once it is open.' });
}
