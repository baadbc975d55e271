import { passageIndex, type Condition, type RankedText } from '../../db/full-text.ts';
import type { Db } from '../../db/open.ts';
import { soughtWords, type SoughtWord } from '../../language/retrieval.ts';
import { documentTerm, tagTerm } from './passage-index.ts';
import { languagesOf } from './queries.ts';

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
export async function rankPassages(db: Db, wanted: Wanted): Promise<Ranked> {
  const { projectId, limit } = wanted;
  const { words, ignored } = soughtWords(wanted.query, wanted.language, await languagesOf(db, projectId));
  const held = (await counted(db, projectId, words)).filter((word) => word.holders > 0).toSorted((a, b) => a.holders - b.holders);
  const narrow = narrowing(wanted);
  const searching = (await isNarrow(db, projectId, narrow)) ? held.length : fitting(held, maxRanked);
  const [finding, common] = [held.slice(0, searching), held.slice(searching)];
  const apart = await everywhere(db, finding);
  const conditions = [{ ...any(finding), apart }, any([...finding, ...common.slice(0, fitting(common, maxHelpingPassages))])];
  let passages: readonly RankedText[] = finding.length === 0 ? [] : await bestOf(db, conditions, maxRanked, wanted);
  const few = passages.length < Math.min(limit, minPassages) ? common.slice(0, maxCommonWords) : [];
  if (few.length > 0) {
    const [first, then] = conditionsOfCommon(few);
    passages = await filledUp(db, await filledUp(db, passages, first, wanted), then, wanted);
  }
  const dropped = common.slice(few.length).filter((word) => !word.derived);
  const ignoredWords = [...new Set([...ignored, ...dropped.map(({ word }) => word)])];
  return { passages, terms: new Set(words.flatMap((word) => word.terms)), ignoredWords };
}

/** The terms of words that half of all passages have. */
async function everywhere(db: Db, finding: readonly CountedWord[]): Promise<string[]> {
  const most = Math.max(0, ...finding.map(({ holders }) => holders));
  const some = db
    .selectFrom('passages')
    .select('number')
    .limit(2 * most + 1);
  const { all } = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .executeTakeFirstOrThrow();
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
function bestOf(db: Db, conditions: Conditions, maxRankedNow: number, wanted: Wanted): Promise<RankedText[]> {
  const { projectId, limit, newest = Number.MAX_SAFE_INTEGER } = wanted;
  const narrow = narrowing(wanted);
  const all = narrow === null ? conditions : [...conditions, { anyOf: narrow }];
  return passageIndex.rank(db, { projectId, all, upTo: newest, limit, maxRanked: maxRankedNow });
}

/** The same passages, and if they are too few those that meet these conditions. */
async function filledUp(db: Db, passages: readonly RankedText[], conditions: Conditions, wanted: Wanted): Promise<readonly RankedText[]> {
  if (passages.length >= Math.min(wanted.limit, minPassages)) return passages;
  const known = new Set(passages.map((passage) => passage.number));
  const more = await bestOf(db, conditions, maxRankedOfCommon, wanted);
  // These scores come from another query: none may exceed those found before.
  const maxScore = passages.at(-1)?.score ?? Infinity;
  const others = more.filter((passage) => !known.has(passage.number)).slice(0, wanted.limit - passages.length);
  return [...passages, ...others.map(({ number, score }) => ({ number, score: Math.min(score, maxScore) }))];
}

async function counted(db: Db, projectId: string, words: readonly SoughtWord[]): Promise<CountedWord[]> {
  const lists = words.map((word) => word.terms);
  const holders = await passageIndex.count(db, projectId, lists, maxCounted);
  return words.map((word, index) => ({ ...word, holders: holders[index]! }));
}

/** Terms of which a passage must have one. */
function narrowing({ documentIds, tag }: Wanted): string[] | null {
  if (documentIds) {
    // Anything else is not an id.
    const terms = documentIds.filter((id) => /^\w+$/.test(id)).map(documentTerm);
    return terms.length === 0 ? [documentTerm('')] : terms;
  }
  return tag === undefined ? null : [tagTerm(tag)];
}

/** Whether all passages it is narrowed to can be ranked. */
async function isNarrow(db: Db, projectId: string, narrow: readonly string[] | null): Promise<boolean> {
  if (narrow === null) return false;
  const [passages] = await passageIndex.count(db, projectId, [narrow], maxRanked + 1);
  return passages! <= maxRanked;
}
