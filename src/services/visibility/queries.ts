import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { AiAnswerCitationRow, AiAnswerRow } from '../../db/rows/visibility.ts';
import { hint, idsIn, joinInOrder, rowsOf } from '../../db/sql.ts';
import type { BrandSums } from '../../visibility/figures/sums.ts';

/** Names an answer, and where its brands and citations stand. */
export type AnswerPlace = Pick<AiAnswerRow, 'id' | 'project_id' | 'prompt_id' | 'asked_at'>;

/** Removes what answers name and cite. */
export async function removeReadings(tx: Tx, places: readonly AnswerPlace[]): Promise<void> {
  const given = places.map(({ id, project_id, prompt_id, asked_at }) => ({ id, project_id, prompt_id, asked_at }));
  const { from, columns } = rowsOf('gone', ['id', 'project_id', 'prompt_id', 'asked_at'], given);
  const keys = sql`select ${columns.project_id}, ${columns.prompt_id}, ${columns.asked_at}, ${columns.id} from ${from}`;
  for (const table of ['ai_answer_brands', 'ai_answer_citations'])
    await sql`delete from ${sql.table(table)} where (project_id, prompt_id, asked_at, answer_id) in (${keys})`.execute(tx);
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

/** The engines, or surfaces, that a project's answers have: one index step each, however many answers there are. */
export async function distinctIn(db: Db, column: 'engine' | 'surface', projectId: string): Promise<string[]> {
  const named = sql.ref(column);
  const next = (than: unknown) => sql`select min(${named}) from ai_answers where project_id = ${projectId} and ${named} > ${than}`;
  const { rows } = await sql<{ name: string | null }>`
    with recursive found (name) as (
      ${next('')}
      union all
      select (${next(sql.ref('found.name'))}) from found where found.name is not null
    )
    select name from found where name is not null`.execute(db);
  return rows.map(({ name }) => name!);
}

/** The answers of one engine and surface to a prompt in a span of time, both ends included. */
export interface Place {
  prompt: string;
  engine: string;
  surface: string;
  since: number;
  until: number;
}

/** How many answers there are in each place, in the places' order: all, those that were read, and of these those with an inline mark or link. */
export async function countAnswers(
  db: Db,
  projectId: string,
  places: readonly Place[],
): Promise<[all: number, read: number, inline: number][]> {
  const { from, columns, place } = rowsOf('place', ['prompt', 'engine', 'surface', 'since', 'until'], places);
  const { rows } = await sql<{ counts: string }>`
    select (select count(*) || ' ' || count(has_inline) || ' ' || coalesce(sum(has_inline), 0) from ai_answers ${hint('ai_answers_counted')}
      where project_id = ${projectId} and prompt_id = ${columns.prompt} and engine = ${columns.engine} and surface = ${columns.surface}
        and asked_at between ${columns.since} and ${columns.until}) as counts
    from ${from} order by ${place}`.execute(db);
  return rows.map(({ counts }) => counts.split(' ').map(Number) as [number, number, number]);
}

/** What a brand comes to in each place, in the places' order. */
export async function sumBrands(db: Db, projectId: string, places: readonly (Place & { brand: string })[]): Promise<BrandSums[]> {
  const { from, columns, place } = rowsOf('place', ['prompt', 'brand', 'engine', 'surface', 'since', 'until'], places);
  const { rows } = await sql<{ sums: string }>`
    select (select count(*) || ' ' || count(position) || ' ' || coalesce(sum(mentions), 0) || ' ' || coalesce(sum(position), 0)
        || ' ' || coalesce(sum(sentiment * sentiment_count), 0) || ' ' || coalesce(sum(sentiment_count), 0)
        || ' ' || coalesce(sum(prominence), 0) || ' ' || coalesce(sum(cited), 0)
      from ai_answer_brands ${hint('ai_answer_brands_summed')}
      where project_id = ${projectId} and prompt_id = ${columns.prompt} and brand = ${columns.brand} and engine = ${columns.engine}
        and surface = ${columns.surface} and asked_at between ${columns.since} and ${columns.until}) as sums
    from ${from} order by ${place}`.execute(db);
  return rows.map(({ sums }) => {
    const [present, mentioned, mentions, positions, sentiment, sentiments, prominence, citations] = sums.split(' ').map(Number) as Eight;
    return { present, mentioned, mentions, positions, sentiment, sentiments, prominence, citations };
  });
}

type Eight = [number, number, number, number, number, number, number, number];

/** The answers to a prompt in a span of time, both ends included. */
export interface PromptSpan {
  prompt: string;
  since: number;
  until: number;
}

/** Whose citations are wanted. */
export interface CitingAnswers {
  projectId: string;
  engines: readonly string[];
  surfaces: readonly string[];
  spans: readonly PromptSpan[];
}

/** A page that answers of one engine to a prompt cite. */
export interface CitedPage extends Pick<AiAnswerCitationRow, 'prompt_id' | 'engine' | 'key' | 'url' | 'host' | 'domain' | 'title' | 'brand' | 'status'> {
  times: number;
  answers: number;
}

export async function citedPages(db: Db, asked: CitingAnswers): Promise<CitedPage[]> {
  const { rows } = await sql<CitedPage>`
    select cited.prompt_id, cited.engine, cited."key", min(cited.url) as url, min(cited.host) as host, min(cited.domain) as domain,
      max(cited.title) as title, min(cited.brand) as brand, min(cited.status) as status,
      count(*) as times, count(distinct cited.answer_id) as answers
    from ${citationsIn(asked)} group by cited.prompt_id, cited.engine, cited."key"`.execute(db);
  return rows;
}

/** A domain, or a brand's part of it, in answers to a prompt. */
export interface CitedDomain extends Pick<AiAnswerCitationRow, 'prompt_id' | 'host' | 'domain' | 'brand' | 'status'> {
  times: number;
  /** Answers that it came with. */
  used: number;
  /** Answers whose text has a mark or link to it. */
  cited: number;
}

export async function citedDomains(db: Db, asked: CitingAnswers): Promise<CitedDomain[]> {
  const { rows } = await sql<CitedDomain>`
    select cited.prompt_id, cited.domain, cited.brand, cited.status, min(cited.host) as host, count(*) as times,
      count(distinct cited.answer_id) as used, count(distinct case when cited.inline = 1 then cited.answer_id end) as cited
    from ${citationsIn(asked)} group by cited.prompt_id, cited.domain, cited.brand, cited.status`.execute(db);
  return rows;
}

function citationsIn({ projectId, engines, surfaces, spans }: CitingAnswers): RawBuilder<unknown> {
  const { from, columns } = rowsOf('span', ['prompt', 'since', 'until'], spans);
  return sql`${from} ${joinInOrder} ai_answer_citations as cited on cited.project_id = ${projectId} and cited.prompt_id = ${columns.prompt}
    and cited.asked_at between ${columns.since} and ${columns.until}
    where cited.engine in ${idsIn(engines)} and cited.surface in ${idsIn(surfaces)}`;
}
