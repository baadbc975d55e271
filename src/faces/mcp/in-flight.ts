/** Tracks the work under way, so that closing can wait for it. */
export function createInFlight() {
  const under = new Set<Promise<unknown>>();
  return {
    track<T>(work: Promise<T>): Promise<T> {
      const forget = () => under.delete(work);
      under.add(work);
      work.then(forget, forget);
      return work;
    },
    /** Resolves when all work that is under way now has ended, in success or failure. */
    async settled(): Promise<void> {
      await Promise.allSettled(under);
    },
  };
}
