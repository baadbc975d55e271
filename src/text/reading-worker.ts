/* oxlint-disable unicorn/require-post-message-target-origin -- A thread has no origin. */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { readHere, type DocumentSource, type ReadDocument } from './reading.ts';

interface Task {
  id: number;
  source: DocumentSource;
}

type Outcome = { id: number; document: ReadDocument } | { id: number; error: unknown };

/** What tells this module that it is the worker: it starts itself, so that it is found as source and as what is compiled of it. */
const role = 'copydesk: reads documents';

let worker: Worker | undefined;
let lastId = 0;
const waiting = new Map<number, { resolve: (document: ReadDocument) => void; reject: (error: unknown) => void }>();

/** Reads a document on a thread of its own, which starts with the first and ends with the last that waits for it. */
export function readApart(source: DocumentSource): Promise<ReadDocument> {
  const id = ++lastId;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    worker ??= start();
    worker.postMessage({ id, source } satisfies Task);
  });
}

function start(): Worker {
  const started = new Worker(new URL(import.meta.url), { workerData: role });
  started.on('message', (outcome: Outcome) => settle(started, outcome));
  started.on('error', (error) => fail(started, error));
  return started;
}

function settle(from: Worker, outcome: Outcome): void {
  const asked = waiting.get(outcome.id);
  waiting.delete(outcome.id);
  if ('document' in outcome) asked?.resolve(outcome.document);
  else asked?.reject(outcome.error);
  if (waiting.size === 0) end(from);
}

/** A thread that died (out of memory, say) takes all it had to read with it; the next document gets a new one. */
function fail(from: Worker, error: unknown): void {
  end(from);
  for (const { reject } of waiting.values()) reject(error);
  waiting.clear();
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
  parentPort!.on('message', ({ id, source }: Task) => {
    void outcomeOf(id, source).then((outcome) => parentPort!.postMessage(outcome));
  });
}
