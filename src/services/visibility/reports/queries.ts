import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../db/open.ts';
import type { AiAnswerCitationRow } from '../../../db/rows/visibility.ts';
import { hint, idsIn, joinInOrder, rowsOf } from '../../../db/sql.ts';
import type { BrandSums } from '../../../visibility/figures/sums.ts';

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

/** Where an answer stands among those to a prompt. */
type PlaceInPrompt = Pick<AiAnswerCitationRow, 'asked_at' | 'answer_id'>;

/** Answers to a prompt: those after a place, up to another, which is included. */
export interface AnswerSpan {
  prompt: string;
  after: PlaceInPrompt;
  until: PlaceInPrompt;
}

/** Whose citations or brands are wanted. */
export interface SpansOfAnswers {
  projectId: string;
  engines: readonly string[];
  surfaces: readonly string[];
  spans: readonly AnswerSpan[];
}

/** What was read in answers, in the order of the answers to each prompt. */
export type ReadingTable = 'ai_answer_citations' | 'ai_answer_brands';

/** How many rows the answers of some spans have, of whichever engine; counted up to a number. */
export async function countRows(db: Db, table: ReadingTable, asked: SpansOfAnswers, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select 1 from ${rowsIn(table, asked)} limit ${most}) as counted`.execute(db);
  return rows[0]!.count;
}

/** The answer that has the row at which a number of them is reached; none where the span has fewer. */
export async function endOfRows(
  db: Db,
  table: ReadingTable,
  { projectId, span: { prompt, after, until }, rows: count }: { projectId: string; span: AnswerSpan; rows: number },
): Promise<PlaceInPrompt | undefined> {
  const { rows } = await sql<PlaceInPrompt>`
    select asked_at, answer_id from ${sql.table(table)} where project_id = ${projectId} and prompt_id = ${prompt}
      and (asked_at, answer_id) > (${after.asked_at}, ${after.answer_id}) and (asked_at, answer_id) <= (${until.asked_at}, ${until.answer_id})
    order by asked_at, answer_id limit 1 offset ${count - 1}`.execute(db);
  return rows[0];
}

function rowsIn(table: ReadingTable, { projectId, spans }: SpansOfAnswers): RawBuilder<unknown> {
  const given = spans.map(({ prompt, after, until }) => ({
    prompt,
    after: after.asked_at,
    afterId: after.answer_id,
    until: until.asked_at,
    untilId: until.answer_id,
  }));
  const { from, columns } = rowsOf('span', ['prompt', 'after', 'afterId', 'until', 'untilId'], given);
  return sql`${from} ${joinInOrder} ${sql.table(table)} as found on found.project_id = ${projectId} and found.prompt_id = ${columns.prompt}
    and (found.asked_at, found.answer_id) > (${columns.after}, ${columns.afterId})
    and (found.asked_at, found.answer_id) <= (${columns.until}, ${columns.untilId})`;
}

/** A page that answers of one engine to a prompt cite. */
export interface CitedPage extends Pick<
  AiAnswerCitationRow,
  'prompt_id' | 'engine' | 'key' | 'url' | 'host' | 'domain' | 'title' | 'brand' | 'status'
> {
  times: number;
  answers: number;
}

export async function citedPages(db: Db, asked: SpansOfAnswers): Promise<CitedPage[]> {
  const { rows } = await sql<CitedPage>`
    select found.prompt_id, found.engine, found."key", min(found.url) as url, min(found.host) as host, min(found.domain) as domain,
      max(found.title) as title, min(found.brand) as brand, min(found.status) as status,
      count(*) as times, count(distinct found.answer_id) as answers
    from ${citationsIn(asked)} group by found.prompt_id, found.engine, found."key"`.execute(db);
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

export async function citedDomains(db: Db, asked: SpansOfAnswers): Promise<CitedDomain[]> {
  const { rows } = await sql<CitedDomain>`
    select found.prompt_id, found.domain, found.brand, found.status, min(found.host) as host, count(*) as times,
      count(distinct found.answer_id) as used, count(distinct case when found.inline = 1 then found.answer_id end) as cited
    from ${citationsIn(asked)} group by found.prompt_id, found.domain, found.brand, found.status`.execute(db);
  return rows;
}

/** How many answers to a prompt name both the project and a brand. */
export interface NamedTogether extends Pick<AiAnswerCitationRow, 'prompt_id'> {
  brand: string;
  answers: number;
}

export async function namedTogether(db: Db, own: string, asked: SpansOfAnswers): Promise<NamedTogether[]> {
  const { rows } = await sql<NamedTogether>`
    select found.prompt_id, rival.brand, count(*) as answers from ${rowsIn('ai_answer_brands', asked)}
      ${joinInOrder} ai_answer_brands as rival on rival.project_id = found.project_id and rival.prompt_id = found.prompt_id
        and rival.asked_at = found.asked_at and rival.answer_id = found.answer_id
    where found.brand = ${own} and found.position is not null and rival.brand <> ${own} and rival.position is not null
      and found.engine in ${idsIn(asked.engines)} and found.surface in ${idsIn(asked.surfaces)}
    group by found.prompt_id, rival.brand`.execute(db);
  return rows;
}

function citationsIn(asked: SpansOfAnswers): RawBuilder<unknown> {
  const { engines, surfaces } = asked;
  return sql`${rowsIn('ai_answer_citations', asked)} where found.engine in ${idsIn(engines)} and found.surface in ${idsIn(surfaces)}`;
}
