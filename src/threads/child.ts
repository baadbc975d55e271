import { Worker } from 'node:worker_threads';
import { putBack, takeOut, type Piece } from './pieces.ts';
import type { Asked, Begun, Outcome } from './tasks.ts';

/** Tells this module that it runs as the child process. */
const role = 'copydesk: runs tasks apart';

/** What the child is told at its start. */
export interface ChildOptions {
  /** The module whose tasks it runs. */
  url: string;
  /** The folder of compiled code. */
  compiled: string | undefined;
  /** How large the whole process may get, in bytes. */
  maxBytes: number;
}

/** `isSpent`: the process has grown so much that another is to do the next task. */
export type ChildOutcome = Outcome & { isSpent: boolean };

/** Sent ahead of the task, or of the outcome, that it belongs to. */
export interface PieceAhead {
  piece: Piece;
}

export const childUrl = import.meta.url;
/** The child's exit code once it needs too much memory. */
export const exitOfMemory = 86;
const watchMs = 20;
/** Limits of the heap, as shares of the whole. */
const oldShare = 0.7;
const youngShare = 0.1;
/** From this share of the limit on, the process is not kept for the next task. */
const spentShare = 0.9;

export function argumentsFor(options: ChildOptions): string[] {
  return [role, JSON.stringify(options)];
}

/** Runs the tasks on a thread, so that this one can always end the process: however much memory they take, and when the desk is gone. */
function serve({ maxBytes, ...options }: ChildOptions): void {
  const megabytes = maxBytes / 1024 / 1024;
  const resourceLimits = { maxOldGenerationSizeMb: megabytes * oldShare, maxYoungGenerationSizeMb: megabytes * youngShare };
  const worker = new Worker(new URL(options.url), { workerData: { ...options, tellsBeginning: true }, resourceLimits });
  let pieces: Piece[] = [];
  process.on('message', (asked: Asked | PieceAhead) => {
    if ('piece' in asked) return void pieces.push(asked.piece);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
    worker.postMessage({ task: asked.task, args: putBack(asked.args, pieces) } satisfies Asked);
    pieces = [];
  });
  worker.on('message', (said: Outcome | Begun) => {
    if ('hasBegun' in said) process.send!(said);
    else void tell({ ...said, isSpent: process.memoryUsage.rss() > maxBytes * spentShare });
  });
  worker.on('error', (error: Error & { code?: string }) => process.exit(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? exitOfMemory : 1));
  worker.on('exit', () => process.exit(1));
  process.on('disconnect', () => process.exit());
  // An interrupt at the terminal reaches this process too; the desk says when it ends.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  setInterval(() => {
    if (process.memoryUsage.rss() > maxBytes) process.exit(exitOfMemory);
  }, watchMs);
}

/** What is long goes ahead in pieces, each when the one before has left, so that the desk has other turns between them. */
async function tell(outcome: ChildOutcome): Promise<void> {
  if (!('result' in outcome)) return void process.send!(outcome);
  const { args, pieces } = takeOut([outcome.result]);
  for (const piece of pieces) await new Promise((sent) => void process.send!({ piece } satisfies PieceAhead, sent));
  process.send!({ ...outcome, result: args[0] } satisfies ChildOutcome);
}

if (process.send && process.argv[2] === role) serve(JSON.parse(process.argv[3]!) as ChildOptions);
