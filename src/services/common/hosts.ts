import type { Store } from '../../db/open.ts';
import { extendLease, releaseLeases, takeLeases } from '../../queue/leases.ts';
import type { System } from '../../system.ts';

/** How fast a host may be requested. */
export interface Pace {
  /** Requests in flight. */
  maxAtOnce: number;
  /** Between the starts of two requests, in milliseconds. */
  delayMs: number;
}

/** Limits how often and how fast each host is requested, by all processes together. */
export interface Hosts {
  /** Waits until the host may be requested, then runs the task. Rejects with the signal's reason if it is aborted first. */
  visit<Result>(url: string, pace: Pace, signal: AbortSignal, task: () => Promise<Result>): Promise<Result>;
}

/** Between two looks for a place; a start that is given is waited for no longer than it takes. */
const minPauseMs = 25;
const maxPauseMs = 100;
/** As long as that on a job: whoever takes over the job of a process that died finds its places free. */
const leaseMs = 15_000;

/** The places at hosts are leases. So is the start of the next request to a host, which nobody ends: it runs out when the delay has passed. */
export function createHosts(store: Store, { now, pause, random }: Pick<System, 'now' | 'pause' | 'random'>): Hosts {
  /** Takes a place and the next start, once both are to be had. */
  async function enter(name: string, { maxAtOnce, delayMs }: Pace, token: string, signal: AbortSignal): Promise<void> {
    const place = { name, places: maxAtOnce, ms: leaseMs };
    const start = { name: `${name} start`, places: 1, ms: delayMs };
    const came = now();
    // The clock may stand still or be set back: what has been waited is time as well.
    let waited = 0;
    const time = () => Math.max(now(), came + waited);
    for (let next = minPauseMs; ; next = Math.min(next * 2, maxPauseMs)) {
      signal.throwIfAborted();
      const heldUntil = await store.write((tx) => takeLeases(tx, [place, start], token, time()));
      if (heldUntil === null) return;
      const ms = Math.min(Math.max(heldUntil - time(), 1), next);
      await pause(ms, signal).catch(() => signal.throwIfAborted());
      waited += ms;
    }
  }

  /** Extends the lease on a place every third of its length, until `over` is aborted. */
  async function hold(name: string, token: string, over: AbortSignal): Promise<void> {
    for (;;) {
      await pause(leaseMs / 3, over).catch(() => {});
      if (over.aborted) return;
      // If it cannot be extended now, it is in good time the next time.
      await store.write((tx) => extendLease(tx, name, token, now() + leaseMs)).catch(() => {});
    }
  }

  return {
    async visit(url, pace, signal, task) {
      const name = `visit ${new URL(url).host}`;
      const token = random(16).toString('hex');
      await enter(name, pace, token, signal);
      const leaving = new AbortController();
      void hold(name, token, leaving.signal);
      try {
        return await task();
      } finally {
        leaving.abort();
        // If it cannot be freed now, it frees itself.
        await store.write((tx) => releaseLeases(tx, [name], token)).catch(() => {});
      }
    },
  };
}
