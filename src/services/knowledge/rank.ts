import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { soughtWords, type SoughtWord } from '../../language/retrieval.ts';
import { anyOf, documentTerm, tagTerm } from './passage-index.ts';

export interface Wanted {
  query: string;
  /** The query's language; words are looked for in all languages of the project's documents. */
  language: string;
  projectId: string;
  /** Only these documents. */
  documentIds?: readonly string[];
  /** Only documents with this tag. */
  tag?: string;
  limit: number;
  /** Only passages up to this one, so that later pages of a result stay stable. */
  newest?: number;
}

export interface RankedPassage {
  rowid: number;
  /** BM25, higher is better. */
  score: number;
}

export interface Ranked {
  /** Best first. */
  passages: RankedPassage[];
  /** The terms looked up in the index. */
  terms: ReadonlySet<string>;
  /** Words not looked for, as written: stopwords, and words in too many passages to be distinctive. */
  ignoredWords: string[];
}

/** Passages ranked at once, about 1 µs each whatever the size of the knowledge base; this blocks the event loop. */
const maxRanked = 4000;
/** If no word is rare: how many of the newest passages with a common word are ranked. */
const maxRankedOfCommon = 2000;
/** Counting stops here: beyond it, words count as equally common. */
const maxCounted = 20_000;
/** Words too common to find passages still help to rank them, up to this many passages in all. */
const maxHelpingPassages = 30_000;
/** If fewer passages than this are found, this many common words search too. */
const minPassages = 100;
const maxCommonWords = 3;

/** Matches in the titles of page and section count twice, as they say what a passage is about. Narrowing terms score nothing. */
const score = sql<number>`-bm25(passages_fts, 2.0, 2.0, 1.0, 0.0)`;

interface CountedWord extends SoughtWord {
  expression: string;
  /** Passages of the project that hold it, `maxCounted` at most. */
  holders: number;
}

/**
 * The best passages for a query, by SQLite FTS5's BM25. Rare words find passages; words in more passages than can be ranked only help to order
 * them. If the rare words do not find enough, the newest passages with the rarest of the common words follow.
 */
export async function rankPassages(db: Db, wanted: Wanted): Promise<Ranked> {
  const { projectId, limit } = wanted;
  const { words, ignored } = soughtWords(wanted.query, wanted.language, await languagesOf(db, projectId));
  const held = (await counted(db, projectId, words)).filter((word) => word.holders > 0).toSorted((a, b) => a.holders - b.holders);
  const narrow = narrowing(wanted);
  const { finding, common } = (await isNarrow(db, narrow)) ? { finding: held, common: [] } : parted(held);
  const passages = finding.length === 0 ? [] : await bestOf(db, [any(finding), any([...finding, ...helping(common)])], maxRanked, wanted);
  const few = passages.length < Math.min(limit, minPassages) ? common.slice(0, maxCommonWords) : [];
  for (const conditions of conditionsOfCommon(few)) {
    if (passages.length >= Math.min(limit, minPassages)) break;
    const known = new Set(passages.map((passage) => passage.rowid));
    const more = await bestOf(db, conditions, maxRankedOfCommon, wanted);
    // These scores come from another query: none may exceed those found before.
    const maxScore = passages.at(-1)?.score ?? Infinity;
    const others = more.filter((passage) => !known.has(passage.rowid)).slice(0, limit - passages.length);
    passages.push(...others.map(({ rowid, score: own }) => ({ rowid, score: Math.min(own, maxScore) })));
  }
  const dropped = common.slice(few.length).filter((word) => !word.derived);
  const ignoredWords = [...new Set([...ignored, ...dropped.map(({ word }) => word)])];
  return { passages, terms: new Set(words.flatMap((word) => word.terms)), ignoredWords };
}

/** Splits the words, rarest first, into those whose passages can all be ranked, and the rest. */
function parted(words: readonly CountedWord[]): { finding: CountedWord[]; common: CountedWord[] } {
  const end = fitting(words, maxRanked);
  return { finding: words.slice(0, end), common: words.slice(end) };
}

function helping(common: readonly CountedWord[]): CountedWord[] {
  return common.slice(0, fitting(common, maxHelpingPassages));
}

/** How many of the words together occur in at most `maxPassages` passages. */
function fitting(words: readonly CountedWord[], maxPassages: number): number {
  let together = 0;
  const end = words.findIndex((word) => (together += word.holders) > maxPassages);
  return end === -1 ? words.length : end;
}

/** Conditions for common words, most promising first: all words together, or a single word in a title or heading; then the rarest alone. */
function conditionsOfCommon(few: readonly CountedWord[]): string[][] {
  if (few.length === 0) return [];
  const rarest = any(few.slice(0, 1));
  return [few.length === 1 ? [`{title heading} : ${rarest}`, rarest] : few.map((word) => any([word])), [rarest, any(few)]];
}

function any(words: readonly CountedWord[]): string {
  return `(${words.map((word) => word.expression).join(' OR ')})`;
}

/** The best of the newest passages that meet all conditions. */
async function bestOf(db: Db, conditions: readonly string[], maxPassages: number, wanted: Wanted): Promise<RankedPassage[]> {
  const narrow = narrowing(wanted);
  // A repeated condition would cost twice.
  const match = [...new Set([...conditions, ...(narrow === null ? [] : [`(${narrow})`])])].join(' AND ');
  const { rows } = await sql<RankedPassage>`
    select rowid, score
    from (
      select rowid, ${score} as score from passages_fts
      where passages_fts match ${match} and rowid <= ${wanted.newest ?? Number.MAX_SAFE_INTEGER}
      order by rowid desc limit ${maxPassages}
    )
    order by score desc, rowid desc limit ${wanted.limit}`.execute(db);
  return rows;
}

async function counted(db: Db, projectId: string, words: readonly SoughtWord[]): Promise<CountedWord[]> {
  const expressions = words.map((word) => anyOf(projectId, word.terms));
  const { rows } = await sql<{ holders: number }>`
    select (select count(*) from (select 1 from passages_fts where passages_fts match expressions.value limit ${maxCounted})) as holders
    from json_each(${JSON.stringify(expressions)}) as expressions order by expressions.key`.execute(db);
  return words.map((word, index) => ({ ...word, expression: expressions[index]!, holders: rows[index]!.holders }));
}

function narrowing({ projectId, documentIds, tag }: Wanted): string | null {
  if (documentIds) {
    // Anything else is not an id.
    const terms = documentIds.filter((id) => /^\w+$/.test(id)).map(documentTerm);
    return anyOf(projectId, terms.length === 0 ? [documentTerm('')] : terms);
  }
  return tag === undefined ? null : anyOf(projectId, [tagTerm(tag)]);
}

/** Whether all passages it is narrowed to can be ranked. */
async function isNarrow(db: Db, narrow: string | null): Promise<boolean> {
  if (narrow === null) return false;
  const { rows } = await sql<{ passages: number }>`
    select count(*) as passages from (select 1 from passages_fts where passages_fts match ${narrow} limit ${maxRanked + 1})`.execute(db);
  return rows[0]!.passages <= maxRanked;
}

/** One index step per language, however many documents there are. */
async function languagesOf(db: Db, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ language: string }>`
    with recursive found (language) as (
      select min(language) from documents where project_id = ${projectId}
      union all
      select (select min(language) from documents where project_id = ${projectId} and language > found.language) from found where found.language is not null
    )
    select language from found where language is not null and language <> 'und'`.execute(db);
  return rows.map((row) => row.language);
}
