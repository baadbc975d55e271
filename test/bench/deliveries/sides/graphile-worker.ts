import { loadPeer } from '../peers.ts';
import { createSignedPoster, eventOf } from '../signed-post.ts';
import { inThousands, type Side } from './side.ts';

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

/** `settings` are what differs from its defaults, besides the jobs at once. */
export function graphileWorker(settings: object): Side {
  return {
    async openFill({ bodyBytes, storage }) {
      const graphile = loadPeer('graphile-worker') as GraphileWorker;
      const utils = await graphile.makeWorkerUtils({ connectionString: storage, logger: quiet(graphile) });
      await utils.migrate();
      const jobOf = (index: number) => ({ identifier: 'deliver', payload: { body: eventOf(index, bodyBytes) } });
      return { put: inThousands((indexes) => utils.addJobs(indexes.map(jobOf))), close: () => utils.release() };
    },

    async open({ url, concurrency, storage }) {
      const graphile = loadPeer('graphile-worker') as GraphileWorker;
      const poster = createSignedPoster(url, concurrency);
      const utils = await graphile.makeWorkerUtils({ connectionString: storage, logger: quiet(graphile) });
      const worker = {
        connectionString: storage,
        concurrentJobs: concurrency,
        // What its documentation recommends for so many jobs at once.
        maxPoolSize: concurrency + 2,
        logger: quiet(graphile),
        ...settings,
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
}

/** As its documentation sets it up. */
export const side = graphileWorker({});
