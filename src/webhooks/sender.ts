import type { AttemptError } from '../../schema/deliveries.ts';
import type { Dial } from '../system.ts';
import { attempt, type Outgoing, type Sent } from './attempt.ts';
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

/** Makes attempts, within its limits and fair to every receiver. */
export interface Sender {
  send(order: Order): void;
  /** Drops an order that has not begun. One under way goes on. */
  drop(key: number): void;
  /** Takes back all orders that have not begun. Nothing is called for them. */
  withdraw(): Order[];
  /** One attempt to a receiver is under way elsewhere: it counts here too, until `vacate`. */
  occupy(receiver: string): void;
  vacate(receiver: string): void;
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

export function createSender({ request, now, places, perReceiver, httpsOnly, onSent }: Needs): Sender {
  const receivers = new Map<string, Receiver>();
  /** Receivers with orders that may begin, each at its place in the line. */
  const line = new Set<Receiver>();
  let underWay = 0;

  function receiverNamed(name: string): Receiver {
    const known = receivers.get(name);
    if (known) return known;
    const receiver = { name, underWay: 0, waiting: [] };
    receivers.set(name, receiver);
    return receiver;
  }

  /** Puts a receiver last in the line if it has something to do and room for it, and forgets one that has nothing left. */
  function lineUp(receiver: Receiver): void {
    line.delete(receiver);
    if (receiver.waiting.length === 0) {
      if (receiver.underWay === 0) receivers.delete(receiver.name);
    } else if (receiver.underWay < perReceiver) line.add(receiver);
  }

  function enter(receiver: Receiver): void {
    receiver.underWay++;
    underWay++;
  }

  function leave(receiver: Receiver): void {
    receiver.underWay--;
    underWay--;
    if (!line.has(receiver)) lineUp(receiver);
  }

  /** Begins what there is room for, one of each receiver in turn. */
  function beginMore(): void {
    for (const receiver of line) {
      if (underWay >= places) return;
      const order = receiver.waiting.shift()!;
      const startedAt = now();
      const isLate = startedAt - order.givenAt > maxWaitMs;
      if (!isLate) enter(receiver);
      lineUp(receiver);
      if (isLate) onSent(order.key, undefined);
      else void attempt(request, order, { startedAt, httpsOnly }).then((sent) => finish(receiver, order, sent));
    }
  }

  function finish(receiver: Receiver, { key }: Order, sent: Sent): void {
    // Whoever has just failed is not kept busy: what waits for it goes back to the queue, which knows how to treat it.
    const unbegun = receiverFailed(sent) ? receiver.waiting.splice(0) : [];
    if (unbegun.length > 0) lineUp(receiver);
    leave(receiver);
    onSent(key, sent);
    for (const order of unbegun) onSent(order.key, undefined);
    beginMore();
  }

  return {
    send(order) {
      const receiver = receiverNamed(receiverOf(order.url));
      receiver.waiting.push(order);
      if (!line.has(receiver)) lineUp(receiver);
      beginMore();
    },
    drop(key) {
      for (const receiver of receivers.values()) {
        const at = receiver.waiting.findIndex((order) => order.key === key);
        if (at === -1) continue;
        receiver.waiting.splice(at, 1);
        if (receiver.waiting.length === 0) lineUp(receiver);
        return onSent(key, undefined);
      }
    },
    withdraw() {
      const withdrawn = [...receivers.values()].flatMap((receiver) => receiver.waiting.splice(0));
      for (const receiver of receivers.values()) lineUp(receiver);
      return withdrawn;
    },
    occupy: (name) => enter(receiverNamed(name)),
    vacate(name) {
      leave(receiverNamed(name));
      beginMore();
    },
  };
}
