import type { Cancel, System } from '../system.ts';
import type { Outgoing, Sent } from './attempt.ts';
import { receiverOf } from './receiver.ts';
import { startRemote, type Dialing, type Remote } from './remote.ts';
import { createSender, type Order, type SenderLimits } from './sender.ts';

/** Makes attempts: in this thread while there is little to do, in a thread of its own under backlog. */
export interface Senders {
  /** Resolves with undefined if the attempt has not begun: `signal` was aborted before, its receiver just failed, or it waited for too long. */
  send(outgoing: Outgoing, signal: AbortSignal): Promise<Sent | undefined>;
  close(): Promise<void>;
}

interface Held {
  order: Order;
  /** Whether the thread has it. */
  away: boolean;
  settle: (sent: Sent | undefined) => void;
}

/** A thread is started once so many attempts came in so short a time, and released when there has been nothing to do for a while. */
const busyCount = 256;
const busyMs = 256;
const idleMs = 5000;
/** After a crash there is none for so long. */
const crashPauseMs = 60_000;

/** `dialing`: how the thread reaches the network; without it there is no thread. */
export function createSenders(system: System, limits: SenderLimits, dialing?: Dialing): Senders {
  const held = new Map<number, Held>();
  const inline = createSender({ ...limits, request: system.request, now: system.now, onSent: onSentHere });
  let lastKey = 0;
  let remote: Remote | undefined;
  let isReady = false;
  let cancelRelease: Cancel = () => {};
  let noThreadUntil = 0;
  let counted = 0;
  let countedSince = 0;

  function onSentHere(key: number, sent: Sent | undefined): void {
    if (isReady && sent) remote!.vacate(receiverOf(held.get(key)!.order.url));
    settle(key, sent);
  }

  function settle(key: number, sent: Sent | undefined): void {
    const one = held.get(key);
    held.delete(key);
    one?.settle(sent);
    if (held.size === 0 && remote) rest();
  }

  /** Without work it does not keep the process alive, and after a while it ends. */
  function rest(): void {
    remote!.unref();
    cancelRelease();
    cancelRelease = system.after(idleMs, () => void release());
  }

  async function release(): Promise<void> {
    if (held.size > 0) return;
    const ended = remote;
    remote = undefined;
    isReady = false;
    await ended?.end();
  }

  function isBusy(now: number): boolean {
    if (++counted < busyCount) return false;
    const busy = now - countedSince <= busyMs;
    counted = 0;
    countedSince = now;
    return busy;
  }

  function start(): void {
    remote = startRemote(limits, dialing!, {
      onReady() {
        isReady = true;
        const unbegun = inline.withdraw();
        const moved = new Set(unbegun.map(({ key }) => key));
        for (const [key, { order }] of held) if (!moved.has(key)) remote!.occupy(receiverOf(order.url));
        unbegun.forEach(sendAway);
      },
      onSent: settle,
      onCrash(fault) {
        system.log.error({ err: fault }, 'the thread that sends has ended; deliveries are sent without it');
        remote = undefined;
        isReady = false;
        noThreadUntil = system.now() + crashPauseMs;
        // Whatever of them had begun may have arrived.
        for (const [key, { away, order }] of held) if (away) settle(key, cutShort(order));
      },
    });
  }

  function sendAway(order: Order): void {
    held.get(order.key)!.away = true;
    remote!.send(order);
  }

  return {
    send(outgoing, signal) {
      const now = system.now();
      const order = { ...outgoing, key: ++lastKey, givenAt: now };
      if (dialing && !remote && isBusy(now) && now >= noThreadUntil) start();
      if (held.size === 0) remote?.ref();
      return new Promise((resolve) => {
        const drop = () => (held.get(order.key)?.away ? remote?.drop(order.key) : inline.drop(order.key));
        signal.addEventListener('abort', drop);
        held.set(order.key, {
          order,
          away: false,
          settle(sent) {
            signal.removeEventListener('abort', drop);
            resolve(sent);
          },
        });
        if (isReady) sendAway(order);
        else inline.send(order);
      });
    },
    async close() {
      cancelRelease();
      await remote?.end();
    },
  };
}

/** What is recorded of an attempt whose thread ended. */
function cutShort({ givenAt }: Order): Sent {
  const message = 'The attempt was cut short by a fault of this desk.';
  const response = JSON.stringify({ error: { code: 'internal', message }, durationMs: 0 });
  return { startedAt: givenAt, requestHeaders: '{}', response, durationMs: 0, error: 'internal' };
}
