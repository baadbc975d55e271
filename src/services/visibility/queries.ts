import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { AiAnswerBrandRow, AiAnswerRow } from '../../db/rows/visibility.ts';
import { hint, rowsOf } from '../../db/sql.ts';
import { maxLatest } from '../common/overview.ts';
import { countUpTo, ofProject } from '../common/queries.ts';

/** Names an answer, and where its brands and citations stand. */
export type AnswerPlace = Pick<AiAnswerRow, 'id' | 'project_id' | 'prompt_id' | 'asked_at'>;

/** Removes what answers name and cite. */
export async function removeReadings(tx: Tx, places: readonly AnswerPlace[]): Promise<void> {
  const { from, columns } = wanted(places);
  const keys = sql`select ${columns.project_id}, ${columns.prompt_id}, ${columns.asked_at}, ${columns.id} from ${from}`;
  await sql`delete from ai_answer_brands where (project_id, prompt_id, asked_at, answer_id) in (${keys})`.execute(tx);
  await sql`delete from ai_answer_citations where (project_id, prompt_id, asked_at, answer_id) in (${keys})`.execute(tx);
}

/** The prompts after a place that a project's answers are to, in the order of their ids: one index step each, however many answers there are. */
export async function answeredPrompts(
  db: Db | Tx,
  { projectId, after, limit }: { projectId: string; after: string; limit: number },
): Promise<string[]> {
  const next = (than: unknown) => sql`select min(prompt_id) from ai_answers where project_id = ${projectId} and prompt_id > ${than}`;
  const { rows } = await sql<{ id: string | null }>`
    with recursive found (id) as (
      ${next(after)}
      union all
      select (${next(sql.ref('found.id'))}) from found where found.id is not null
    )
    select id from found where id is not null limit ${limit}`.execute(db);
  return rows.map(({ id }) => id!);
}

/** The next version of a project's brands. */
export async function raiseVersion(tx: Tx, projectId: string, now: number): Promise<void> {
  await sql`
    insert into ai_brands (project_id, version, changed_at) values (${projectId}, 2, ${now})
    on conflict (project_id) do update set version = ai_brands.version + 1, changed_at = excluded.changed_at`.execute(tx);
}

type ReadColumns = Pick<AiAnswerRow, 'id' | 'language' | 'analyzed_at' | 'has_inline' | 'analysis'>;

/** These answers have been read for a version of the brands. The language that came with one stays. */
export async function noteRead(tx: Tx, answers: readonly ReadColumns[], version: number): Promise<void> {
  const { from, columns } = rowsOf('seen', ['id', 'language', 'analyzed_at', 'has_inline', 'analysis'], answers);
  await sql`
    update ai_answers set read_for = ${version}, language = coalesce(ai_answers.language, ${columns.language}),
      analyzed_at = ${columns.analyzed_at}, has_inline = ${columns.has_inline}, analysis = ${columns.analysis}
    from ${from} where ai_answers.id = ${columns.id}`.execute(tx);
}

/** How an answer speaks of brands. */
export async function noteSentiments(
  tx: Tx,
  { id, project_id, prompt_id, asked_at }: AnswerPlace,
  brands: readonly { brand: string; sentiment: number | null; sentimentCount: number }[],
): Promise<void> {
  const { from, columns } = rowsOf('said', ['brand', 'sentiment', 'sentimentCount'], brands);
  await sql`
    update ai_answer_brands set sentiment = ${columns.sentiment}, sentiment_count = ${columns.sentimentCount}
    from ${from} where project_id = ${project_id} and prompt_id = ${prompt_id} and asked_at = ${asked_at} and answer_id = ${id}
      and ai_answer_brands.brand = ${columns.brand}`.execute(tx);
}

/** What comes after a place in a list of answers by time, then id, both descending. */
export function isAskedBefore(askedAt: string, id: string, place: { created_at: number; id: string }): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(askedAt)}, ${sql.ref(id)}) < (${place.created_at}, ${place.id})`;
}

/** Answers read by an index: of its own the planner takes the one by time, and walks past all that is not wanted. */
export function answersBy(index: 'time' | 'prompt' | 'engine' | 'surface') {
  return sql<AiAnswerRow>`ai_answers`.as<'ai_answers'>(sql`ai_answers ${hint(`ai_answers_by_${index}`)}`);
}

/** The beginning of a column's text. */
export function beginningOf(column: string, length: number): RawBuilder<string> {
  return sql<string>`substr(${sql.ref(column)}, 1, ${length})`;
}

export function lengthOf(column: string): RawBuilder<number> {
  return sql<number>`length(${sql.ref(column)})`;
}

/** The brands of some answers, the first named first; those that are only cited last. */
export async function brandsIn(db: Db, places: readonly AnswerPlace[]): Promise<AiAnswerBrandRow[]> {
  const { from, columns } = wanted(places);
  const { rows } = await sql<AiAnswerBrandRow>`
    select found.* from ${from} join ai_answer_brands as found on found.project_id = ${columns.project_id}
      and found.prompt_id = ${columns.prompt_id} and found.asked_at = ${columns.asked_at} and found.answer_id = ${columns.id}
    order by found.position is null, found.position, found.brand`.execute(db);
  return rows;
}

/** How many citations each of some answers has; those without any are left out. */
export async function countCitations(db: Db, places: readonly AnswerPlace[]): Promise<Map<string, number>> {
  const { from, columns } = wanted(places);
  const { rows } = await sql<{ id: string; count: number }>`
    select found.answer_id as id, count(*) as count from ${from} join ai_answer_citations as found on found.project_id = ${columns.project_id}
      and found.prompt_id = ${columns.prompt_id} and found.asked_at = ${columns.asked_at} and found.answer_id = ${columns.id}
    group by found.answer_id`.execute(db);
  return new Map(rows.map(({ id, count }) => [id, count]));
}

function wanted(places: readonly AnswerPlace[]) {
  const given = places.map(({ id, project_id, prompt_id, asked_at }) => ({ id, project_id, prompt_id, asked_at }));
  return rowsOf('wanted', ['id', 'project_id', 'prompt_id', 'asked_at'], given);
}

/** A prompt and an engine that is asked it. */
export interface Asking {
  promptId: string;
  engine: string;
}

/** How often each engine has answered each prompt in a run; what it never answered is left out. */
export async function answeredIn(
  db: Db,
  { projectId, jobId }: { projectId: string; jobId: string },
): Promise<(Asking & { times: number })[]> {
  const { rows } = await sql<Asking & { times: number }>`
    select prompt_id as "promptId", engine as engine, count(*) as times from ai_answers
    where job_id = ${jobId} and project_id = ${projectId} group by prompt_id, engine`.execute(db);
  return rows;
}

/** When each engine was last asked each prompt; where it never was, null. */
export async function lastAsked(db: Db, projectId: string, askings: readonly Asking[]): Promise<(Asking & { at: number | null })[]> {
  const { from, columns } = rowsOf('wanted', ['promptId', 'engine'], askings as readonly { promptId: string; engine: string }[]);
  const { rows } = await sql<Asking & { at: number | null }>`
    select ${columns.promptId} as "promptId", ${columns.engine} as engine,
      (select asked_at from ai_answers where project_id = ${projectId} and prompt_id = ${columns.promptId} and engine = ${columns.engine}
       order by asked_at desc limit 1) as at
    from ${from}`.execute(db);
  return rows;
}

/** What the answers of a run come to, by engine. */
export async function spentBy(
  db: Db | Tx,
  { projectId, jobId }: { projectId: string; jobId: string },
): Promise<Map<string, { answered: number; searched: number; cost: number | null }>> {
  const { rows } = await sql<{ engine: string; answered: number; searched: number; priced: number; cost: number | null }>`
    select engine, count(*) as answered, count(nullif(searched, 0)) as searched, count(cost) as priced, sum(cost) as cost
    from ai_answers where job_id = ${jobId} and project_id = ${projectId} group by engine`.execute(db);
  return new Map(
    rows.map(({ engine, answered, searched, priced, cost }) => [engine, { answered, searched, cost: priced < answered ? null : cost }]),
  );
}

/** The latest runs of projects in which something went wrong, the last to end first. */
export async function troubledRuns(
  db: Db,
  projectId: string | undefined,
): Promise<{ count: number; rows: { job_id: string; trouble: string }[] }> {
  const from = sql`from ai_runs ${hint('ai_runs_in_trouble')} where trouble is not null and ${ofProject('project_id', projectId)}`;
  const { rows } = await sql<{ job_id: string; trouble: string }>`
    select job_id, trouble ${from} order by ended_at desc limit ${maxLatest}`.execute(db);
  return { count: await countUpTo(db, sql`select 1 ${from}`), rows };
}
