import { loadPeer } from '../peers.ts';
import { createSignedPoster, eventOf } from '../signed-post.ts';
import type { Side } from './side.ts';

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
    handle: (job: { id: string; data: { body: string } }) => Promise<void>,
    options: object,
  ) => { run(): Promise<void> };
}

const name = 'deliveries';
const connectionTo = (url: string) => ({ host: '127.0.0.1', port: Number(new URL(url).port), maxRetriesPerRequest: null });

/** One worker with its `concurrency`; finished jobs stay in Redis, as they do unless told otherwise. */
export const side: Side = {
  async fill({ deliveries, bodyBytes, storage }) {
    const { Queue } = loadPeer('bullmq') as BullMq;
    const queue = new Queue(name, { connection: connectionTo(storage) });
    const jobs = Array.from({ length: deliveries }, (_, index) => ({ name: 'deliver', data: { body: eventOf(index, bodyBytes) } }));
    for (let at = 0; at < jobs.length; at += 1000) await queue.addBulk(jobs.slice(at, at + 1000));
    await queue.close();
  },

  async open({ url, concurrency, storage }) {
    const { Queue, Worker } = loadPeer('bullmq') as BullMq;
    const poster = createSignedPoster(url, concurrency);
    const connection = connectionTo(storage);
    const queue = new Queue(name, { connection });
    const worker = new Worker(name, async ({ id, data }) => poster.post(id, data.body), { connection, concurrency, autorun: false });
    return {
      begin: () => void worker.run(),
      async isDone() {
        const counts = await queue.getJobCounts('wait', 'active');
        return counts['wait'] === 0 && counts['active'] === 0;
      },
    };
  },
};
