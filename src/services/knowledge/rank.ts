import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { soughtWords, type SoughtWord } from '../../language/retrieval.ts';
import { anyOf, documentTerm, tagTerm } from './passage-index.ts';

export interface Wanted {
  query: string;
  /** The query's; words are looked for in every language that the project's documents have. */
  language: string;
  projectId: string;
  /** Only these documents. */
  documentIds?: readonly string[];
  /** Only documents with this tag. */
  tag?: string;
  limit: number;
  /** Only passages that were there when this one was the newest. */
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
  /** What the index was asked for. */
  terms: ReadonlySet<string>;
  /** Words that were not looked for, as written: stopwords, and what too many passages hold to tell them apart. */
  ignoredWords: string[];
}

/** So many passages are ranked at once, some 1 µs each, whatever the size of the knowledge base: the event loop stands still meanwhile. */
const maxRanked = 4000;
/** Where no word is rare, so many of the newest that hold one. */
const maxRankedOfCommon = 2000;
/** A word that more passages hold is as common as any. */
const maxCounted = 20_000;
/** Words that are too common to find anything still help to put in order what the others find, while so many passages hold them. */
const maxHelpingPassages = 30_000;
/** So many of them find something themselves where the others find fewer passages than are enough. */
const maxCommonWords = 3;
const minPassages = 100;

/** What a passage's page and section are called says what it is about: a match there counts twice. What narrows a search is no merit. */
const score = sql<number>`-bm25(passages_fts, 2.0, 2.0, 1.0, 0.0)`;

interface CountedWord extends SoughtWord {
  expression: string;
  /** Passages of the project that hold it, `maxCounted` at most. */
  holders: number;
}

/**
 * The passages that answer a query best, by SQLite FTS5's BM25. Rare words find them; words that more passages hold than can be ranked help to put
 * these in order. Only where the rare ones do not find enough, the newest passages follow that hold the rarest of the common ones.
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
    // Their scores come of another question: none may stand above what was found before.
    const maxScore = passages.at(-1)?.score ?? Infinity;
    const others = more.filter((passage) => !known.has(passage.rowid)).slice(0, limit - passages.length);
    passages.push(...others.map(({ rowid, score: own }) => ({ rowid, score: Math.min(own, maxScore) })));
  }
  const dropped = common.slice(few.length).filter((word) => !word.derived);
  const ignoredWords = [...new Set([...ignored, ...dropped.map(({ word }) => word)])];
  return { passages, terms: new Set(words.flatMap((word) => word.terms)), ignoredWords };
}

/** The rarest words as long as all their passages can be ranked, and the others, rarest first. */
function parted(words: readonly CountedWord[]): { finding: CountedWord[]; common: CountedWord[] } {
  const end = fitting(words, maxRanked);
  return { finding: words.slice(0, end), common: words.slice(end) };
}

function helping(common: readonly CountedWord[]): CountedWord[] {
  return common.slice(0, fitting(common, maxHelpingPassages));
}

/** How many of the words are held by so many passages together at most. */
function fitting(words: readonly CountedWord[], passages: number): number {
  let together = 0;
  const end = words.findIndex((word) => (together += word.holders) > passages);
  return end === -1 ? words.length : end;
}

/** What to look for among too many, the most promising first: all the words together, or the one where it stands in a title or heading; then the rarest alone. */
function conditionsOfCommon(few: readonly CountedWord[]): string[][] {
  if (few.length === 0) return [];
  const rarest = any(few.slice(0, 1));
  return [few.length === 1 ? [`{title heading} : ${rarest}`, rarest] : few.map((word) => any([word])), [rarest, any(few)]];
}

function any(words: readonly CountedWord[]): string {
  return `(${words.map((word) => word.expression).join(' OR ')})`;
}

/** Of the newest passages that meet all conditions those that answer them best. */
async function bestOf(db: Db, conditions: readonly string[], maxPassages: number, wanted: Wanted): Promise<RankedPassage[]> {
  const narrow = narrowing(wanted);
  // A condition that stood there twice would be paid for twice.
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
    // Whatever else was given as an id is none.
    const terms = documentIds.filter((id) => /^\w+$/.test(id)).map(documentTerm);
    return anyOf(projectId, terms.length === 0 ? [documentTerm('')] : terms);
  }
  return tag === undefined ? null : anyOf(projectId, [tagTerm(tag)]);
}

/** Whether what it is narrowed to can be ranked whole. */
async function isNarrow(db: Db, narrow: string | null): Promise<boolean> {
  if (narrow === null) return false;
  const { rows } = await sql<{ passages: number }>`
    select count(*) as passages from (select 1 from passages_fts where passages_fts match ${narrow} limit ${maxRanked + 1})`.execute(db);
  return rows[0]!.passages <= maxRanked;
}

/** One step of an index for each language, however many documents there are. */
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
