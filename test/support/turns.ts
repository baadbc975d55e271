/** The most that this thread computed between two ticks, in milliseconds: a hold, without what other programs took of it. */
export function watchTurns(): () => number {
  let [last, longest] = [process.threadCpuUsage(), 0];
  const watch = setInterval(() => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1000);
    last = process.threadCpuUsage();
  }, 1);
  return () => {
    clearInterval(watch);
    return longest;
  };
}
