import type { Worker } from '../queue/worker.ts';
import { writeArticle } from '../services/articles/request.ts';
import { deliver, type DeliverPayload, type LoadedDelivery, type MadeAttempt } from '../services/deliveries/attempts.ts';
import { replayMany } from '../services/deliveries/replay-many.ts';
import { refreshDocument } from '../services/knowledge/refresh.ts';
import { readSitemapPages } from '../services/knowledge/sitemap.ts';
import { rewriteSection } from '../services/articles/editing/section.ts';
import { publishTo, targetNames } from '../services/articles/publishing/targets.ts';
import { maintenance } from '../services/account/retention.ts';
import type { Services } from '../services/index.ts';
import type { JobPayload } from '../services/account/jobs/jobs.ts';

/** How much of each kind of job runs at once in one process. */
const jobSlots: Record<string, { slots: number; perLane?: number }> = {
  // Told in schema/article-request.ts. More would save no time where nothing is waited for, and would hold up what else the process does.
  [writeArticle]: { slots: 4 },
  [rewriteSection]: { slots: 2 },
  [replayMany]: { slots: 1 },
  [refreshDocument]: { slots: 2 },
  [readSitemapPages]: { slots: 2 },
  ...Object.fromEntries(targetNames.map((target) => [publishTo(target), { slots: 4, perLane: 1 }])),
};

interface Caps {
  /** Deliveries under way at once in this process, and to one receiver over all processes. */
  deliveryConcurrency: number;
  receiverConcurrency: number;
}

/** Every kind of work there is, with the one handler of each. Throws at start where a job kind has no share or no handler. */
export function createWorkers({ attempts, jobs, retention }: Services, { deliveryConcurrency, receiverConcurrency }: Caps): Worker[] {
  const kinds = jobs.kinds();
  const strays = [...kinds.filter((kind) => !(kind in jobSlots)), ...Object.keys(jobSlots).filter((kind) => !kinds.includes(kind))];
  if (strays.length > 0) throw new Error(`Job kinds without a share or a handler: ${strays.join(', ')}`);
  const delivering: Worker = {
    kind: deliver,
    slots: deliveryConcurrency,
    perLane: receiverConcurrency,
    leaseMs: 15_000,
    finishOnClose: true,
    load: (tx, payloads) => attempts.load(tx, payloads as DeliverPayload[]),
    handle: (delivery) => attempts.make(delivery as LoadedDelivery | undefined),
    record: (tx, records) => attempts.record(tx, records as MadeAttempt[]),
  };
  const working = kinds.map((kind): Worker => ({
    kind,
    // Without a limit of its own, a process more is room for more.
    perLane: Number.MAX_SAFE_INTEGER,
    ...jobSlots[kind]!,
    leaseMs: 15_000,
    handle: (payload, signal) => jobs.attempt(payload as JobPayload, signal),
  }));
  const cleaning: Worker = {
    kind: maintenance,
    slots: 1,
    perLane: 1,
    leaseMs: 15_000,
    handle: (_payload, signal) => retention.sweep(signal),
  };
  return [delivering, ...working, cleaning];
}
