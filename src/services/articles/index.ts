import { writingTasks } from '../../writing/tasks.ts';
import type { AccountServices } from '../account/index.ts';
import type { Door } from '../common/group.ts';
import { countOwned } from '../common/queries.ts';
import type { DeliveryServices } from '../deliveries/index.ts';
import type { KnowledgeServices } from '../knowledge/index.ts';
import type { SiteServices } from '../site/index.ts';
import { articleActions } from './actions.ts';
import { createArticles, type Articles } from './articles.ts';
import { createBatches, writeBatch, type Batches } from './batches/batches.ts';
import { createDrafts, type Drafts } from './editing/drafts.ts';
import { createEditing, type Editing } from './editing/editing.ts';
import { createRegeneration, type Regeneration } from './editing/regenerate.ts';
import { createSectionWriting, rewriteSection } from './editing/section.ts';
import type { Given } from './given.ts';
import { createImages, type Images } from './images.ts';
import { articleOverview } from './overview.ts';
import { notePublished } from './publications.ts';
import { createAutoPublishing, type AutoPublishing } from './publishing/auto/auto-publish.ts';
import { createLine } from './publishing/auto/line.ts';
import { createPublishing, type Publishing } from './publishing/publish.ts';
import { createTargets } from './publishing/targets.ts';
import { removeArticles } from './removal.ts';
import { writeArticle } from './request.ts';
import { createEnds } from './writing/ends.ts';
import { createFinishing } from './writing/finish.ts';
import { createArticleWriting } from './writing/write.ts';
import { articlePortable } from './portable.ts';

export { topicsThere } from './topic.ts';
export type { Articles, PreparedArticle } from './articles.ts';

/** Articles from request to publication, alone and in batches. */
export interface ArticleServices {
  articles: Articles;
  autoPublishing: AutoPublishing;
  batches: Batches;
  drafts: Drafts;
  editing: Editing;
  images: Images;
  publishing: Publishing;
  regeneration: Regeneration;
}

/** The time limit of one writing task; even the longest article takes only seconds. */
const maxTaskMs = 120_000;

type Before = AccountServices & DeliveryServices & KnowledgeServices & SiteServices;

export const openArticles: Door<Before, ArticleServices> = (foundation, before) => {
  const { store, system, openThread } = foundation;
  const { jobs } = before;
  const given: Given = { ...foundation, ...before, thread: openThread(writingTasks, { maxMs: maxTaskMs }) };
  const images = createImages(given);
  const line = createLine(given);
  const targets = createTargets({ ...given, images, line });
  const inTurn = createAutoPublishing({ ...given, targets, line });
  const publishing = createPublishing({ ...given, targets, inTurn, line });
  const batches = createBatches({ ...given, publishing });
  const ends = createEnds({ ...given, publishing, batches, images });
  const finishing = createFinishing({ ...given, images });
  return {
    portable: articlePortable,
    services: {
      articles: createArticles({ ...given, publishing, line }),
      autoPublishing: inTurn,
      batches,
      drafts: createDrafts({ ...given, finishing, ends }),
      editing: createEditing({ ...given, finishing, images, inTurn }),
      images,
      publishing,
      regeneration: createRegeneration({ ...given, line }),
    },
    jobs: [
      // Documented in schema/article-request.ts. More would save no time if nothing waits on the network, and would delay the process's other work.
      { kind: writeArticle, how: createArticleWriting({ ...given, finishing, ends, batches }), slots: 4 },
      { kind: rewriteSection, how: createSectionWriting({ ...given, finishing, inTurn }), slots: 2 },
      { kind: writeBatch, parts: batches.parts },
      ...targets.jobs,
    ],
    work: [inTurn.worker],
    projectChanged: inTurn.projectChanged,
    arrived: (tx, articleIds) => notePublished(tx, before.posts, articleIds, system.now()),
    overview: (question) => articleOverview(store.db, question),
    actions: (question) => articleActions({ db: store.db, hasTarget: publishing.hasTarget }, question),
    async removeProject(tx, projectId) {
      await inTurn.removeProject(tx, projectId);
      return removeArticles(tx, jobs, projectId);
    },
    holds: (projectId) => countOwned(store.db, projectId, { articles: 'articles', batches: 'batches' }),
  };
};
