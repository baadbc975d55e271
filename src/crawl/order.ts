import type { Waiting } from './visit.ts';

/** The crawl's order: hands out addresses, and knows when there are no more. */
export interface Order {
  /** The next address; waits while there may still be one. Undefined when there is none, or the crawl has ended. */
  take(): Promise<Waiting | undefined>;
  /** The next address, if it is this kind of address and is there at once. */
  takeAtOnce(isFit: (waiting: Waiting) => boolean): Promise<Waiting | undefined>;
  /** It is asked again before all others. */
  giveBack(waiting: Waiting): void;
  /** So many that were taken are settled: what they named can be taken. */
  settled(count: number): void;
  /** Until it ends, which it does without fail, this may bring more addresses. */
  wait(source: Promise<unknown>): void;
  /** Something has changed that those who wait should know. */
  changed(): void;
}

export interface OrderNeeds {
  /** The next addresses; undefined where there are none. */
  next(limit: number): Promise<Waiting[]>;
  /** Keeps everything that was read. */
  flush(): Promise<void>;
  /** So much is waiting to be read and kept that no more should be asked. */
  isFull(): boolean;
  hasEnded(): boolean;
}

/** Addresses fetched from the frontier ahead of their turn. */
const ahead = 50;

export function createOrder({ next, flush, isFull, hasEnded }: OrderNeeds): Order {
  const ready: Waiting[] = [];
  /** Taken, not settled. */
  let underWay = 0;
  let sources = 0;
  let isDone = false;
  let news = Promise.withResolvers<void>();
  let refilling: Promise<void> | undefined;

  async function refillNow(): Promise<void> {
    await flush();
    // If nothing is under way before the look, nothing can have come while it lasted.
    const isQuiet = underWay === 0 && sources === 0;
    const more = await next(ahead);
    ready.push(...more);
    if (isQuiet && more.length === 0) isDone = true;
  }

  const refill = () => (refilling ??= refillNow().finally(() => (refilling = undefined)));

  function takeReady(): Waiting | undefined {
    const taken = ready.shift();
    if (taken) underWay++;
    return taken;
  }

  function changed(): void {
    news.resolve();
    news = Promise.withResolvers();
  }

  return {
    async take() {
      while (!isDone && !hasEnded()) {
        const heard = news.promise;
        if (!isFull() && ready.length === 0) await refill();
        const taken = isFull() ? undefined : takeReady();
        if (taken) return taken;
        if (!isDone && !hasEnded()) await heard;
      }
      changed();
      return undefined;
    },
    async takeAtOnce(isFit) {
      if (isFull() || hasEnded()) return undefined;
      if (ready.length === 0) await refill();
      return ready.length > 0 && !hasEnded() && isFit(ready[0]!) ? takeReady() : undefined;
    },
    giveBack(waiting) {
      ready.unshift(waiting);
      underWay--;
      changed();
    },
    settled(count) {
      underWay -= count;
      changed();
    },
    wait(source) {
      sources++;
      void source.finally(() => {
        sources--;
        changed();
      });
    },
    changed,
  };
}
