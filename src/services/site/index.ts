import type { AccountServices } from '../account/index.ts';
import type { Door } from '../common/group.ts';
import { createHosts } from '../common/hosts.ts';
import type { KnowledgeServices } from '../knowledge/index.ts';
import { auditExport, createAudits, type Audits } from './audit/audits.ts';
import { findingsAsCsv } from './audit/csv.ts';
import { auditOverview } from './audit/overview.ts';
import { auditRetention, removeAudits } from './audit/removal.ts';
import { auditSite, createAuditing } from './audit/run.ts';
import { createAuditSchedules } from './audit/schedule.ts';

/** What is on the web: the project's own site, and its competitors'. */
export interface SiteServices {
  audits: Audits;
}

/** Audits at once in one process: each asks its site as fast as it may. */
const auditSlots = 2;

export const openSite: Door<AccountServices & KnowledgeServices, SiteServices> = (foundation, before) => {
  const { store, system, queue } = foundation;
  const { jobs, projects } = before;
  const audits = createAudits({ ...foundation, ...before });
  const schedules = createAuditSchedules({ store, system, queue, projects, audits });
  return {
    services: { audits },
    jobs: [{ kind: auditSite, how: createAuditing({ ...foundation, hosts: createHosts(store, system) }), slots: auditSlots }],
    work: [schedules.worker],
    exports: { [auditExport]: (id) => findingsAsCsv(store.db, id) },
    projectChanged: schedules.changed,
    async removeProject(tx, projectId) {
      await schedules.remove(tx, projectId);
      return removeAudits(tx, jobs, projectId);
    },
    retention: auditRetention,
    overview: (question) => auditOverview(store.db, question),
  };
};
