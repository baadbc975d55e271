import type { Db, Tx } from '../../../db/open.ts';
import type { ResultsPageRow } from '../../../db/rows/research.ts';
import { idsIn } from '../../../db/sql.ts';
import type { OrganicResult, SearchQuestion, SearchResults } from '../../../providers/search/search.ts';
import type { System } from '../../../system.ts';
import { writtenKey } from '../../common/asked-keyword.ts';
import type { Slice } from '../../common/group.ts';
import { isoTime, parsed } from '../../common/wire.ts';

/** How much of a results page is kept, and for how long. A question may be for a hundred results. */
export const resultsLimits = { organic: 100, snippet: 300, title: 200, others: 50, keptMs: 90 * 24 * 3_600_000 } as const;

/** A results page as it was when its provider was last asked. */
export interface KeptResults extends Omit<SearchResults, 'cost'> {
  keyword: string;
  engine: ResultsPageRow['engine'];
  device: ResultsPageRow['device'];
  source: ResultsPageRow['provider'];
  checkedAt: string;
  ageDays: number;
}

/** Which results pages are wanted. */
export interface KeptQuestion extends Pick<SearchQuestion, 'country' | 'language'> {
  /** Default: either. */
  device?: ResultsPageRow['device'] | undefined;
  /** Default: any. */
  engine?: ResultsPageRow['engine'] | undefined;
}

type Answered = Pick<ResultsPageRow, 'engine' | 'provider'> & { question: Omit<SearchQuestion, 'depth'>; results: SearchResults };

/** Keeps a results page in the place of an older one. */
export async function keepResults(tx: Tx, { engine, provider, question, results }: Answered, now: number): Promise<void> {
  const { organic, depthChecked, features, questions, related } = results;
  const some = (texts: readonly string[]) => JSON.stringify(texts.slice(0, resultsLimits.others).map((text) => text.slice(0, resultsLimits.title))); // prettier-ignore
  const page = {
    keyword: question.keyword,
    depth: depthChecked,
    organic: JSON.stringify(organic.slice(0, resultsLimits.organic).map(shortened)),
    features: some(features),
    questions: some(questions),
    related: some(related),
    asked_at: now,
  };
  const place = { ...placeOf(question), keyword_key: writtenKey(question.keyword), device: question.device, engine, provider };
  await tx
    .insertInto('results_pages')
    .values({ ...place, ...page })
    .onConflict((conflict) => conflict.columns(['country', 'language', 'keyword_key', 'device', 'engine', 'provider']).doUpdateSet(page))
    .execute();
}

function shortened({ position, url, title, snippet }: OrganicResult): OrganicResult {
  return { position, url, title: title.slice(0, resultsLimits.title), snippet: snippet.slice(0, resultsLimits.snippet) };
}

/** By the key of each keyword that any page is kept of, the newest. */
export async function keptResults(
  db: Db | Tx,
  question: KeptQuestion,
  keywords: readonly string[],
  now: number,
): Promise<Map<string, KeptResults>> {
  const keys = [...new Set(keywords.map(writtenKey))];
  const rows = await pagesFor(db, question, now).selectAll().where('keyword_key', 'in', idsIn(keys)).execute();
  return new Map(newestOf(rows).map((row) => [row.keyword_key, toKept(row, now)]));
}

/** The newest page of each keyword, some at a time in the order of their keys; undefined where there are no more. */
export async function nextResults(
  db: Db,
  question: KeptQuestion,
  { after, limit, now }: { after: string; limit: number; now: number },
): Promise<{ pages: KeptResults[]; after: string } | undefined> {
  const rows = await pagesFor(db, question, now).selectAll().where('keyword_key', '>', after).orderBy('keyword_key').limit(limit).execute();
  const last = rows.at(-1)?.keyword_key;
  if (last === undefined) return undefined;
  // The pages of the last keyword may go on beyond the limit: they come with the next ones, unless they are all there is.
  const whole = rows.length < limit ? rows : rows.filter(({ keyword_key }) => keyword_key !== last);
  const some = whole.length > 0 ? whole : rows;
  return { pages: newestOf(some).map((row) => toKept(row, now)), after: some.at(-1)!.keyword_key };
}

/** The pages that are wanted; the caller says which columns. */
export function pagesFor(db: Db | Tx, { country, language, device, engine }: KeptQuestion, now: number) {
  const place = placeOf({ country, language });
  let pages = db
    .selectFrom('results_pages')
    .where('country', '=', place.country)
    .where('language', '=', place.language)
    .where('asked_at', '>', now - resultsLimits.keptMs);
  if (device !== undefined) pages = pages.where('device', '=', device);
  if (engine !== undefined) pages = pages.where('engine', '=', engine);
  return pages;
}

const placeOf = ({ country, language }: Pick<SearchQuestion, 'country' | 'language'>) => ({
  country: country ?? '',
  language: language ?? '',
});

/** One of each keyword, in the order in which they first come. */
function newestOf(rows: readonly ResultsPageRow[]): ResultsPageRow[] {
  const newest = new Map<string, ResultsPageRow>();
  for (const row of rows) {
    const known = newest.get(row.keyword_key);
    if (!known || row.asked_at > known.asked_at) newest.set(row.keyword_key, row);
  }
  return [...newest.values()];
}

function toKept(row: ResultsPageRow, now: number): KeptResults {
  return {
    keyword: row.keyword,
    engine: row.engine,
    device: row.device,
    source: row.provider,
    checkedAt: isoTime(row.asked_at),
    ageDays: Math.floor((now - row.asked_at) / (24 * 3_600_000)),
    depthChecked: row.depth,
    organic: parsed<OrganicResult[]>(row.organic),
    features: parsed<string[]>(row.features),
    questions: parsed<string[]>(row.questions),
    related: parsed<string[]>(row.related),
  };
}

/** A page holds up to some 80 KB. */
const maxRemovedAtOnce = 50;

export function resultsRetention({ now }: Pick<System, 'now'>): Slice {
  return async (tx) => {
    const names = ['country', 'language', 'keyword_key', 'device', 'engine', 'provider'] as const;
    const old = tx
      .selectFrom('results_pages')
      .select(names)
      .where('asked_at', '<=', now() - resultsLimits.keptMs);
    const rows = await old.limit(maxRemovedAtOnce).execute();
    if (rows.length === 0) return false;
    await tx
      .deleteFrom('results_pages')
      .where((row) => row.or(rows.map((one) => row.and(one))))
      .execute();
    return rows.length === maxRemovedAtOnce;
  };
}
