import type { Project } from '../../../../schema/projects.ts';
import type { TopicResearch, TopicResearchJob } from '../../../../schema/topic-plan.ts';
import type { Db, Store, Tx } from '../../../db/open.ts';
import { AppError } from '../../../errors.ts';
import { mergeSame } from '../../../keywords/merge.ts';
import type { Jobs, Projects } from '../../account/index.ts';
import type { JobAttempt, JobKind } from '../../common/jobs.ts';
import { addKeywords } from '../keywords.ts';
import { topicRow, touchTopic } from '../row.ts';
import { aboutTopic } from './about.ts';
import { expand, type Expanding } from './expand.ts';
import { cluster, type Clustering } from './cluster.ts';
import { intentsOf, pageOf, pillarFirst } from './plan.ts';
import { storePlan, type StoredPlan } from './stored.ts';

/** The kind of job that researches a topic. */
export const researchTopic = 'topics.research';

interface Needs extends Expanding, Clustering {
  store: Store;
  projects: Projects;
  jobs: Jobs;
}

/** Keywords of a topic that one plan takes, and that one research adds to it. */
const maxPlanned = 2_000;
const maxAdded = 500;
/** Keywords that others are held against, the pillar first. */
const maxSeeds = 50;
const maxMerged = 20;

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
      const { own, leftOut } = await ownKeywords(store.db, topic.id);
      const { plan, added } = await research(needs, project, [topic.pillar_keyword, ...own], attempt);
      return { write: (tx) => conclude(tx, topic.id, { ...plan, leftOut }, added) };
    },

    async failed() {},
    async canceled() {},
  };

  async function conclude(tx: Tx, topicId: string, plan: StoredPlan, found: readonly string[]) {
    await topicRow(tx, topicId);
    const { added, refusedCount } = await addKeywords(tx, system, topicId, found, [], 'research');
    await storePlan(tx, topicId, plan, system.now());
    await touchTopic(tx, topicId, system);
    return {
      topicId,
      keywordsAdded: added,
      keywordsRefused: refusedCount,
      mergedCount: plan.mergedCount,
      pageCount: plan.pages.length,
      sources: plan.sources,
      plan: { operation: 'topics_get', arguments: { id: topicId, view: 'plan' } },
    };
  }
}

/** Those of people first: what one research found is the first to be left out of the next. */
async function ownKeywords(db: Db, topicId: string): Promise<{ own: string[]; leftOut: number }> {
  const rows = await db
    .selectFrom('topic_keywords')
    .select('keyword')
    .where('topic_id', '=', topicId)
    .orderBy('source')
    .orderBy('id')
    .execute();
  return { own: rows.slice(0, maxPlanned).map(({ keyword }) => keyword), leftOut: Math.max(0, rows.length - maxPlanned) };
}

async function research(needs: Needs, project: Project, own: readonly [string, ...string[]], attempt: JobAttempt) {
  const { report, state } = attempt;
  const turn = needs.system.turns(attempt.signal);
  await report('expand', 0);
  const seeds: [string, ...string[]] = [own[0], ...own.slice(1, maxSeeds)];
  const expanded = await expand(needs, project, seeds, { attempt, sources: (state as Pick<TopicResearch, 'sources'>).sources });
  const found = await aboutTopic(expanded.keywords, seeds, { language: project.language, turn });
  await report('dedupe', 0.6);
  const { kept, merged } = mergeSame([...own, ...found], project.language);
  const known = new Set(own);
  const added = kept.filter((keyword) => !known.has(keyword)).slice(0, maxAdded);
  const fresh = new Set(added);
  const chosen = kept.filter((keyword) => known.has(keyword) || fresh.has(keyword));
  await report('metrics', 0.7);
  const hasProvider = (await needs.integrations.findAll(project.id, ['dataforseo'])).length > 0;
  await report('intent', 0.75);
  const intents = await intentsOf(project, chosen, turn);
  await report('cluster', 0.8);
  const { impressions } = expanded;
  const pillar = own[0];
  const weighed = [pillar, ...chosen.slice(1)].map((keyword) => ({ keyword, weight: impressions.get(keyword) ?? null }));
  const clustered = await cluster(needs, project, weighed, { signal: attempt.signal, turn });
  const [main, ...others] = pillarFirst(pillar, clustered.clusters);
  await report('plan', 0.9);
  // The pillar may be among the topic's keywords too.
  const said = merged.filter(({ keyword, into }) => keyword !== into);
  const plan: Omit<StoredPlan, 'leftOut'> = {
    pillar: pageOf(main, project.language, intents),
    pages: others.map((one) => pageOf(one, project.language, intents)),
    method: clustered.method,
    sources: expanded.sources,
    merged: said.slice(0, maxMerged),
    mergedCount: said.length,
    why: { searchVolume: hasProvider ? 'not_checked' : 'integration_required', ...(clustered.why && { embeddings: clustered.why }) },
  };
  return { plan, added };
}
