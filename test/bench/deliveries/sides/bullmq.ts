import { loadPeer } from '../peers.ts';
import { createSignedPoster, eventOf, type Attempt } from '../signed-post.ts';
import { inThousands, type Side } from './side.ts';

/** So much of BullMQ as is used here. */
interface BullMq {
  Queue: new (
    name: string,
    options: object,
  ) => {
    addBulk(jobs: { name: string; data: unknown }[]): Promise<unknown>;
    getJobCounts(...states: string[]): Promise<Record<string, number>>;
    close(): Promise<void>;
  };
  Worker: new (
    name: string,
    handle: (job: { id: string; data: { body: string } }) => Promise<Attempt | void>,
    options: object,
  ) => { run(): Promise<void> };
}

const name = 'deliveries';
const connectionTo = (url: string) => ({ host: '127.0.0.1', port: Number(new URL(url).port), maxRetriesPerRequest: null });

/** One worker with its `concurrency`; finished jobs stay in Redis, as they do unless told otherwise. What a job returns stays with it. */
export function bullMq({ keepsAttempts }: { keepsAttempts: boolean }): Side {
  return {
    async openFill({ bodyBytes, storage }) {
      const { Queue } = loadPeer('bullmq') as BullMq;
      const queue = new Queue(name, { connection: connectionTo(storage) });
      const jobOf = (index: number) => ({ name: 'deliver', data: { body: eventOf(index, bodyBytes) } });
      return { put: inThousands((indexes) => queue.addBulk(indexes.map(jobOf))), close: () => queue.close() };
    },

    async open({ url, concurrency, storage }) {
      const { Queue, Worker } = loadPeer('bullmq') as BullMq;
      const deliver = createSignedPoster(url, concurrency)[keepsAttempts ? 'attempt' : 'post'];
      const connection = connectionTo(storage);
      const queue = new Queue(name, { connection });
      const worker = new Worker(name, async ({ id, data }) => deliver(id, data.body), { connection, concurrency, autorun: false });
      return {
        begin: () => void worker.run(),
        async isDone() {
          const counts = await queue.getJobCounts('wait', 'active');
          return counts['wait'] === 0 && counts['active'] === 0;
        },
      };
    },
  };
}

/** As most run it: what happened to a delivery is not kept, and what Redis wrote last may be lost with the machine. */
export const side = bullMq({ keepsAttempts: false });
