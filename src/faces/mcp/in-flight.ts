/** Tracks the work under way, so that closing can wait for it. */
export interface InFlight {
  track<T>(work: Promise<T>): Promise<T>;
  /** Resolves when all work that is under way now has ended, in success or failure. */
  settled(): Promise<void>;
}

export function createInFlight(): InFlight {
  const under = new Set<Promise<unknown>>();
  return {
    track(work) {
      const forget = () => under.delete(work);
      under.add(work);
      work.then(forget, forget);
      return work;
    },
    async settled() {
      await Promise.allSettled(under);
    },
  };
}
