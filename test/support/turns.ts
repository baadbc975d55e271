/** The most that this thread computed between two ticks, in milliseconds: a hold, without what other programs took of it. */
export function watchTurns(): () => number {
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

/**
 * The longest turn of some work. Where that is too long it is done once more, and the shorter of the two counts: what others do to the caches
 * and the clock of a busy machine comes once, what the work itself takes comes each time.
 */
export async function longestTurnOf(work: () => Promise<unknown>, limitMs: number): Promise<number> {
  const measure = async () => {
    const longest = watchTurns();
    await work();
    return longest();
  };
  const first = await measure();
  return first < limitMs ? first : Math.min(first, await measure());
}
