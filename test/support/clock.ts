import type { Cancel } from '../../src/system.ts';

/** 3 May 2026, 09:30 UTC. */
export const startOfTests = Date.UTC(2026, 4, 3, 9, 30);

/** A clock that only moves by hand. Its timers run when it passes them, in the order of their times. */
export interface Clock {
  now(): number;
  after(ms: number, task: () => void): Cancel;
  advance(ms: number): void;
  /** How long each waiting timer still has to run, in milliseconds. */
  waiting(): number[];
}

export function createClock(start: number): Clock {
  let now = start;
  const timers = new Map<() => void, number>();
  const next = () => [...timers].toSorted(([, one], [, other]) => one - other)[0];
  return {
    now: () => now,
    after(ms, task) {
      const run = () => task();
      timers.set(run, now + ms);
      return () => void timers.delete(run);
    },
    advance(ms) {
      const until = now + ms;
      for (let timer = next(); timer && timer[1] <= until; timer = next()) {
        const [run, at] = timer;
        timers.delete(run);
        now = at;
        run();
      }
      now = until;
    },
    waiting: () => [...timers.values()].map((at) => at - now),
  };
}
