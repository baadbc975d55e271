import type { System } from '../system.ts';
import type { Settled, Visit, Waiting } from './visit.ts';

/** Has visits read, and keeps what came of them in batches. */
export interface Settling {
  /** Reads a visit meanwhile; it is kept with the next batch. */
  deliver(visit: Visit): void;
  /** Keeps everything that has been read. */
  flush(): Promise<void>;
  /** Waits for what is being read, and keeps it. */
  drain(): Promise<void>;
  isFull(): boolean;
}

export interface SettlingNeeds<Read> {
  system: Pick<System, 'log'>;
  read(visit: Visit): Promise<{ read: Read; links: readonly string[] }>;
  /** Those of a visit's addresses that belong to the crawl. */
  discover(visit: Visit, links: readonly string[]): Promise<readonly Waiting[]>;
  /** In one transaction. */
  settle(batch: readonly Settled<Read>[]): Promise<void>;
  /** Called when something was read, so that more can be asked. */
  onRead(): void;
  /** Called when the store fails: nothing can be kept any more. */
  onFault(fault: unknown): void;
  /** When it is aborted, what is being read may break off: it is not kept, so that the next run asks it again. */
  signal: AbortSignal;
}

/** Visits kept in one transaction. */
const maxBatch = 50;
/** Visits that are being read, and their bytes, before no more are asked; and those that wait to be kept. */
const maxUnread = 16;
const maxUnreadBytes = 16 * 1024 * 1024;
const maxUnkept = 2 * maxBatch;

export function createSettling<Read>({ system, read, discover, settle, onRead, onFault, signal }: SettlingNeeds<Read>): Settling {
  const reading = new Set<Promise<void>>();
  let unreadBytes = 0;
  let unkept: Settled<Read>[] = [];
  let keeping: Promise<void> = Promise.resolve();

  async function readOne({ body, ...visit }: Visit): Promise<void> {
    const answer = await readSafely({ ...visit, body });
    if (answer === undefined) return;
    const { read: made, links } = answer;
    const found = await discover({ ...visit, body }, links);
    unkept.push({ visit, read: made, found });
    if (unkept.length >= maxBatch) flush().catch(onFault);
  }

  /** What the reader cannot read is kept as visited all the same: else it would be asked again for ever. */
  async function readSafely(visit: Visit): Promise<{ read: Read | null; links: readonly string[] } | undefined> {
    try {
      return await read(visit);
    } catch (thrown) {
      if (signal.aborted) return undefined;
      system.log.error({ err: thrown }, 'a page that was crawled could not be read');
      return { read: null, links: [] };
    }
  }

  async function flush(): Promise<void> {
    keeping = keeping.then(async () => {
      const batch = unkept;
      unkept = [];
      if (batch.length > 0) await settle(batch);
    });
    return keeping;
  }

  return {
    deliver(visit) {
      unreadBytes += visit.body.length;
      const { length } = visit.body;
      const one = readOne(visit)
        .catch(onFault)
        .finally(() => {
          unreadBytes -= length;
          reading.delete(one);
          onRead();
        });
      reading.add(one);
    },
    flush,
    async drain() {
      while (reading.size > 0) await Promise.all(reading);
      await flush();
    },
    isFull: () => reading.size >= maxUnread || unreadBytes >= maxUnreadBytes || unkept.length >= maxUnkept,
  };
}
