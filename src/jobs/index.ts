import type { Worker } from '../queue/worker.ts';
import type { JobPayload } from '../services/account/index.ts';
import type { ServiceGroup } from '../services/common/group.ts';
import type { Services } from '../services/index.ts';

/** One worker for every kind of work of all groups. Throws at start if two groups claim the same kind. */
export function createWorkers({ jobs }: Pick<Services, 'jobs'>, groups: readonly ServiceGroup[]): Worker[] {
  const own = groups.flatMap(({ work = [] }) => work);
  const ofJobs = groups
    .flatMap(({ jobs: kinds = [] }) => kinds)
    .filter((definition) => 'how' in definition)
    .map(({ kind, slots, perLane }): Worker => ({
      kind,
      slots,
      // No limit by default: another process adds capacity.
      perLane: perLane ?? Number.MAX_SAFE_INTEGER,
      leaseMs: 15_000,
      handle: (payload, signal) => jobs.attempt(payload as JobPayload, signal),
    }));
  const workers = [...own, ...ofJobs];
  const kinds = workers.map(({ kind }) => kind);
  const twice = kinds.filter((kind, index) => kinds.indexOf(kind) !== index);
  if (twice.length > 0) throw new Error(`Two handlers for ${twice.join(', ')}`);
  return workers;
}
