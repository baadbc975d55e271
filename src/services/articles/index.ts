import { writingTasks } from '../../writing/tasks.ts';
import type { AccountServices } from '../account/index.ts';
import type { Door } from '../common/group.ts';
import type { DeliveryServices } from '../deliveries/index.ts';
import type { KnowledgeServices } from '../knowledge/index.ts';
import { createArticles, type Articles } from './articles.ts';
import { createBatches, writeBatch, type Batches } from './batches/batches.ts';
import { createDrafts, type Drafts } from './editing/drafts.ts';
import { createEditing, type Editing } from './editing/editing.ts';
import { createRegeneration, type Regeneration } from './editing/regenerate.ts';
import { createSectionWriting, rewriteSection } from './editing/section.ts';
import { sourceCheck } from './writing/research.ts';
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

type Before = AccountServices & DeliveryServices & KnowledgeServices;

export const openArticles: Door<Before, ArticleServices> = ({ store, system, config, publicUrl, openThread }, before) => {
  const { jobs, projects, integrations, deliveries, events, publishingEndpoints: endpoints, knowledge } = before;
  const thread = openThread(writingTasks, { maxMs: maxTaskMs });
  const images = createImages({ store, system, integrations, publicUrl });
  const targets = createTargets({ store, system, jobs, integrations, images });
  const publishing = createPublishing({ store, system, projects, deliveries, endpoints, targets, publicUrl });
  const batches = createBatches({
    store,
    system,
    jobs,
    events,
    projects,
    integrations,
    publishing,
    sourceCheck: async (projectId, all) => {
      const check = await sourceCheck({ knowledge, config }, projectId, all);
      return (sources) => check({ sources, competitorUrls: [] });
    },
    config,
    publicUrl,
  });
  const ends = createEnds({ system, events, publishing, batches, images, publicUrl });
  const finishing = createFinishing({ store, system, images, thread });
  const writing = createArticleWriting({ store, system, knowledge, projects, integrations, finishing, thread, ends, batches, config });
  const rewriting = createSectionWriting({ store, system, knowledge, projects, integrations, finishing, thread });
  return {
    services: {
      articles: createArticles({ ...before, store, system, thread, publishing, config, publicUrl }),
      batches,
      drafts: createDrafts({ store, system, jobs, projects, finishing, ends }),
      editing: createEditing({ store, system, projects, finishing, images }),
      images,
      publishing,
      regeneration: createRegeneration({ store, system, jobs }),
    },
    jobs: [
      // Documented in schema/article-request.ts. More would save no time if nothing waits on the network, and would delay the process's other work.
      { kind: writeArticle, how: writing, slots: 4 },
      { kind: rewriteSection, how: rewriting, slots: 2 },
      { kind: writeBatch, parts: batches.parts },
      ...targets.jobs,
    ],
    arrived: (tx, articleIds) => notePublished(tx, articleIds, system.now()),
    overview: (question) => articleOverview(store.db, question),
    // Sends first: no article is to be published once its project is being deleted.
    removeProject: async (tx, projectId) => (await deliveries.cancelOfProject(tx, projectId)) || removeArticles(tx, jobs, projectId),
  };
};
