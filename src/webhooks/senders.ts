import type { Cancel, System } from '../system.ts';
import { unsent, type Outgoing, type Sent } from './attempt.ts';
import { receiverOf } from './receiver.ts';
import { startRemote, type Dialing, type Remote } from './remote.ts';
import { longestMs, maxWaitMs, receiverFailed, Sender, type Order, type SenderLimits } from './sender.ts';

interface Held {
  order: Order;
  /** Whether the thread has it. */
  isAway: boolean;
  /** How often it was the oldest when somebody looked. */
  looks: number;
  settle: (sent: Sent | undefined) => void;
}

/** A thread is started once so many more attempts had to wait than began at once, and released when there has been nothing to do for a while. */
const manyWaited = 256;
const idleMs = 5000;
/** A thread that holds an order at so many looks, each `maxWaitMs` after the one before, hangs: no attempt takes as long. Looks are counted, for clocks jump. */
const hungLooks = Math.ceil(longestMs / maxWaitMs) + 3;
/** After a crash there is none for so long. */
const crashPauseMs = 60_000;
const cutShort = 'The attempt was cut short by a fault of this desk.';

/** Makes attempts: in this thread while there is little to do, in a thread of its own under backlog. */
export class Senders {
  readonly #system: System;
  readonly #limits: SenderLimits;
  readonly #dialing: Dialing | undefined;
  readonly #inline: Sender;
  readonly #held = new Map<number, Held>();
  #lastKey = 0;
  #waited = 0;
  #remote: Remote | undefined;
  #isReady = false;
  #cancelRelease: Cancel = () => {};
  #cancelWatch: Cancel = () => {};
  #noThreadUntil = 0;

  /** `dialing`: how the thread reaches the network; without it there is no thread. */
  constructor(system: System, limits: SenderLimits, dialing?: Dialing) {
    this.#system = system;
    this.#limits = limits;
    this.#dialing = dialing;
    const { request, now } = system;
    this.#inline = new Sender({ ...limits, request, now, onSent: (key, sent) => this.#onSentInline(key, sent) });
  }

  /** Resolves with undefined if the attempt has not begun: `signal` was aborted before, its receiver just failed, or it waited for too long. */
  send(outgoing: Outgoing, signal: AbortSignal): Promise<Sent | undefined> {
    if (signal.aborted) return Promise.resolve(undefined);
    const order = { ...outgoing, key: ++this.#lastKey, receiver: receiverOf(outgoing.url), givenAt: this.#system.now() };
    if (this.#held.size === 0) this.#begin();
    return new Promise((resolve) => {
      const drop = () => this.#drop(order.key);
      signal.addEventListener('abort', drop);
      const settle = (sent: Sent | undefined) => {
        signal.removeEventListener('abort', drop);
        resolve(sent);
      };
      this.#held.set(order.key, { order, isAway: false, looks: 0, settle });
      if (this.#isReady) this.#sendAway(order);
      else if (this.#inline.send(order)) this.#waited = Math.max(this.#waited - 1, 0);
      else if (++this.#waited >= manyWaited) this.#start();
    });
  }

  async close(): Promise<void> {
    this.#cancelRelease();
    this.#cancelWatch();
    await this.#remote?.end();
  }

  #sendAway(order: Order): void {
    this.#held.get(order.key)!.isAway = true;
    this.#remote!.send(order);
  }

  #drop(key: number): void {
    if (this.#held.get(key)?.isAway) this.#remote?.drop(key);
    else this.#inline.drop(key);
  }

  #onSentInline(key: number, sent: Sent | undefined): void {
    if (this.#isReady && sent) this.#tellAway(this.#held.get(key)!.order.receiver, sent);
    this.#settle(key, sent);
  }

  /** An attempt that had begun here has ended. */
  #tellAway(receiver: string, sent: Sent): void {
    this.#remote!.vacate(receiver);
    if (!receiverFailed(sent)) return;
    for (const [key, { isAway, order }] of this.#held) if (isAway && order.receiver === receiver) this.#remote!.drop(key);
  }

  #settle(key: number, sent: Sent | undefined): void {
    const one = this.#held.get(key);
    this.#held.delete(key);
    one?.settle(sent);
    if (this.#held.size === 0) this.#rest();
  }

  #start(): void {
    if (!this.#dialing || this.#remote || this.#system.now() < this.#noThreadUntil) return;
    try {
      this.#remote = startRemote(this.#limits, this.#dialing, {
        onReady: () => this.#moveAway(),
        onSent: (key, sent) => this.#settle(key, sent),
        onCrash: (fault) => this.#goOnWithout(fault),
      });
    } catch (fault) {
      this.#goOnWithout(fault);
    }
  }

  /** What has begun here ends here, and counts there meanwhile. */
  #moveAway(): void {
    this.#isReady = true;
    const unbegun = this.#inline.withdraw();
    const moved = new Set(unbegun.map(({ key }) => key));
    for (const [key, { order }] of this.#held) if (!moved.has(key)) this.#remote!.occupy(order.receiver);
    for (const order of unbegun) this.#sendAway(order);
  }

  #goOnWithout(fault: unknown): void {
    this.#system.log.error({ err: fault }, 'the thread that sends has failed; deliveries are sent without it for a while');
    this.#remote = undefined;
    this.#isReady = false;
    this.#noThreadUntil = this.#system.now() + crashPauseMs;
    // Whatever of them had begun may have arrived.
    for (const [key, { isAway, order }] of this.#held) if (isAway) this.#settle(key, unsent('internal', cutShort, order.givenAt));
  }

  #begin(): void {
    this.#remote?.ref();
    this.#cancelRelease();
    this.#watch();
  }

  /** Without work it does not keep the process alive, and after a while it ends. */
  #rest(): void {
    this.#waited = 0;
    this.#cancelWatch();
    this.#remote?.unref();
    if (this.#remote) this.#cancelRelease = this.#system.after(idleMs, () => void this.#release());
  }

  /** Gives back what has waited for too long, and ends a thread that hangs. */
  #watch(): void {
    this.#cancelWatch = this.#system.after(maxWaitMs, () => {
      const oldest = this.#held.values().next().value;
      if (oldest?.isAway && ++oldest.looks > hungLooks) this.#endHung();
      const late = this.#system.now() - maxWaitMs;
      for (const [key, { order }] of this.#held) if (order.givenAt < late) this.#drop(key);
      if (this.#held.size > 0) this.#watch();
    });
  }

  /** Without waiting for its end: within a native call it cannot be ended. */
  #endHung(): void {
    void this.#remote?.end();
    this.#goOnWithout(new Error('The thread no longer answers.'));
  }

  async #release(): Promise<void> {
    if (this.#held.size > 0) return;
    const ended = this.#remote;
    this.#remote = undefined;
    this.#isReady = false;
    await ended?.end();
  }
}
