import { fork, type ChildProcess } from 'node:child_process';
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { AppError } from '../errors.ts';
import type { Cancel, System } from '../system.ts';
import { argumentsFor, childUrl, exitOfMemory, type ChildOutcome, type PieceAhead } from './child.ts';
import { Line } from './line.ts';
import { putBack, takeOut, type Piece } from './pieces.ts';
import type { Asked, Begun } from './tasks.ts';
import { closed, idleMs, Overrun } from './thread.ts';

export interface LaneLimits {
  /** The time of one task, from its beginning. */
  maxMs: number;
  /** How large the process may get. */
  maxBytes: number;
}

/** Whose turn a task takes. */
export interface Turn {
  /** Keys take turns: whoever asked, or where it came from. */
  key: string;
  /** The size of its arguments, in characters or bytes. */
  size: number;
  signal?: AbortSignal;
}

export interface Waiting extends Asked, Turn {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** What may wait in line for each key: later ones are told to come back. */
const maxWaiting = 64;
const maxWaitingSize = 64 * 1024 * 1024;
const retryAfterSeconds = 20;
/** For a process to start and to load what a task needs, on a machine with much else to do. */
const maxStartMs = 10_000;

/** Runs the tasks of a module in a process of its own, one at a time. The process starts with the first task, and ends when it is idle or has grown. */
export class Lane {
  readonly #system: Pick<System, 'after' | 'pause'>;
  readonly #url: string;
  readonly #limits: LaneLimits;
  readonly #line = new Line<Waiting>();
  #running: Waiting | undefined;
  /** Aborted once the running task is over. */
  #over = new AbortController();
  #child: ChildProcess | undefined;
  #isClosed = false;
  #cancelRelease: Cancel = () => {};

  constructor(system: Pick<System, 'after' | 'pause'>, url: string, limits: LaneLimits) {
    this.#system = system;
    this.#url = url;
    this.#limits = limits;
  }

  /** Rejects with the signal's reason once it is aborted, with `Overrun` if the task exceeds a limit, with `unavailable` if the line is too long, otherwise with the task's own error. */
  async run(task: string, args: unknown[], turn: Turn): Promise<unknown> {
    const { key, size, signal } = turn;
    if (this.#isClosed) throw closed();
    signal?.throwIfAborted();
    const before = this.#line.of(key);
    if (before.length >= maxWaiting || before.reduce((sum, one) => sum + one.size, size) > maxWaitingSize) throw tooMany(before.length);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const asked: Waiting = { ...turn, task, args, resolve, reject };
    const giveUp = () => this.#abandon(asked, signal?.reason);
    signal?.addEventListener('abort', giveUp);
    this.#line.push(key, asked);
    if (!this.#running) this.#begin();
    return promise.finally(() => signal?.removeEventListener('abort', giveUp));
  }

  /** Ends the process for good and rejects all tasks that have not finished. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#over.abort();
    for (let asked = this.#running; asked; asked = this.#line.next()) asked.reject(closed());
    this.#running = undefined;
    await this.#end();
  }

  #begin(): void {
    this.#cancelRelease();
    const next = (this.#running = this.#line.next());
    if (!next) return this.#rest();
    void this.#hand(next);
  }

  /** Other work has its turn before a process is started, and between pieces of what is long: to start one, or to copy much at once, holds the event loop. */
  async #hand(asked: Waiting): Promise<void> {
    try {
      if (!this.#child) {
        // By a timer: after `pause(0)` all that waited for its turn in the same way would come before anything else.
        await this.#system.pause(1);
        if (this.#running !== asked) return;
        this.#child = this.#start();
        await this.#system.pause(0);
        if (this.#running !== asked) return;
      }
      const child = this.#child;
      child.ref();
      child.channel?.ref();
      void this.#watch(asked, maxStartMs + this.#limits.maxMs);
      const { args, pieces } = takeOut(asked.args);
      for (const message of [...pieces.map((piece): PieceAhead => ({ piece })), { task: asked.task, args } satisfies Asked]) {
        if (pieces.length > 0) await this.#system.pause(0);
        if (this.#child !== child) return;
        child.send(message, () => {});
      }
    } catch (error) {
      // No process can be started, or its arguments cannot be cloned.
      if (this.#running === asked) this.#abandon(asked, error);
    }
  }

  /** Starting a process takes longer than most tasks. An idle one keeps nothing alive. */
  #rest(): void {
    this.#child?.unref();
    this.#child?.channel?.unref();
    this.#cancelRelease = this.#system.after(idleMs, () => void this.#end());
  }

  #start(): ChildProcess {
    const options = { url: this.#url, compiled: module.getCompileCacheDir?.(), maxBytes: this.#limits.maxBytes };
    // Nothing of the environment: keys and tokens stand in it. Nothing of stdout: it belongs to JSON-RPC.
    const started = fork(fileURLToPath(childUrl), argumentsFor(options), {
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    let pieces: Piece[] = [];
    started.on('message', (outcome: ChildOutcome | PieceAhead | Begun) => {
      // An abandoned process may still answer.
      if (this.#child !== started || !this.#running) return;
      if ('piece' in outcome) return void pieces.push(outcome.piece);
      const asked = this.#running;
      this.#over.abort();
      if ('hasBegun' in outcome) {
        void this.#watch(asked, this.#limits.maxMs);
        return;
      }
      if (outcome.isSpent) void this.#end();
      if ('result' in outcome) asked.resolve(putBack([outcome.result], pieces)[0]);
      else asked.reject(Object.assign(new Error(outcome.failure.message), outcome.failure));
      pieces = [];
      this.#begin();
    });
    const died = (reason: unknown) => {
      if (this.#child !== started) return;
      this.#child = undefined;
      if (this.#running) this.#abandon(this.#running, reason);
    };
    started.on('error', died);
    started.on('exit', (code, signal) => died(whyEnded(code, signal)));
    return started;
  }

  async #watch(asked: Waiting, maxMs: number): Promise<void> {
    const over = (this.#over = new AbortController());
    await this.#system.pause(maxMs, over.signal).then(
      () => this.#running === asked && this.#abandon(asked, new Overrun('time')),
      () => {},
    );
  }

  /** Abandons one task. If it is running its process is killed, and a new one runs the tasks behind it. */
  #abandon(asked: Waiting, reason: unknown): void {
    if (asked === this.#running) {
      this.#over.abort();
      void this.#end();
      this.#begin();
    } else this.#line.remove(asked.key, asked);
    asked.reject(reason);
  }

  async #end(): Promise<void> {
    this.#cancelRelease();
    const ended = this.#child;
    this.#child = undefined;
    if (ended?.pid === undefined || ended.exitCode !== null || ended.signalCode !== null) return;
    ended.ref();
    const gone = new Promise((resolve) => ended.once('exit', resolve));
    ended.kill('SIGKILL');
    await gone;
  }
}

/** The heap's end is an abort; who kills without being asked is the system, short of memory. */
function whyEnded(code: number | null, signal: NodeJS.Signals | null): AppError {
  if (code === exitOfMemory || signal === 'SIGABRT' || signal === 'SIGKILL') return new Overrun('memory');
  return new AppError('unavailable', 'The process that did the work ended before it was done.', {
    hint: 'Try again. If it happens again, give the part that matters as text.',
  });
}

function tooMany(waiting: number): AppError {
  return new AppError('unavailable', `${waiting} documents of yours are waiting to be read already.`, {
    hint: 'Hand in the next once these have been answered.',
    retryAfterSeconds,
  });
}
