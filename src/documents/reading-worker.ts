/* oxlint-disable unicorn/require-post-message-target-origin -- A thread has no origin. */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { DocumentSource, ReadDocument } from './reading.ts';
import { Unreadable } from './unreadable.ts';

/** What the thread can do. */
export type Task = { read: DocumentSource } | { compare: [one: string, other: string] };
type ResultOf<Asked extends Task> = Asked extends { read: DocumentSource } ? ReadDocument : number;

type Outcome = { result: ReadDocument | number } | { unreadable: { message: string; hint: string } } | { error: unknown };

interface Waiting {
  task: Task;
  pause: ((ms: number) => Promise<void>) | undefined;
  resolve(result: ReadDocument | number): void;
  reject(error: unknown): void;
}

/** What tells this module that it is the worker: it starts itself, so that it is found as source and as what is compiled of it. */
const role = 'copydesk: reads documents';

const longestMs = 20_000;
const watchMs = 50;
/** Of objects; what is unpacked lies beside them and is watched from outside. */
const resourceLimits = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 64 };
/** By so much the process may grow over one document. */
const mostGrowth = 1536 * 1024 * 1024;

let worker: Worker | undefined;
/** The first is being worked on. */
const waiting: Waiting[] = [];

/** Does a task on a thread of its own, which starts with the first and does one after the other, each within its limits of time and memory. */
export async function workApart<Asked extends Task>(
  task: Asked,
  signal?: AbortSignal,
  pause?: (ms: number) => Promise<void>,
): Promise<ResultOf<Asked>> {
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const giveUp = () => abandon(asked, signal?.reason);
    const settled = () => signal?.removeEventListener('abort', giveUp);
    const asked: Waiting = {
      task,
      pause,
      resolve: (result) => (settled(), resolve(result as ResultOf<Asked>)),
      reject: (error) => (settled(), reject(error)),
    };
    signal?.addEventListener('abort', giveUp);
    if (waiting.push(asked) === 1) begin();
  });
}

/** Ends the thread, unless somebody waits for it. */
export function release(): void {
  if (waiting.length === 0) end();
}

/** Begins with the first of those that wait. */
function begin(): void {
  const [first] = waiting;
  // Idle, the thread keeps no process alive.
  if (!first) return worker?.unref();
  worker ??= start();
  worker.ref();
  worker.postMessage(first.task);
  if (first.pause) void watch(first, first.pause);
}

function start(): Worker {
  const started = new Worker(new URL(import.meta.url), { workerData: role, resourceLimits });
  started.on('message', (outcome: Outcome) => {
    // What a thread that was given up had still to say concerns nobody.
    if (worker !== started) return;
    const first = waiting.shift();
    begin();
    if (!first) return;
    if ('result' in outcome) first.resolve(outcome.result);
    else if ('unreadable' in outcome) first.reject(new Unreadable(outcome.unreadable.message, outcome.unreadable.hint));
    else first.reject(outcome.error);
  });
  started.on('error', (error: Error & { code?: string }) => {
    if (worker === started) abandon(waiting[0], error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error);
  });
  return started;
}

/** Gives up a task that takes too long or too much memory. */
async function watch(asked: Waiting, pause: (ms: number) => Promise<void>): Promise<void> {
  const before = process.memoryUsage.rss();
  for (let waited = 0; waiting[0] === asked; waited += watchMs) {
    if (waited >= longestMs) return abandon(asked, tooSlow());
    if (process.memoryUsage.rss() - before > mostGrowth) return abandon(asked, tooLarge());
    await pause(watchMs);
  }
}

/** One task is given up; what waits behind it is done by a new thread. */
function abandon(asked: Waiting | undefined, reason: unknown): void {
  const index = asked ? waiting.indexOf(asked) : -1;
  if (index > 0) waiting.splice(index, 1);
  if (index === 0) {
    waiting.shift();
    end();
    begin();
  }
  asked?.reject(reason);
}

function end(): void {
  const ended = worker;
  worker = undefined;
  void ended?.terminate();
}

function tooSlow(): Unreadable {
  return new Unreadable(`The document could not be read within ${longestMs / 1000} s.`, 'Give the part that matters, as text or Markdown.');
}

function tooLarge(): Unreadable {
  return new Unreadable('The document takes too much memory to be read.', 'Cut it into parts, or give the part that matters as text.');
}

/** What that takes is loaded here and not by those who only ask. */
async function resultOf(task: Task): Promise<ReadDocument | number> {
  if ('read' in task) return (await import('./reading.ts')).readHere(task.read);
  return (await import('./sketch.ts')).likenessOf(...task.compare);
}

async function outcomeOf(task: Task): Promise<Outcome> {
  try {
    return { result: await resultOf(task) };
  } catch (error) {
    return error instanceof Unreadable ? { unreadable: { message: error.message, hint: error.hint } } : { error };
  }
}

if (!isMainThread && workerData === role) {
  parentPort!.on('message', async (task: Task) => parentPort!.postMessage(await outcomeOf(task)));
}
