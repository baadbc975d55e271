import type { AccountServices } from '../account/index.ts';
import type { Door } from '../common/group.ts';
import { countOwned } from '../common/queries.ts';
import { createHosts } from '../common/hosts.ts';
import { knowledgeActions } from './actions.ts';
import { createKeeping } from './keep.ts';
import { createKnowledge, type KnowledgeBase } from './knowledge.ts';
import { knowledgeOverview } from './overview.ts';
import { letGoOfDocuments } from './passages.ts';
import { createReading, type Reading } from './reading.ts';
import { createRefreshing, refreshDocument } from './refresh.ts';
import { createSitemapReading, readSitemapPages } from './sitemap.ts';
import { knowledgePortable } from './portable.ts';

export type { KnowledgeBase } from './knowledge.ts';
export type { DocumentSubject } from './subjects.ts';
export type { Reading } from './reading.ts';

/** The documents of a project, and search in them. */
export interface KnowledgeServices {
  knowledge: KnowledgeBase;
  /** For other groups only: the processes that read documents are as many as the memory allows. */
  reading: Reading;
}

export const openKnowledge: Door<AccountServices, KnowledgeServices> = ({ store, system, config, openApart }, { jobs, projects }) => {
  const reading = createReading(openApart, system.log);
  const keeping = createKeeping({ store, system, reading });
  const hosts = createHosts(store, system);
  return {
    portable: knowledgePortable,
    services: { knowledge: createKnowledge({ store, system, config, projects, jobs, reading, keeping }), reading },
    jobs: [
      { kind: refreshDocument, how: createRefreshing({ store, system, reading, keeping }), slots: 2 },
      { kind: readSitemapPages, how: createSitemapReading({ store, system, jobs, reading, keeping, hosts }), slots: 2 },
    ],
    holds: (projectId) => countOwned(store.db, projectId, { documents: 'documents' }),
    removeProject: (tx, id) => letGoOfDocuments(tx, system, id),
    overview: (question) => knowledgeOverview(store.db, question),
    actions: (question) => knowledgeActions(store.db, question),
  };
};
