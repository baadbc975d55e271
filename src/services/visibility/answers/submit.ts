import type { NewAnswer, NewAnswers, TakenAnswers } from '../../../../schema/ai-answers.ts';
import type { Refused } from '../../../../schema/common.ts';
import type { Project } from '../../../../schema/projects.ts';
import type { Db, Store, Tx } from '../../../db/open.ts';
import { idsIn } from '../../../db/sql.ts';
import type { System } from '../../../system.ts';
import type { Projects } from '../../account/index.ts';
import { directionalBelow } from '../../../visibility/figures/figures.ts';
import { byIndex, entriesOf, refusedFor, type Entry } from '../../common/refused.ts';
import type { Prompts } from '../../topics/index.ts';
import { hasNames, namesHint } from '../brands.ts';
import { valuesIn } from '../queries.ts';
import { enoughNote } from '../reports/in-words.ts';
import type { AnswerReading } from './reading.ts';
import { takeAnswers, type TakenItem } from './take.ts';

interface Needs {
  store: Store;
  system: System;
  projects: Projects;
  prompts: Prompts;
  reading: AnswerReading;
}

type Sent = Entry<NewAnswer>;
type Asked = Sent & { prompt: { id: string; text: string } };

/** Where this process ends before it has read them, others do so after that time. */
const spareMs = 10_000;
/** Before it there were no such engines. */
const firstAnswer = Date.parse('2020-01-01T00:00:00Z');
/** Clocks of others may be ahead. */
const maxAheadMs = 5 * 60_000;

/** Throws `not_found`, `project_required`. */
export async function submitAnswers(
  needs: Needs,
  { projectId, answers }: NewAnswers,
  unfit: readonly Refused[],
  signal?: AbortSignal,
): Promise<TakenAnswers> {
  const { store, system, projects, prompts, reading } = needs;
  const taken = await store.write(async (tx) => {
    const project = await projects.resolve(projectId, tx);
    const now = system.now();
    const entries = entriesOf(answers, unfit);
    const wrong = entries.flatMap((entry) => faultOf(entry, now));
    const { asked, refused, added } = await withPrompts(tx, project, prompts, without(entries, wrong));
    const items = asked.map((one) => itemOf(one, now));
    const kept = await takeAnswers(tx, system, { projectId: project.id, jobId: null, items });
    if (kept.some(({ isNew }) => isNew)) await reading.later(tx, project.id, now + spareMs);
    const told = asked.map(({ index, prompt }, at) => {
      const { id, isNew } = kept[at]!;
      return { index, id, promptId: prompt.id, status: isNew ? ('added' as const) : ('present' as const) };
    });
    return { project, answers: told, prompts: added, refused: byIndex([...unfit, ...wrong, ...refused]) };
  });
  const ids = taken.answers.map(({ id }) => id);
  await reading.now(taken.project.id, ids, signal);
  const read = store.db.selectFrom('ai_answers').select('id').where('id', 'in', idsIn(ids)).where('analyzed_at', 'is not', null);
  const known = new Set((await read.execute()).map(({ id }) => id));
  const { project, ...told } = taken;
  const analyzed = ids.filter((id) => known.has(id)).length;
  return { ...told, analyzed, hint: hasNames(project) ? null : namesHint, note: await noteOn(store.db, project.id) };
}

/** That the project has too few answers for more than a direction; null where it has enough. */
async function noteOn(db: Db, projectId: string): Promise<string | null> {
  const rows = db.selectFrom('ai_answers').select('id').where('project_id', '=', projectId);
  const { length: answers } = await rows.limit(directionalBelow.answers).execute();
  const { length: prompts } = await valuesIn(db, 'prompt_id', { projectId, limit: directionalBelow.prompts });
  return enoughNote({ answers, prompts });
}

function without(entries: readonly Sent[], wrong: readonly Refused[]): Sent[] {
  const left = new Set(wrong.map(({ index }) => index));
  return entries.filter(({ index }) => !left.has(index));
}

function faultOf({ index, sent: { prompt, promptId, askedAt } }: Sent, now: number): Refused[] {
  const refuse = (field: string, code: string, detail: string) => [refusedFor('answers', index, code, detail, `/${field}`)];
  if ((prompt === undefined) === (promptId === undefined)) return refuse('prompt', 'exactly_one', 'give prompt or promptId, and not both');
  const at = askedAt === undefined ? now : Date.parse(askedAt);
  return at < firstAnswer || at > now + maxAheadMs ? refuse('askedAt', 'out_of_range', 'must lie between 2020 and now') : [];
}

/** Each with its prompt, which is added where it is not known. */
async function withPrompts(tx: Tx, project: Project, prompts: Prompts, entries: readonly Sent[]) {
  const ids = entries.flatMap(({ sent: { promptId } }) => promptId ?? []);
  const there = tx.selectFrom('prompts').select(['id', 'text']).where('project_id', '=', project.id).where('id', 'in', idsIn(ids));
  const named = new Map((await there.execute()).map((row) => [row.id, row]));
  const written = entries.filter(({ sent: { prompt } }) => prompt !== undefined);
  const texts = written.map(({ sent: { prompt } }) => prompt!);
  const ensured = await prompts.ensure(tx, project, texts);
  const promptAt = new Map(written.map(({ index }, at) => [index, ensured.prompts[at]!]));
  const asked: Asked[] = [];
  const refused: Refused[] = [];
  for (const { index, sent } of entries) {
    const { promptId } = sent;
    const found = promptId === undefined ? promptAt.get(index)! : (named.get(promptId) ?? noPrompt(promptId));
    const field = promptId === undefined ? '/prompt' : '/promptId';
    if ('code' in found) refused.push(refusedFor('answers', index, found.code, found.detail, field));
    else asked.push({ index, sent, prompt: found });
  }
  return { asked, refused, added: ensured.added };
}

const noPrompt = (id: string) => ({ code: 'not_found', detail: `the project has no prompt ${id}: see prompts_list` });

function itemOf({ sent, prompt }: Asked, now: number): TakenItem {
  const { engine, surface = 'agent', text, citations = [], model, askedAt } = sent;
  return {
    promptId: prompt.id,
    prompt: prompt.text,
    engine,
    surface,
    model: model ?? null,
    text,
    citations,
    searched: null,
    cost: null,
    usage: { inputTokens: null, outputTokens: null },
    askedAt: askedAt === undefined ? now : Date.parse(askedAt),
    // The same words at another time are another answer; where no time is given, they are the same sent again.
    sample: askedAt === undefined ? '' : String(Date.parse(askedAt)),
  };
}
