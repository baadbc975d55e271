import type { TopicResearch, TopicResearchJob } from '../../../../schema/topic-plan.ts';
import type { Store, Tx } from '../../../db/open.ts';
import { AppError } from '../../../errors.ts';
import type { Jobs, Projects } from '../../account/index.ts';
import type { JobKind } from '../../common/jobs.ts';
import { addKeywords } from '../keywords.ts';
import { topicRow, touchTopic } from '../row.ts';
import { ownKeywords } from './own.ts';
import { research, type Researching } from './research.ts';
import { storePlan, type StoredPlan } from './stored.ts';

/** The kind of job that researches a topic. */
export const researchTopic = 'topics.research';

interface Needs extends Researching {
  store: Store;
  projects: Projects;
  jobs: Jobs;
}

/** Throws `not_found`, and `conflict` while the topic is being researched. */
export function startResearch({ store, jobs }: Pick<Needs, 'store' | 'jobs'>, { id, sources }: TopicResearch): Promise<TopicResearchJob> {
  return store.write(async (tx) => {
    const topic = await topicRow(tx, id);
    if (topic.researching > 0) {
      throw new AppError('conflict', `The topic ${id} is being researched.`, {
        hint: `Follow it with jobs_get (${topic.research_job_id}), or end it with jobs_cancel, which leaves the topic as it was.`,
      });
    }
    const projectId = topic.project_id;
    const job = {
      kind: researchTopic,
      projectId,
      resourceType: 'topic',
      resourceId: id,
      state: { sources: sources && [...new Set(sources)] },
    };
    const jobId = await jobs.create(tx, job);
    await tx.updateTable('topics').set({ research_job_id: jobId }).where('id', '=', id).execute();
    return { topicId: id, projectId, jobId, status: 'queued' };
  });
}

/** Researches topics. All is written in the end, so that one that is canceled leaves its topic as it was. */
export function createResearching(needs: Needs): JobKind {
  const { store, system, projects } = needs;

  return {
    // What services answered is kept, so another attempt does not ask again.
    resumes: true,

    async run(attempt) {
      const topic = await topicRow(store.db, attempt.resourceId);
      const project = await projects.get(topic.project_id);
      const own = await ownKeywords(store.db, topic);
      const { plan, added } = await research(needs, project, own, attempt);
      const text = JSON.stringify(plan);
      return { write: (tx) => conclude(tx, topic.id, { plan, text }, [topic.pillar_keyword, ...added]) };
    },

    async failed() {},
    async canceled() {},
  };

  async function conclude(tx: Tx, topicId: string, { plan, text }: { plan: StoredPlan; text: string }, found: readonly string[]) {
    await topicRow(tx, topicId);
    const { added, refusedCount } = await addKeywords(tx, system, topicId, found, [], 'research');
    await storePlan(tx, topicId, text, system.now());
    await touchTopic(tx, topicId, system);
    return {
      topicId,
      keywordsAdded: added,
      keywordsRefused: refusedCount,
      mergedCount: plan.merged.length,
      pageCount: plan.pages.length + 1,
      sources: plan.sources,
      hint: plan.hint,
      next: plan.next,
      plan: { operation: 'topics_get', arguments: { id: topicId, view: 'plan' } },
    };
  }
}
