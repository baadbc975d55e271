import type { System } from '../system.ts';

/** How one host may be asked. */
export interface Pace {
  /** Requests under way at once. */
  maxAtOnce: number;
  /** Between the beginnings of two requests, in milliseconds. */
  delayMs: number;
}

/** Sees to it that no host is asked more, or faster, than it should be, whoever asks in this process. */
export interface Hosts {
  /** Waits for the host's turn and does the task. Rejects with the signal's reason where that is aborted first. */
  visit<Result>(url: string, pace: Pace, signal: AbortSignal, task: () => Promise<Result>): Promise<Result>;
}

interface Host {
  underWay: number;
  /** Milliseconds of waiting that the next request still has before it. */
  restMs: number;
}

const stepMs = 25;

export function createHosts({ pause }: Pick<System, 'pause'>): Hosts {
  const hosts = new Map<string, Host>();

  /** Counted in waits and not by the clock, which tests move. */
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
