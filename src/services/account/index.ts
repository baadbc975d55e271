import type { Worker } from '../../queue/worker.ts';
import type { Door } from '../common/group.ts';
import { countOwned } from '../common/queries.ts';
import { maxSealed } from '../common/sealed.ts';
import { accountActions } from './actions.ts';
import { createBackups, type Backups } from './backups.ts';
import { createExports, type Exports } from './exports.ts';
import { createIdempotency, type Idempotency } from './idempotency.ts';
import { createIntegrations, type Integrations } from './integrations/integrations.ts';
import { oldMonths, removeSpending } from './integrations/spending.ts';
import { createUsage, type UsageReports } from './integrations/usage.ts';
import { createJobs, type Jobs } from './jobs/jobs.ts';
import { createKeys, type Keys } from './keys.ts';
import { accountOverview } from './overview.ts';
import { createProjects, type Projects } from './projects.ts';
import { accountRetention, createRetention, maintenance, type Retention } from './retention.ts';
import { createVault, type Vault } from './vault.ts';
import { accountPortable } from './portable.ts';
import { createPortability, type Portability } from './portability/portability.ts';

export type { Configured } from './integrations/reach.ts';
export { notConfigured } from './integrations/configurations.ts';
export { callCapOf } from './integrations/spending.ts';
export type { Integrations } from './integrations/integrations.ts';
export type { Exports } from './exports.ts';
export type { JobPayload, Jobs } from './jobs/jobs.ts';
export type { Projects } from './projects.ts';
export type { Opened, Vault } from './vault.ts';

/** Projects, integrations, jobs and keys, and the upkeep of the database. */
export interface AccountServices {
  backups: Backups;
  exports: Exports;
  idempotency: Idempotency;
  integrations: Integrations;
  jobs: Jobs;
  keys: Keys;
  portability: Portability;
  projects: Projects;
  retention: Retention;
  usage: UsageReports;
  /** For other groups only: no operation reveals what it opens. */
  vault: Vault;
}

export const openAccount: Door<object, AccountServices> = (foundation) => {
  const { store, queue, system, config, groups, publicUrl } = foundation;
  const vault = createVault(config.home, system);
  const jobs = createJobs(store, system, queue, () => groups.flatMap(({ jobs: kinds = [] }) => kinds));
  const projects = createProjects({ store, system, config, groups });
  const idempotency = createIdempotency(store, system);
  const retention = createRetention({ store, system, queue, groups });
  const cleaning: Worker = {
    kind: maintenance,
    slots: 1,
    perLane: 1,
    leaseMs: 15_000,
    handle: (_payload, signal) => retention.sweep(signal),
  };
  const integrations = createIntegrations({ store, system, vault, projects, config });
  return {
    portable: accountPortable,
    services: {
      backups: createBackups(store),
      exports: createExports({ vault, system, groups, publicUrl }),
      idempotency,
      integrations,
      jobs,
      keys: createKeys(store, system),
      portability: createPortability(foundation),
      projects,
      retention,
      usage: createUsage({ store, system, projects, integrations }),
      vault,
    },
    work: [cleaning],
    holds: (projectId) => countOwned(store.db, projectId, { integrations: 'integrations', jobs: 'jobs' }),
    async removeProject(tx, projectId) {
      await removeSpending(tx, projectId);
      return jobs.removeOfProject(tx, projectId);
    },
    sealed: async () => {
      const kept = store.db.selectFrom('integrations').select(['secret', 'project_id', 'provider']).where('secret', 'is not', null);
      const rows = await kept.limit(maxSealed).execute();
      return rows.map(({ secret, project_id: projectId, provider }) => ({
        text: secret!,
        renewal: ['integrations_set', { projectId, provider }] as const,
      }));
    },
    overview: (question) => accountOverview(store.db, question),
    actions: (question) => accountActions(store.db, question),
    retention: () => [...accountRetention(idempotency, system, config.failedRetentionMs), oldMonths(system)],
  };
};
