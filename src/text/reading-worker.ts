/* oxlint-disable unicorn/require-post-message-target-origin -- A thread has no origin. */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { readHere, type DocumentSource, type ReadDocument } from './reading.ts';

interface Task {
  id: number;
  source: DocumentSource;
}

type Outcome = { id: number; document: ReadDocument } | { id: number; error: unknown };

interface Waiting extends Task {
  resolve(document: ReadDocument): void;
  reject(error: unknown): void;
}

/** What tells this module that it is the worker: it starts itself, so that it is found as source and as what is compiled of it. */
const role = 'copydesk: reads documents';

let worker: Worker | undefined;
let lastId = 0;
const waiting = new Map<number, Waiting>();

/** Reads a document on a thread of its own, which starts with the first, reads one after the other, and ends with the last that waits for it. */
export async function readApart(source: DocumentSource, signal?: AbortSignal): Promise<ReadDocument> {
  signal?.throwIfAborted();
  const id = ++lastId;
  const giveUp = () => abandon(id, signal?.reason);
  signal?.addEventListener('abort', giveUp);
  try {
    return await new Promise<ReadDocument>((resolve, reject) => {
      waiting.set(id, { id, source, resolve, reject });
      worker ??= start();
      worker.postMessage({ id, source } satisfies Task);
    });
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}

function start(): Worker {
  const started = new Worker(new URL(import.meta.url), { workerData: role });
  started.on('message', (outcome: Outcome) => {
    const asked = take(outcome.id);
    if ('document' in outcome) asked?.resolve(outcome.document);
    else asked?.reject(outcome.error);
    if (waiting.size === 0) end(started);
  });
  // It died, of too little memory say, over the document it was reading: the oldest. The others get a new thread.
  started.on('error', (error) => abandon(waiting.keys().next().value ?? 0, error));
  return started;
}

/** One document is given up; what waits behind it is read by a new thread. */
function abandon(id: number, reason: unknown): void {
  take(id)?.reject(reason);
  if (worker) end(worker);
  if (waiting.size === 0) return;
  worker = start();
  for (const { id: next, source } of waiting.values()) worker.postMessage({ id: next, source } satisfies Task);
}

function take(id: number): Waiting | undefined {
  const asked = waiting.get(id);
  waiting.delete(id);
  return asked;
}

function end(from: Worker): void {
  if (worker === from) worker = undefined;
  void from.terminate();
}

async function outcomeOf(id: number, source: DocumentSource): Promise<Outcome> {
  try {
    return { id, document: await readHere(source) };
  } catch (error) {
    return { id, error };
  }
}

if (!isMainThread && workerData === role) {
  // One after the other, in the order in which they came.
  let before: Promise<void> = Promise.resolve();
  parentPort!.on('message', ({ id, source }: Task) => {
    before = before.then(async () => parentPort!.postMessage(await outcomeOf(id, source)));
  });
}
