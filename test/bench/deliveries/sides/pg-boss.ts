import { loadPeer } from '../peers.ts';
import { createSignedPoster, eventOf } from '../signed-post.ts';
import { inThousands, type Side } from './side.ts';

/** So much of pg-boss as is used here. */
interface PgBoss {
  PgBoss: new (options: object) => {
    on(event: 'error', listener: (error: Error) => void): void;
    start(): Promise<unknown>;
    createQueue(name: string): Promise<void>;
    insert(name: string, jobs: { data: unknown }[]): Promise<unknown>;
    work(name: string, options: object, handle: (jobs: { id: string; data: { body: string } }[]) => Promise<void>): Promise<unknown>;
    getDb(): { executeSql(text: string): Promise<{ rows: { left: boolean }[] }> };
    stop(options: object): Promise<void>;
  };
}

const name = 'deliveries';
/** A batch is done when its slowest job is: two workers of half the width each were faster than one, or than many of few jobs. */
const batchSize = 32;

async function start(storage: string, settings: object) {
  const { PgBoss } = loadPeer('pg-boss') as PgBoss;
  const boss = new PgBoss({ connectionString: storage, ...settings });
  boss.on('error', (error) => console.error(error));
  await boss.start();
  return boss;
}

/** Workers that fetch batches without a pause while these come back full, a connection for each; finished jobs are kept, as by default. */
export const side: Side = {
  async openFill({ bodyBytes, storage }) {
    const boss = await start(storage, {});
    await boss.createQueue(name);
    return {
      put: inThousands((indexes) =>
        boss.insert(
          name,
          indexes.map((index) => ({ data: { body: eventOf(index, bodyBytes) } })),
        ),
      ),
      close: () => boss.stop({ graceful: false }),
    };
  },

  async open({ url, concurrency, storage }) {
    const poster = createSignedPoster(url, concurrency);
    const localConcurrency = concurrency / batchSize;
    const boss = await start(storage, { max: localConcurrency + 2 });
    const deliver = async (jobs: { id: string; data: { body: string } }[]) => {
      await Promise.all(jobs.map(({ id, data }) => poster.post(id, data.body)));
    };
    return {
      begin: async () =>
        void (await boss.work(name, { batchSize, localConcurrency, burstWhenBatchFull: true, pollingIntervalSeconds: 0.5 }, deliver)),
      async isDone() {
        const { rows } = await boss
          .getDb()
          .executeSql(`select exists (select 1 from pgboss.job where name = '${name}' and state < 'completed') as left`);
        return !rows[0]!.left;
      },
    };
  },
};
