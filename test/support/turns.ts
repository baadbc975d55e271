import v8 from 'node:v8';
import vm from 'node:vm';

v8.setFlagsFromString('--expose-gc');
const collectGarbage = vm.runInNewContext('gc') as (options: object) => void;

/** The most that this thread computed between two ticks, in milliseconds: a hold, without what other programs took of it. */
export function watchTurns(): () => number {
  // What was made before, such as the modules of the whole program, is not to be sorted out in the time of what is measured: after two rounds it
  // is no longer among what is young.
  for (let nth = 0; nth < 2; nth++) collectGarbage({ type: 'minor' });
  let [last, longest] = [process.threadCpuUsage(), 0];
  const tick = () => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1000);
    last = process.threadCpuUsage();
  };
  const watch = setInterval(tick, 1);
  return () => {
    clearInterval(watch);
    // A turn that has not ended yet counts: what never lets go of the thread has none but this.
    tick();
    return longest;
  };
}

/** Times that some work is measured at most. */
const maxMeasures = 3;

/**
 * The longest turn of some work. Where that is too long it is done again, and the shortest counts: what others do to the caches and the clock of
 * a busy machine, and where the collection of garbage falls, comes now and then; what the work itself takes comes each time.
 */
export async function longestTurnOf(work: () => Promise<unknown>, limitMs: number): Promise<number> {
  let shortest = Infinity;
  for (let nth = 0; nth < maxMeasures && shortest >= limitMs; nth++) {
    const longest = watchTurns();
    await work();
    shortest = Math.min(shortest, longest());
  }
  return shortest;
}
