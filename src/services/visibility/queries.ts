import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import type { AiAnswerBrandRow, AiAnswerCitationRow, AiAnswerRow } from '../../db/rows/visibility.ts';
import { hint, idsIn, joinInOrder, rowsOf } from '../../db/sql.ts';
import type { BrandSums } from '../../visibility/figures/sums.ts';
import { maxLatest } from '../common/overview.ts';
import { countUpTo, ofProject } from '../common/queries.ts';
import type { Place, ReadingTable, SpansOfAnswers } from './reports/places.ts';

/** Names an answer, and where its brands and citations stand. */
export type AnswerPlace = Pick<AiAnswerRow, 'id' | 'project_id' | 'prompt_id' | 'asked_at'>;

/** Removes what answers name and cite. */
export async function removeReadings(tx: Tx, places: readonly AnswerPlace[]): Promise<void> {
  const { from, columns } = wanted(places);
  const keys = sql`select ${columns.project_id}, ${columns.prompt_id}, ${columns.asked_at}, ${columns.id} from ${from}`;
  await sql`delete from ai_answer_brands where (project_id, prompt_id, asked_at, answer_id) in (${keys})`.execute(tx);
  await sql`delete from ai_answer_citations where (project_id, prompt_id, asked_at, answer_id) in (${keys})`.execute(tx);
}

/** The distinct values of a column in a project's answers, in order, those after `after`. Each costs one look into the index, however many answers have it. */
export async function valuesIn(
  db: Db | Tx,
  column: 'prompt_id' | 'surface',
  { projectId, after = '', limit }: { projectId: string; after?: string; limit: number },
): Promise<string[]> {
  const named = sql.ref(column);
  const next = (than: unknown) => sql`select min(${named}) from ai_answers where project_id = ${projectId} and ${named} > ${than}`;
  const { rows } = await sql<{ name: string | null }>`
    with recursive found (name) as (
      ${next(after)}
      union all
      select (${next(sql.ref('found.name'))}) from found where found.name is not null
    )
    select name from found where name is not null limit ${limit}`.execute(db);
  return rows.map(({ name }) => name!);
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

/** Which engines have answered each of some prompts, one index step each. */
export async function enginesAsked(db: Db, projectId: string, prompts: readonly string[]): Promise<Asking[]> {
  const { from, columns } = rowsOf('wanted', ['promptId'], prompts.map((promptId) => ({ promptId }))); // prettier-ignore
  const first = (prompt: unknown) => sql`select min(engine) from ai_answers ${hint('ai_answers_counted')} where project_id = ${projectId}
    and prompt_id = ${prompt}`;
  const { rows } = await sql<Asking>`
    with recursive found (prompt, engine) as (
      select ${columns.promptId}, (${first(columns.promptId)}) from ${from}
      union all
      select found.prompt, (${first(sql.ref('found.prompt'))} and ai_answers.engine > found.engine) from found where found.engine is not null
    )
    select prompt as "promptId", engine from found where engine is not null`.execute(db);
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

/** How many rows the answers of some spans have, of whichever engine; counted up to a number. */
export async function countRows(db: Db, table: ReadingTable, asked: SpansOfAnswers, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select 1 from ${rowsIn(table, asked)} limit ${most}) as counted`.execute(db);
  return rows[0]!.count;
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

/** Of the pages of nobody's brand also `alone`: answers that name or cite one of the rivals, and not the project. */
export async function citedByOthers(db: Db, rivals: readonly string[], asked: SpansOfAnswers): Promise<(CitedPage & { alone: number })[]> {
  const has = (brands: readonly string[]) => sql`exists (select 1 from ai_answer_brands as named where named.project_id = found.project_id
    and named.prompt_id = found.prompt_id and named.asked_at = found.asked_at and named.answer_id = found.answer_id and named.brand in ${idsIn(brands)})`;
  const pages = sql`min(found.url) as url, min(found.host) as host, min(found.domain) as domain, max(found.title) as title`;
  const alone = sql`case when ${has(rivals)} and not ${has(['own'])} then found.answer_id end`;
  return (await sql<CitedPage & { alone: number }>`select found.prompt_id, found.engine, found."key", ${pages}, count(distinct found.answer_id) as answers,
    count(distinct ${alone}) as alone from ${citationsIn(asked)} and found.brand is null and found.status = 'ok'
    group by found.prompt_id, found.engine, found."key"`.execute(db)).rows; // prettier-ignore
}

/** A domain, or a brand's part of it, in answers to a prompt. */
export interface CitedDomain extends Pick<AiAnswerCitationRow, 'prompt_id' | 'host' | 'domain' | 'brand' | 'status'> {
  /** Its last host, where `host` is the first. */
  lastHost: string;
  times: number;
  /** Answers that it came with. */
  used: number;
  /** Answers whose text has a mark or link to it. */
  cited: number;
}

/** What is of none of the brands is nobody's. */
export async function citedDomains(db: Db, brands: readonly string[], asked: SpansOfAnswers): Promise<CitedDomain[]> {
  const brand = sql`case when found.brand in ${idsIn(brands)} then found.brand end`;
  const { rows } = await sql<CitedDomain>`
    select found.prompt_id, found.domain, ${brand} as brand, found.status, min(found.host) as host, max(found.host) as "lastHost", count(*) as times,
      count(distinct found.answer_id) as used, count(distinct case when found.inline = 1 then found.answer_id end) as cited
    from ${citationsIn(asked)} group by found.prompt_id, found.domain, 3, found.status`.execute(db);
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
