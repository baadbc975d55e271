import type { System } from '../system.ts';

/** How fast a host may be requested. */
export interface Pace {
  /** Requests in flight. */
  maxAtOnce: number;
  /** Between the starts of two requests, in milliseconds. */
  delayMs: number;
}

/** Limits how often and how fast each host is requested by this process. */
export interface Hosts {
  /** Waits until the host may be requested, then runs the task. Rejects with the signal's reason if it is aborted first. */
  visit<Result>(url: string, pace: Pace, signal: AbortSignal, task: () => Promise<Result>): Promise<Result>;
}

interface Host {
  underWay: number;
  /** How long the next request must still wait. */
  restMs: number;
}

const stepMs = 25;

export function createHosts({ pause }: Pick<System, 'pause'>): Hosts {
  const hosts = new Map<string, Host>();

  /** Counts its own waits rather than clock time, because tests move the clock. */
  async function rest(name: string, host: Host): Promise<void> {
    while (host.restMs > 0) {
      const step = Math.min(host.restMs, stepMs);
      await pause(step);
      host.restMs -= step;
    }
    if (host.underWay === 0) hosts.delete(name);
  }

  return {
    async visit(url, { maxAtOnce, delayMs }, signal, task) {
      const name = new URL(url).host;
      let host = hosts.get(name);
      while (host && (host.underWay >= maxAtOnce || host.restMs > 0)) {
        signal.throwIfAborted();
        await pause(stepMs);
        host = hosts.get(name);
      }
      signal.throwIfAborted();
      if (!host) hosts.set(name, (host = { underWay: 0, restMs: 0 }));
      host.underWay++;
      host.restMs = delayMs;
      if (delayMs > 0) void rest(name, host);
      try {
        return await task();
      } finally {
        host.underWay--;
        if (host.underWay === 0 && host.restMs <= 0) hosts.delete(name);
      }
    },
  };
}
