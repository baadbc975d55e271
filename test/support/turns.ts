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
