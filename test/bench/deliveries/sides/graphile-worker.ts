import { loadPeer } from '../peers.ts';
import { createSignedPoster, eventOf } from '../signed-post.ts';
import type { Side } from './side.ts';

/** So much of graphile-worker as is used here. */
interface GraphileWorker {
  Logger: new (factory: () => () => void) => object;
  makeWorkerUtils(options: object): Promise<{
    migrate(): Promise<void>;
    addJobs(jobs: { identifier: string; payload: unknown }[]): Promise<unknown>;
    withPgClient<Result>(
      work: (client: { query(text: string): Promise<{ rows: Result[] }> }) => Promise<{ rows: Result[] }>,
    ): Promise<{ rows: Result[] }>;
    release(): Promise<void>;
  }>;
  run(options: object): Promise<unknown>;
}

const quiet = ({ Logger }: GraphileWorker) => new Logger(() => () => {});

/** With the settings of its page on performance (a local queue of 500, completions batched without delay) and two connections more than jobs at once. */
export const side: Side = {
  async fill({ deliveries, bodyBytes, storage }) {
    const graphile = loadPeer('graphile-worker') as GraphileWorker;
    const utils = await graphile.makeWorkerUtils({ connectionString: storage, logger: quiet(graphile) });
    await utils.migrate();
    const jobs = Array.from({ length: deliveries }, (_, index) => ({
      identifier: 'deliver',
      payload: { body: eventOf(index, bodyBytes) },
    }));
    for (let at = 0; at < jobs.length; at += 1000) await utils.addJobs(jobs.slice(at, at + 1000));
    await utils.release();
  },

  async open({ url, concurrency, storage }) {
    const graphile = loadPeer('graphile-worker') as GraphileWorker;
    const poster = createSignedPoster(url, concurrency);
    const utils = await graphile.makeWorkerUtils({ connectionString: storage, logger: quiet(graphile) });
    const worker = {
      connectionString: storage,
      concurrentJobs: concurrency,
      maxPoolSize: concurrency + 2,
      localQueue: { size: 500 },
      completeJobBatchDelay: 0,
      failJobBatchDelay: 0,
      logger: quiet(graphile),
    };
    const deliver = ({ body }: { body: string }, { job }: { job: { id: string } }) => poster.post(job.id, body);
    return {
      begin: () => void graphile.run({ preset: { worker }, taskList: { deliver } }),
      async isDone() {
        const { rows } = await utils.withPgClient<{ left: boolean }>((client) =>
          client.query('select exists (select 1 from graphile_worker.jobs) as left'),
        );
        return !rows[0]!.left;
      },
    };
  },
};
