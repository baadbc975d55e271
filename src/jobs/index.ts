import type { Worker } from '../queue/queue.ts';
import { writeArticle } from '../services/articles/articles.ts';
import { deliver, type DeliverPayload } from '../services/deliveries.ts';
import type { Services } from '../services/index.ts';
import type { JobPayload } from '../services/jobs/jobs.ts';

/** How much of each kind of job runs at once in one process. */
const jobSlots: Record<string, number> = { [writeArticle]: 2 };

/** Every kind of work there is, with the one handler of each. Throws at start where a job kind has no share or no handler. */
export function createWorkers({ deliveries, jobs }: Services): Worker[] {
  const kinds = jobs.kinds();
  const strays = [...kinds.filter((kind) => !(kind in jobSlots)), ...Object.keys(jobSlots).filter((kind) => !kinds.includes(kind))];
  if (strays.length > 0) throw new Error(`Job kinds without a share or a handler: ${strays.join(', ')}`);
  const delivering: Worker = {
    kind: deliver,
    slots: 64,
    perLane: 4,
    leaseMs: 15_000,
    finishOnClose: true,
    handle: (payload) => deliveries.attempt(payload as DeliverPayload),
  };
  const working = kinds.map((kind): Worker => ({
    kind,
    slots: jobSlots[kind]!,
    perLane: jobSlots[kind]!,
    leaseMs: 15_000,
    handle: (payload, signal) => jobs.attempt(payload as JobPayload, signal),
  }));
  return [delivering, ...working];
}
