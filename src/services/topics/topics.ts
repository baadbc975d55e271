import type { Deleted, Page, Refused } from '../../../schema/common.ts';
import type { Project } from '../../../schema/projects.ts';
import type { TopicResearch, TopicResearchJob } from '../../../schema/topic-plan.ts';
import type {
  AddedKeywords,
  AddedTopic,
  DeletedTopic,
  NewTopic,
  Topic,
  TopicKeyword,
  TopicPatch,
  TopicQuestion,
  TopicRow as WireTopic,
} from '../../../schema/topics.ts';
import type { Store, Tx } from '../../db/open.ts';
import type { TopicRow } from '../../db/rows/topics.ts';
import { AppError } from '../../errors.ts';
import type { System } from '../../system.ts';
import type { Jobs, Projects } from '../account/index.ts';
import { writtenKey } from '../common/asked-keyword.ts';
import { decodeCursor, defaultLimit, encodeCursor, pageOf } from '../common/paging.ts';
import { HandedOn, inSlices } from '../common/slices.ts';
import { given, isoTime, isoTimeOrNull } from '../common/wire.ts';
import { toCovering, type Calendar } from '../planning/index.ts';
import type { SiteServices } from '../site/index.ts';
import { coverageOf } from './coverage.ts';
import { addKeywords } from './keywords.ts';
import { openPages, type OpenPage } from './open-pages.ts';
import { addPillar, keywordRow, refusePillar, refuseEmpty } from './pillar.ts';
import { countedTopics, type CountedTopic } from './queries.ts';
import { emptyTopic } from './removal.ts';
import { intentIn } from './research/plan.ts';
import { startResearch } from './research/run.ts';
import { storedPlan, type StoredPage, type StoredPlan } from './research/stored.ts';
import { planAsItStands } from './research/view.ts';
import { topicRow, touchTopic } from './row.ts';

export interface Topics {
  /** Newest first. Throws `not_found`, `project_required`, `invalid_input`. */
  list(input: { projectId?: string; limit?: number; cursor?: string }): Promise<Page<WireTopic>>;
  /** Throws `not_found`, `project_required`, and `conflict` for a name that is taken. */
  create(input: NewTopic, refused?: readonly Refused[]): Promise<AddedTopic>;
  /** Throws `not_found`, `invalid_input`. */
  get(input: TopicQuestion): Promise<Topic>;
  /** The pages that a project's topics are still without, and those that something is for. Bounded. */
  openPages(project: Project): Promise<{ open: OpenPage[]; covered: string[] }>;
  /** Researches it by a job. Throws `not_found`, and `conflict` while one runs. */
  research(input: TopicResearch): Promise<TopicResearchJob>;
  /** Throws `not_found`, and `conflict` for a name that is taken. */
  update(patch: TopicPatch): Promise<WireTopic>;
  /** Its keywords and prompts go with it; articles and slots stay. Throws `not_found`. */
  delete(id: string): Promise<DeletedTopic>;
  /** Throws `not_found`. */
  addKeywords(id: string, keywords: readonly string[], refused?: readonly Refused[]): Promise<AddedKeywords>;
  /** Throws `not_found`, and `conflict` for the pillar keyword. */
  removeKeyword(id: string, keywordId: string): Promise<Deleted>;
}

interface Needs {
  store: Store;
  system: System;
  projects: Projects;
  calendar: Calendar;
  posts: SiteServices['posts'];
  jobs: Jobs;
}

/** Clusters that every view tells. */
const maxClusters = 20;

export function createTopics({ store, system, projects, calendar, posts, jobs }: Needs): Topics {
  async function page(project: Project, plan: StoredPlan | null, { id, limit = defaultLimit, cursor }: TopicQuestion) {
    const after = decodeCursor(cursor, /^kw_\w+$/);
    let query = store.db.selectFrom('topic_keywords').select(['id', 'keyword', 'source']).where('topic_id', '=', id);
    if (after !== undefined) query = query.where('id', '>', after);
    const rows = await query
      .orderBy('id')
      .limit(limit + 1)
      .execute();
    const shown = rows.slice(0, limit);
    const words = shown.map(({ keyword }) => keyword);
    const holders = await calendar.holders(project, words);
    const near = await calendar.similar(
      project,
      words.filter((_, index) => holders[index] === undefined),
    );
    const clusters = clustersIn(plan);
    const keywords = shown.map((row, index): TopicKeyword => {
      const holder = holders[index];
      const told = { ...row, intent: intentIn(project, row.keyword), cluster: clusters.get(row.keyword) ?? null };
      return given({ ...told, coveredBy: holder ? toCovering(holder) : null, near: holder ? undefined : near.get(row.keyword) });
    });
    return { keywords, nextCursor: rows.length > limit ? encodeCursor(shown.at(-1)!.id) : null };
  }

  return {
    async list({ projectId, limit = defaultLimit, cursor }) {
      const before = decodeCursor(cursor, /^top_\w+$/);
      const project = await projects.resolve(projectId);
      return pageOf(await countedTopics(store.db, { projectId: project.id, before, limit: limit + 1 }), limit, toTopic);
    },

    create: ({ projectId, name, pillarKeyword = name, keywords = [] }, refused = []) =>
      store.write(async (tx) => {
        const project = await projects.resolve(projectId, tx);
        refuseEmpty({ name, pillarKeyword });
        await refuseTaken(tx, project.id, name);
        const now = system.now();
        const row: TopicRow = {
          id: system.id('top'),
          project_id: project.id,
          name,
          name_key: writtenKey(name),
          pillar_keyword: pillarKeyword,
          research_job_id: null,
          created_at: now,
          updated_at: now,
        };
        await tx.insertInto('topics').values(row).execute();
        await addPillar(tx, system, row.id, pillarKeyword);
        const added = await addKeywords(tx, system, row.id, keywords, refused);
        return { ...toTopic(await topicRow(tx, row.id)), refused: added.refused };
      }),

    async get(input) {
      const row = await topicRow(store.db, input.id);
      const project = await projects.get(row.project_id);
      const all = await store.db.selectFrom('topic_keywords').select('keyword').where('topic_id', '=', row.id).execute();
      const coverage = await coverageOf(
        { calendar, system },
        project,
        all.map(({ keyword }) => keyword),
      );
      const plan = await storedPlan(store.db, row.id);
      const { limit, cursor } = input;
      return {
        ...toTopic(row),
        coverage,
        clusters: pagesIn(plan).slice(0, maxClusters).map(toCluster),
        nextCursor: null,
        ...(input.view === 'keywords' && (await page(project, plan, input))),
        ...(input.view === 'plan' &&
          (plan ? await planAsItStands({ system, calendar, posts }, project, row.id, { plan, limit, cursor }) : { plan })),
      };
    },

    openPages: (project) => openPages({ store, system, calendar, posts }, project),

    research: (input) => startResearch({ store, jobs }, input),

    update: ({ id, name, pillarKeyword }) =>
      store.write(async (tx) => {
        const row = await topicRow(tx, id);
        refuseEmpty({ name, pillarKeyword });
        if (name !== undefined) await refuseTaken(tx, row.project_id, name, id);
        if (pillarKeyword !== undefined) await addPillar(tx, system, id, pillarKeyword);
        const changes = given({ name, name_key: name === undefined ? undefined : writtenKey(name), pillar_keyword: pillarKeyword });
        await tx
          .updateTable('topics')
          .set({ ...changes, updated_at: system.now() })
          .where('id', '=', id)
          .execute();
        return toTopic(await topicRow(tx, id));
      }),

    async delete(id) {
      const { research_job_id: jobId } = await topicRow(store.db, id);
      const gone = await inSlices<DeletedTopic, DeletedTopic>({ store, system }, async (tx, counted) => {
        const answer = counted ?? (await whatGoes(tx, id));
        if (!counted && jobId !== null) await jobs.stop(tx, [jobId]);
        if (await emptyTopic(tx, id)) return new HandedOn(answer);
        await tx.deleteFrom('topics').where('id', '=', id).execute();
        return answer;
      });
      if (jobId !== null) await jobs.abortCanceled([jobId]);
      return gone;
    },

    addKeywords: (id, keywords, refused = []) =>
      store.write(async (tx) => {
        await topicRow(tx, id);
        const answer = await addKeywords(tx, system, id, keywords, refused);
        if (answer.added > 0) await touchTopic(tx, id, system);
        return answer;
      }),

    async removeKeyword(id, keywordId) {
      await store.write(async (tx) => {
        refusePillar(await topicRow(tx, id), await keywordRow(tx, id, keywordId));
        const removed = tx.deleteFrom('topic_keywords').where('id', '=', keywordId).where('topic_id', '=', id);
        await removed.execute();
        await touchTopic(tx, id, system);
      });
      return { id: keywordId, deleted: true };
    },
  };
}

async function whatGoes(tx: Tx, id: string): Promise<DeletedTopic> {
  const { keywords, prompts } = await topicRow(tx, id);
  const { articles } = await tx
    .selectFrom('articles')
    .select((make) => make.fn.countAll<number>().as('articles'))
    .where('topic_id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, deleted: true, keywords, prompts, articles };
}

async function refuseTaken(tx: Tx, projectId: string, name: string, but?: string): Promise<void> {
  const same = tx.selectFrom('topics').select(['id', 'name']).where('project_id', '=', projectId).where('name_key', '=', writtenKey(name));
  const taken = await same.executeTakeFirst();
  if (!taken || taken.id === but) return;
  throw new AppError('conflict', `The topic ${taken.id} has the name ${JSON.stringify(taken.name)} already.`, {
    hint: 'Add to that with topics_add_keywords, or choose another name.',
    errors: [{ pointer: '/name', detail: `is the name of ${taken.id}`, code: 'name_taken' }],
  });
}

function toTopic(row: CountedTopic): WireTopic {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    pillarKeyword: row.pillar_keyword,
    keywordCount: row.keywords,
    promptCount: row.prompts,
    status: row.researching > 0 ? 'researching' : row.researched_at === null ? 'new' : 'researched',
    researchedAt: isoTimeOrNull(row.researched_at),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  };
}

const pagesIn = (plan: StoredPlan | null): StoredPage[] => (plan ? [plan.pillar, ...plan.pages] : []);
const toCluster = ({ keyword, keywords }: StoredPage) => ({ label: keyword, keywordCount: keywords.length + 1 });

/** By keyword, that of the page it belongs to; what says the same as another is with that. */
function clustersIn(plan: StoredPlan | null): ReadonlyMap<string, string> {
  const pages = new Map(pagesIn(plan).flatMap(({ keyword, keywords }) => [keyword, ...keywords].map((one) => [one, keyword] as const)));
  for (const { keyword, into } of plan?.merged ?? []) if (pages.has(into)) pages.set(keyword, pages.get(into)!);
  return pages;
}
