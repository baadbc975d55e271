/** The most that this thread computed between two ticks, in milliseconds: a hold, without what other programs took of it. */
export function watchThread(): () => number {
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

/** The same as it would be on a machine that is not slowed down by its neighbours: a limit holds at that pace. */
export function watchTurns(): () => number {
  const before = slowness();
  const longest = watchThread();
  return () => longest() / Math.max(before, slowness());
}

/** What `someWork` takes on an ordinary machine with nothing else to do, in milliseconds of this thread, and how much slower a machine may be at most. */
const usualMs = 15;
const maxSlowness = 4;

/** How many times as long as usual a piece of work takes now, 1–4: a virtual machine gets more or less of its processor from minute to minute. */
export function slowness(): number {
  const times = Array.from({ length: 5 }, () => {
    const before = process.threadCpuUsage();
    someWork();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(maxSlowness, Math.max(1, times.toSorted((one, other) => one - other)[2]! / usualMs));
}

/** Makes, writes, reads and sorts objects. */
function someWork(): void {
  const rows = Array.from({ length: 20_000 }, (_, index) => ({
    id: index,
    name: `pump${(index * 7919) % 10_007}`,
    tags: [`a${index % 13}`, 'b'],
  }));
  (JSON.parse(JSON.stringify(rows)) as typeof rows).sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** Times that some work is measured at most. */
export const maxMeasures = 5;

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
