import type { System } from '../../system.ts';

/** Time for a part of some work, after which its requests are given up and the work goes on without their answers. */
export interface TimeLimit {
  /** Aborted when the time is up, and when the work itself is given up. */
  signal: AbortSignal;
  isUp(): boolean;
  /** Lets go of the timer. */
  end(): Promise<void>;
}

export function timeLimit({ pause }: Pick<System, 'pause'>, ms: number, given: AbortSignal): TimeLimit {
  const ending = new AbortController();
  const signal = AbortSignal.any([given, ending.signal]);
  let isUp = false;
  const up = pause(ms, signal).then(
    () => {
      isUp = true;
      ending.abort(new Error('The time for it is up.'));
    },
    () => {},
  );
  return {
    signal,
    isUp: () => isUp,
    async end() {
      ending.abort(new Error('It is over.'));
      await up;
    },
  };
}
