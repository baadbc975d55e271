import type { AttemptError } from '../../schema/deliveries.ts';
import type { Dial } from '../system.ts';
import { attempt, type Outgoing, type Sent } from './attempt.ts';
import { deadlineMs } from './post.ts';
import { receiverOf } from './receiver.ts';

/** An attempt to make. */
export interface Order extends Outgoing {
  /** Tells orders apart: one delivery may be ordered twice, if its lease was lost and taken again. */
  key: number;
  /** When it was given, in milliseconds since the epoch. */
  givenAt: number;
}

/** An order that has waited for longer is not begun: its lease may have passed to somebody else, or another send have taken its place. */
export const maxWaitMs = 2000;
/** After this long no order is under way any more. */
export const longestMs = maxWaitMs + deadlineMs;

/** What every sender is made with. */
export interface SenderLimits {
  /** Attempts under way at once. */
  places: number;
  /** Of these, to one receiver. */
  perReceiver: number;
  httpsOnly: boolean;
}

interface Needs extends SenderLimits {
  request: Dial;
  now: () => number;
  /** Called once for each order; `undefined` if it was dropped before it began. */
  onSent: (key: number, sent: Sent | undefined) => void;
}

interface Receiver {
  name: string;
  underWay: number;
  waiting: Order[];
}

/** Errors that tell nothing of the receiver. */
const ours: ReadonlySet<AttemptError | null> = new Set([null, 'signing', 'internal']);

/** Whether an attempt failed because of its receiver. */
export function receiverFailed({ error }: Pick<Sent, 'error'>): boolean {
  return !ours.has(error);
}

/** Makes attempts, within its limits and fair to every receiver. */
export class Sender {
  readonly #needs: Needs;
  readonly #receivers = new Map<string, Receiver>();
  /** Receivers with orders that may begin, each at its place in the line. */
  readonly #line = new Set<Receiver>();
  #underWay = 0;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Whether it has begun at once. */
  send(order: Order): boolean {
    const receiver = this.#named(receiverOf(order.url));
    receiver.waiting.push(order);
    if (!this.#line.has(receiver)) this.#lineUp(receiver);
    this.#beginMore();
    return receiver.waiting.at(-1) !== order;
  }

  /** Drops an order that has not begun. One under way goes on. */
  drop(key: number): void {
    for (const receiver of this.#receivers.values()) {
      const at = receiver.waiting.findIndex((order) => order.key === key);
      if (at === -1) continue;
      receiver.waiting.splice(at, 1);
      if (receiver.waiting.length === 0) this.#lineUp(receiver);
      return this.#needs.onSent(key, undefined);
    }
  }

  /** Takes back all orders that have not begun. Nothing is called for them. */
  withdraw(): Order[] {
    const withdrawn = [...this.#receivers.values()].flatMap((receiver) => receiver.waiting.splice(0));
    for (const receiver of this.#receivers.values()) this.#lineUp(receiver);
    return withdrawn;
  }

  /** One attempt to a receiver is under way elsewhere: it counts here too, until `vacate`. */
  occupy(receiver: string): void {
    this.#enter(this.#named(receiver));
  }

  vacate(receiver: string): void {
    this.#leave(this.#named(receiver));
    this.#beginMore();
  }

  #named(name: string): Receiver {
    const known = this.#receivers.get(name);
    if (known) return known;
    const receiver = { name, underWay: 0, waiting: [] };
    this.#receivers.set(name, receiver);
    return receiver;
  }

  /** Puts a receiver last in the line if it has something to do and room for it, and forgets one that has nothing left. */
  #lineUp(receiver: Receiver): void {
    this.#line.delete(receiver);
    if (receiver.waiting.length === 0) {
      if (receiver.underWay === 0) this.#receivers.delete(receiver.name);
    } else if (receiver.underWay < this.#needs.perReceiver) this.#line.add(receiver);
  }

  #enter(receiver: Receiver): void {
    receiver.underWay++;
    this.#underWay++;
  }

  #leave(receiver: Receiver): void {
    receiver.underWay--;
    this.#underWay--;
    if (!this.#line.has(receiver)) this.#lineUp(receiver);
  }

  /** Begins what there is room for, one of each receiver in turn. */
  #beginMore(): void {
    const { request, now, places, httpsOnly, onSent } = this.#needs;
    for (const receiver of this.#line) {
      if (this.#underWay >= places) return;
      const order = receiver.waiting.shift()!;
      const startedAt = now();
      const isLate = startedAt - order.givenAt > maxWaitMs;
      if (!isLate) this.#enter(receiver);
      this.#lineUp(receiver);
      if (isLate) onSent(order.key, undefined);
      else void attempt(request, order, { startedAt, httpsOnly }).then((sent) => this.#finish(receiver, order, sent));
    }
  }

  #finish(receiver: Receiver, { key }: Order, sent: Sent): void {
    const { onSent } = this.#needs;
    // Whoever has just failed is not kept busy: what waits for it goes back to the queue, which knows how to treat it.
    const unbegun = receiverFailed(sent) ? receiver.waiting.splice(0) : [];
    if (unbegun.length > 0) this.#lineUp(receiver);
    this.#leave(receiver);
    onSent(key, sent);
    for (const order of unbegun) onSent(order.key, undefined);
    this.#beginMore();
  }
}
