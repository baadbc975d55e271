/* oxlint-disable unicorn/require-post-message-target-origin -- A thread has no origin. */
import module from 'node:module';
import { dirname } from 'node:path';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import type { DialOptions } from '../net/request.ts';
import type { Sent } from './attempt.ts';
import type { Order, SenderLimits } from './sender.ts';

/** What the thread is started with. */
export interface ThreadData {
  url: string;
  limits: SenderLimits;
  dialing: Pick<DialOptions, 'production' | 'allowedNetworks'>;
  /** The folder of compiled code. */
  compiled: string | undefined;
}

/** What it is told. Receivers of attempts that are under way in the process itself, then each as it ends. */
export interface ToThread {
  orders?: readonly Order[];
  dropped?: readonly number[];
  occupied?: readonly string[];
  vacated?: readonly string[];
}

/** What became of orders, by key. The first message, without any, says that it is ready. */
export type FromThread = readonly (readonly [key: number, sent: Sent | undefined])[];

export const senderThreadUrl = import.meta.url;

async function serve({ limits, dialing, compiled }: ThreadData): Promise<void> {
  // Uses the process's cache of compiled code, which lies in a folder for each version of Node.
  if (compiled) module.enableCompileCache(dirname(compiled));
  const [{ createDial }, { Sender }] = await Promise.all([import('../net/request.ts'), import('./sender.ts')]);
  let ended: [number, Sent | undefined][] = [];
  const tell = () => {
    parentPort!.postMessage(ended satisfies FromThread);
    ended = [];
  };
  const onSent = (key: number, sent: Sent | undefined) => {
    // One message for all that end in the same turn of the loop.
    if (ended.push([key, sent?.fault === undefined ? sent : { ...sent, fault: inWords(sent.fault) }]) === 1) setImmediate(tell);
  };
  const sender = new Sender({ ...limits, request: createDial(dialing).request, now: Date.now, onSent });
  parentPort!.on('message', ({ orders = [], dropped = [], occupied = [], vacated = [] }: ToThread) => {
    for (const receiver of occupied) sender.occupy(receiver);
    for (const receiver of vacated) sender.vacate(receiver);
    for (const order of orders) sender.send(order);
    for (const key of dropped) sender.drop(key);
  });
  tell();
}

/** An error may hold what cannot pass from one thread to another. */
function inWords(fault: unknown): unknown {
  return fault instanceof Error ? { name: fault.name, message: fault.message, stack: fault.stack } : String(fault);
}

if (!isMainThread && workerData?.url === senderThreadUrl) await serve(workerData as ThreadData);
