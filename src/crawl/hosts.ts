import type { System } from '../system.ts';

/** How fast a host may be requested. */
export interface Pace {
  /** Requests in flight. */
  maxAtOnce: number;
  /** Between the starts of two requests, in milliseconds. */
  delayMs: number;
}

/** The places at hosts, which all processes share. */
export interface Places {
  /** Takes a place and the next start at the host, if both are to be had at `now`. If not, returns until when they are taken, as far as is known. */
  take(host: string, pace: Pace, token: string, now: () => number): Promise<number | null>;
  /** Frees the place. */
  leave(host: string, token: string): Promise<void>;
}

/** Limits how often and how fast each host is requested, by all processes together. */
export interface Hosts {
  /** Waits until the host may be requested, then runs the task. Rejects with the signal's reason if it is aborted first. */
  visit<Result>(url: string, pace: Pace, signal: AbortSignal, task: () => Promise<Result>): Promise<Result>;
}

/** Between two looks for a place; a start that is given is waited for no longer than it takes. */
const minPauseMs = 25;
const maxPauseMs = 100;

export function createHosts({ now, pause, random }: Pick<System, 'now' | 'pause' | 'random'>, places: Places): Hosts {
  /** Returns the token of its place. */
  async function enter(host: string, pace: Pace, signal: AbortSignal): Promise<string> {
    const token = random(16).toString('hex');
    const came = now();
    // The clock may stand still or be set back: what has been waited is time as well.
    let waited = 0;
    const time = () => Math.max(now(), came + waited);
    for (let next = minPauseMs; ; next = Math.min(next * 2, maxPauseMs)) {
      signal.throwIfAborted();
      const heldUntil = await places.take(host, pace, token, time);
      if (heldUntil === null) return token;
      const ms = Math.min(Math.max(heldUntil - time(), 1), next);
      await pause(ms, signal).catch(() => signal.throwIfAborted());
      waited += ms;
    }
  }

  return {
    async visit(url, pace, signal, task) {
      const { host } = new URL(url);
      const token = await enter(host, pace, signal);
      try {
        return await task();
      } finally {
        // If it cannot be freed now, it frees itself.
        await places.leave(host, token).catch(() => {});
      }
    },
  };
}
