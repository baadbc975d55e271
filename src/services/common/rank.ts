import type { Condition, passageIndex, RankedText } from '../../db/full-text.ts';
import type { Db } from '../../db/open.ts';
import { soughtWords, type SoughtWord } from '../../language/retrieval.ts';

/** What is looked for, and in which passages. */
export interface Search {
  index: Pick<typeof passageIndex, 'rank' | 'count'>;
  query: string;
  /** The query's. */
  language: string;
  /** The passages': words are looked for in all of them. */
  languages: readonly string[];
  projectId: string;
  /** Terms of which a passage must have one; null for all passages. */
  narrow: readonly string[] | null;
  limit: number;
  /** Only passages up to this one, so that later pages of a result stay stable. */
  newest?: number;
  /** How many passages there are of all projects, counted up to `enough`. */
  countPassages(enough: number): Promise<number>;
}

export interface Ranked {
  /** Best first. */
  passages: readonly RankedText[];
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

type Conditions = readonly Condition[];

interface CountedWord extends SoughtWord {
  /** Passages of the project that hold it, `maxCounted` at most. */
  holders: number;
}

/**
 * The best passages for a query, by BM25. Rare words find passages; words in more passages than can be ranked only help to order
 * them. If the rare words do not find enough, the newest passages with the rarest of the common words follow.
 */
export async function rankPassages(db: Db, search: Search): Promise<Ranked> {
  const { limit } = search;
  const { words, ignored } = soughtWords(search.query, search.language, search.languages);
  const held = (await counted(db, search, words)).filter((word) => word.holders > 0).toSorted((a, b) => a.holders - b.holders);
  const searching = (await isNarrow(db, search)) ? held.length : fitting(held, maxRanked);
  const [finding, common] = [held.slice(0, searching), held.slice(searching)];
  const apart = await everywhere(search, finding);
  const conditions = [{ ...any(finding), apart }, any([...finding, ...common.slice(0, fitting(common, maxHelpingPassages))])];
  let passages: readonly RankedText[] = finding.length === 0 ? [] : await bestOf(db, conditions, maxRanked, search);
  const few = passages.length < Math.min(limit, minPassages) ? common.slice(0, maxCommonWords) : [];
  if (few.length > 0) {
    const [first, then] = conditionsOfCommon(few);
    passages = await filledUp(db, await filledUp(db, passages, first, search), then, search);
  }
  const dropped = common.slice(few.length).filter((word) => !word.derived);
  const ignoredWords = [...new Set([...ignored, ...dropped.map(({ word }) => word)])];
  return { passages, terms: new Set(words.flatMap((word) => word.terms)), ignoredWords };
}

/** The terms of words that half of all passages have. */
async function everywhere({ countPassages }: Search, finding: readonly CountedWord[]): Promise<string[]> {
  const most = Math.max(0, ...finding.map(({ holders }) => holders));
  const all = await countPassages(2 * most + 1);
  return finding.filter(({ holders }) => 2 * holders >= all).flatMap(({ terms }) => terms);
}

/** How many of the words, rarest first, together occur in at most `maxPassages` passages. */
function fitting(words: readonly CountedWord[], maxPassages: number): number {
  let together = 0;
  const end = words.findIndex((word) => (together += word.holders) > maxPassages);
  return end === -1 ? words.length : end;
}

/** Conditions for common words, most promising first: all words together, or a single word in a title or heading; then the rarest alone. */
function conditionsOfCommon(few: readonly CountedWord[]): [first: Conditions, then: Conditions] {
  const rarest = any(few.slice(0, 1));
  const together: Conditions = few.length === 1 ? [{ ...rarest, in: ['title', 'heading'] }, rarest] : few.map((word) => any([word]));
  return [together, [rarest, any(few)]];
}

function any(words: readonly CountedWord[]): Condition {
  return { anyOf: words.flatMap((word) => word.terms) };
}

/** The best of the newest passages that meet all conditions. */
function bestOf(db: Db, conditions: Conditions, maxRankedNow: number, search: Search): Promise<RankedText[]> {
  const { index, projectId, narrow, limit, newest = Number.MAX_SAFE_INTEGER } = search;
  const all = narrow === null ? conditions : [...conditions, { anyOf: narrow }];
  return index.rank(db, { projectId, all, upTo: newest, limit, maxRanked: maxRankedNow });
}

/** The same passages, and if they are too few those that meet these conditions. */
async function filledUp(db: Db, passages: readonly RankedText[], conditions: Conditions, search: Search): Promise<readonly RankedText[]> {
  if (passages.length >= Math.min(search.limit, minPassages)) return passages;
  const known = new Set(passages.map((passage) => passage.number));
  const more = await bestOf(db, conditions, maxRankedOfCommon, search);
  // These scores come from another query: none may exceed those found before.
  const maxScore = passages.at(-1)?.score ?? Infinity;
  const others = more.filter((passage) => !known.has(passage.number)).slice(0, search.limit - passages.length);
  return [...passages, ...others.map(({ number, score }) => ({ number, score: Math.min(score, maxScore) }))];
}

async function counted(db: Db, { index, projectId }: Search, words: readonly SoughtWord[]): Promise<CountedWord[]> {
  const lists = words.map((word) => word.terms);
  const holders = await index.count(db, projectId, lists, maxCounted);
  return words.map((word, at) => ({ ...word, holders: holders[at]! }));
}

/** Whether all passages it is narrowed to can be ranked. */
async function isNarrow(db: Db, { index, projectId, narrow }: Search): Promise<boolean> {
  if (narrow === null) return false;
  const [passages] = await index.count(db, projectId, [narrow], maxRanked + 1);
  return passages! <= maxRanked;
}
