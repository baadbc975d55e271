import { graphileWorker } from './graphile-worker.ts';

/** With the settings of its page on performance: jobs are fetched by 500, and what is done is written in batches, as soon as there is a connection. */
export const side = graphileWorker({ localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 });
