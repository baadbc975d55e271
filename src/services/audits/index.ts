import type { AccountServices } from '../account/index.ts';
import type { Door } from '../common/group.ts';
import { countOwned } from '../common/queries.ts';
import { createHosts } from '../common/hosts.ts';
import { createSchedule, timesAMonth } from '../common/schedule.ts';
import type { KnowledgeServices } from '../knowledge/index.ts';
import type { SiteServices } from '../site/index.ts';
import { auditActions } from './actions.ts';
import { auditExport, createAudits, type Audits } from './audits.ts';
import { findingsAsCsv } from './csv.ts';
import { auditOverview } from './overview.ts';
import { auditRetention, removeAudits } from './removal.ts';
import { auditSite, createAuditing } from './run.ts';
import { auditPortable } from './portable.ts';

/** What is wrong with a site. */
export interface AuditServices {
  audits: Audits;
}

/** Audits at once in one process: each asks its site as fast as it may. */
const auditSlots = 2;

export const openAudits: Door<AccountServices & KnowledgeServices & SiteServices, AuditServices> = (foundation, before) => {
  const { store, system, queue, rendering } = foundation;
  const { jobs, projects } = before;
  const audits = createAudits({ ...foundation, ...before });
  const schedule = createSchedule({ store, system, queue, projects }, { name: 'audit', start: audits.startDue });
  return {
    portable: auditPortable,
    services: { audits },
    jobs: [
      {
        kind: auditSite,
        how: createAuditing({ ...before, store, system, hosts: createHosts(store, system), rendering }),
        slots: auditSlots,
      },
    ],
    work: [schedule.worker],
    exports: { [auditExport]: (id) => findingsAsCsv(store.db, id, system.turns()) },
    projectChanged: schedule.changed,
    scheduled: async (_tx, { schedules: { audit: every } }) =>
      every === 'off'
        ? null
        : { name: 'audit', callsAMonth: 0, why: `It reads the site itself, up to ${timesAMonth[every]} times a month: nobody bills that.` },
    holds: (projectId) => countOwned(store.db, projectId, { audits: 'audits' }),
    async removeProject(tx, projectId) {
      await schedule.remove(tx, projectId);
      return removeAudits(tx, jobs, projectId);
    },
    retention: auditRetention,
    overview: (question) => auditOverview(store.db, question),
    actions: (question) => auditActions(store.db, question),
  };
};
