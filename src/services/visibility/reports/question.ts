import type { VisibilityFilters } from '../../../../schema/ai-visibility.ts';
import type { Project } from '../../../../schema/projects.ts';
import type { Db, Store } from '../../../db/open.ts';
import { AppError } from '../../../errors.ts';
import type { System } from '../../../system.ts';
import type { AccountServices } from '../../account/index.ts';
import { periodIn, type Period } from '../../common/period.ts';
import type { SiteServices } from '../../site/index.ts';
import { createBranding, requireTopic } from '../../topics/index.ts';
import { own, versionOf } from '../brands.ts';

export interface ReportNeeds {
  store: Store;
  system: Pick<System, 'now' | 'turns'>;
  projects: Pick<AccountServices['projects'], 'resolve'>;
  competitors: Pick<SiteServices['competitors'], 'ofProject'>;
}

/** Who is looked for: `own`, or a competitor's id. */
export interface Tracked {
  id: string;
  name: string;
}

/** A prompt whose answers count. */
export interface AskedPrompt {
  id: string;
  text: string;
  topicId: string | null;
}

/** What a report is asked for, with all that the project says of it. */
export interface Question {
  project: Project;
  period: Period;
  /** As long as it, right before it. */
  before: Period;
  prompts: ReadonlyMap<string, AskedPrompt>;
  /** Others that name the brand, where those are not wanted: they say nothing of whether it is found. */
  brandedPrompts: ReadonlyMap<string, AskedPrompt>;
  /** The project's own brand first, then the competitors that all answers were read for. */
  brands: readonly Tracked[];
  /** Other competitors: until all answers are read for them, what is known of them is too little. */
  unreadBrands: readonly Tracked[];
  /** Answers of the project that are still to be read for names or competitors that have changed. */
  stale: number;
  asked: Pick<VisibilityFilters, 'engine' | 'surface' | 'topicId' | 'branded'>;
}

/** Answers to be read anew are counted so far. */
const maxStale = 10_000;
/** Days of a period whose beginning is not given. */
export const usualDays = 30;
const dayMs = 24 * 3_600_000;

/** Throws `not_found`, `project_required`, `invalid_input`. */
export async function questionOf(needs: ReportNeeds, asked: VisibilityFilters): Promise<Question> {
  const { store, system, projects, competitors } = needs;
  const project = await projects.resolve(asked.projectId);
  const given = await periodIn(asked, project.timezone);
  const until = Math.min(given.until, system.now());
  const since = asked.since === undefined ? until - usualDays * dayMs + 1 : given.since;
  if (since > until) throw notYet();
  const rivals = await competitors.ofProject(project.id);
  const { stale, oldestRead } = await staleOf(store.db, project.id);
  const unreadBrands = oldestRead === null ? [] : rivals.filter(({ createdAt }) => Date.parse(createdAt) >= oldestRead);
  return {
    project,
    period: { since, until },
    before: { since: since - (until - since) - 1, until: since - 1 },
    ...(await promptsOf(needs, { project, isBranded: createBranding(project, rivals) }, asked)),
    brands: [
      { id: own, name: project.brandTerms.find((term) => term !== '') ?? project.name },
      ...rivals.filter((rival) => !unreadBrands.includes(rival)),
    ],
    unreadBrands,
    stale,
    asked,
  };
}

/** How many answers were read for names or competitors that have changed since, and when the most outdated of them was read. */
async function staleOf(db: Db, projectId: string): Promise<{ stale: number; oldestRead: number | null }> {
  const version = await versionOf(db, projectId);
  const read = db.selectFrom('ai_answers').where('project_id', '=', projectId).where('read_for', '>', 0).where('read_for', '<', version);
  const oldest = await read.select('analyzed_at').where('analyzed_at', 'is not', null).orderBy('read_for').limit(1).executeTakeFirst();
  if (!oldest) return { stale: 0, oldestRead: null };
  const some = db.selectFrom(read.select('id').limit(maxStale).as('some'));
  const { stale } = await some.select(({ fn }) => fn.countAll<number>().as('stale')).executeTakeFirstOrThrow();
  return { stale, oldestRead: oldest.analyzed_at };
}

/** A prompt that is asked for by its id counts, whomever it names. */
async function promptsOf(
  { store, system }: ReportNeeds,
  { project, isBranded }: { project: Project; isBranded: (text: string) => boolean },
  { promptId, topicId, branded = promptId === undefined ? 'exclude' : 'include' }: VisibilityFilters,
): Promise<Pick<Question, 'prompts' | 'brandedPrompts'>> {
  let query = store.db.selectFrom('prompts').select(['id', 'text', 'topic_id']).where('project_id', '=', project.id);
  if (promptId !== undefined) query = query.where('id', '=', promptId);
  if (topicId !== undefined) query = query.where('topic_id', '=', topicId);
  const rows = await query.execute();
  if (topicId !== undefined && rows.length === 0) await requireTopic(store.db, project.id, topicId);
  if (promptId !== undefined && rows.length === 0)
    throw new AppError('not_found', `There is no prompt ${promptId}${topicId === undefined ? '' : ` of the topic ${topicId}`}.`, {
      hint: 'See prompts_list.',
    });
  const [prompts, brandedPrompts] = [new Map<string, AskedPrompt>(), new Map<string, AskedPrompt>()];
  const turn = system.turns();
  for (const { id, text, topic_id } of rows) {
    const prompt = { id, text, topicId: topic_id };
    if (branded === 'include' || isBranded(text) === (branded === 'only')) prompts.set(id, prompt);
    else if (branded === 'exclude') brandedPrompts.set(id, prompt);
    await turn();
  }
  return { prompts, brandedPrompts };
}

function notYet(): AppError {
  return new AppError('invalid_input', 'since: lies in the future.', {
    hint: 'Leave since out for the last 30 days.',
    errors: [{ pointer: '/since', detail: 'lies in the future', code: 'in_future' }],
  });
}
