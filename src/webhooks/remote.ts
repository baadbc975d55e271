/* oxlint-disable unicorn/require-post-message-target-origin -- A thread has no origin. */
import module from 'node:module';
import { Worker } from 'node:worker_threads';
import type { Sent } from './attempt.ts';
import type { Order, Sender, SenderLimits } from './sender.ts';
import { senderThreadUrl, type FromThread, type ThreadData, type ToThread } from './sender-thread.ts';

export type Dialing = ThreadData['dialing'];

/** A sender on a thread of its own. */
export interface Remote extends Pick<Sender, 'drop' | 'occupy' | 'vacate'> {
  send(order: Order): void;
  ref(): void;
  unref(): void;
  /** Ends the thread, whatever it holds; nothing is called for that. */
  end(): Promise<void>;
}

interface Events {
  onReady(): void;
  onSent(key: number, sent: Sent | undefined): void;
  /** The thread ended by itself. */
  onCrash(fault: unknown): void;
}

/** Limits of the thread's heap. Without the second Node lets it grow several times as large; with less, what waits is copied again and again. */
const resourceLimits = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 48 };

export function startRemote(limits: SenderLimits, dialing: Dialing, { onReady, onSent, onCrash }: Events): Remote {
  const workerData: ThreadData = { url: senderThreadUrl, limits, dialing, compiled: module.getCompileCacheDir?.() };
  const worker = new Worker(new URL(senderThreadUrl), { workerData, resourceLimits });
  let isReady = false;
  let hasEnded = false;
  let told: Required<{ [Word in keyof ToThread]: NonNullable<ToThread[Word]>[number][] }> | undefined;

  const crash = (fault: unknown) => {
    if (hasEnded) return;
    hasEnded = true;
    onCrash(fault);
  };
  worker.on('error', crash).on('exit', () => crash(new Error('The thread ended.')));
  worker.on('message', (outcomes: FromThread) => {
    if (hasEnded) return;
    for (const [key, sent] of outcomes) onSent(key, sent);
    if (isReady) return;
    isReady = true;
    onReady();
  });

  /** One message for all that is said in the same breath. */
  function tell() {
    if (told) return told;
    queueMicrotask(() => {
      const said = told;
      told = undefined;
      if (hasEnded) return;
      try {
        worker.postMessage(said satisfies ToThread | undefined);
      } catch (fault) {
        // Too large for the memory there is.
        void worker.terminate();
        crash(fault);
      }
    });
    return (told = { orders: [], dropped: [], occupied: [], vacated: [] });
  }

  return {
    send: (order: Order) => void tell().orders.push(order),
    drop: (key) => void tell().dropped.push(key),
    occupy: (receiver) => void tell().occupied.push(receiver),
    vacate: (receiver) => void tell().vacated.push(receiver),
    ref: () => worker.ref(),
    unref: () => worker.unref(),
    async end() {
      hasEnded = true;
      await worker.terminate();
    },
  };
}
