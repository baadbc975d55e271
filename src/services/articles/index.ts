import { writingTasks } from '../../writing/tasks.ts';
import type { AccountServices } from '../account/index.ts';
import type { Door } from '../common/group.ts';
import type { DeliveryServices } from '../deliveries/index.ts';
import type { KnowledgeServices } from '../knowledge/index.ts';
import type { SiteServices } from '../site/index.ts';
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
  const { jobs, deliveries } = before;
  const given: Given = { ...foundation, ...before, thread: openThread(writingTasks, { maxMs: maxTaskMs }) };
  const images = createImages(given);
  const targets = createTargets({ ...given, images });
  const publishing = createPublishing({ ...given, targets });
  const batches = createBatches({ ...given, publishing });
  const ends = createEnds({ ...given, publishing, batches, images });
  const finishing = createFinishing({ ...given, images });
  return {
    portable: articlePortable,
    services: {
      articles: createArticles({ ...given, publishing }),
      batches,
      drafts: createDrafts({ ...given, finishing, ends }),
      editing: createEditing({ ...given, finishing, images }),
      images,
      publishing,
      regeneration: createRegeneration(given),
    },
    jobs: [
      // Documented in schema/article-request.ts. More would save no time if nothing waits on the network, and would delay the process's other work.
      { kind: writeArticle, how: createArticleWriting({ ...given, finishing, ends, batches }), slots: 4 },
      { kind: rewriteSection, how: createSectionWriting({ ...given, finishing }), slots: 2 },
      { kind: writeBatch, parts: batches.parts },
      ...targets.jobs,
    ],
    arrived: (tx, articleIds) => notePublished(tx, before.posts, articleIds, system.now()),
    overview: (question) => articleOverview(store.db, question),
    // Sends first: no article is to be published once its project is being deleted.
    removeProject: async (tx, projectId) => (await deliveries.cancelOfProject(tx, projectId)) || removeArticles(tx, jobs, projectId),
  };
};
