import type { Topic } from '../sources/topic.ts';
import { keywordShare, readPassage } from '../sources/topic.ts';
import type { SourceReading } from '../sources/candidates.ts';
import type { Composition, SourcePassage } from '../sources/shapes.ts';
import { vectorOf, type Vector } from '../../language/vectors.ts';
import { DuplicateFilter } from '../../language/near-duplicates.ts';
import { sentences } from '../../language/sentences.ts';
import { countWords } from '../../language/tokens.ts';

/** A passage that the brief may hand out, with everything that comparisons need. */
export interface PooledPassage {
  source: SourcePassage;
  /** Terms of its text. */
  own: ReadonlySet<string>;
  /** Terms of its headings and its document's title. */
  context: ReadonlySet<string>;
  vector: Vector;
  sentences: readonly string[];
  /** 0–1; 1 for the best passage. */
  relevance: number;
}

/** What the brief is based on: what the article is about, and the passages on it, best first. */
export interface Basis {
  topic: Topic;
  pool: PooledPassage[];
  /** Of a comparison: each subject with the ids of its own passages. */
  sides: { name: string; ids: ReadonlySet<string> }[];
}

/** More passages would cost time and not fit into the brief. */
const maxPassages = 200;
const maxPool = 100;
/** In characters. Our passages have a few hundred words; longer ones come from elsewhere and are cut first of all. */
const maxTextLength = 6000;
const maxNameLength = 300;
/** If fewer can be quoted, others are added: a writer can make sentences of a table or of another language. */
const minQuotable = 24;
/** The weight of a passage without quotable prose in the article's language. */
const unquotableWeight = 0.5;
/** One that names less of the keyword is added only if there are hardly any others. */
const minNamed = 0.5;
const hardlyAny = 6;
const quotedBonus = 0.15;
const minWords = 8;

/** The best passages, cut to the maximum lengths. */
export function boundedPassages(passages: readonly SourcePassage[]): SourcePassage[] {
  return passages
    .toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1))
    .slice(0, maxPassages)
    .map(boundedPassage);
}

/** The composer's material; if that is too little, also passages that it cannot quote. */
export function basisOf(
  { topic, passages: usable, subjects = [] }: SourceReading,
  passages: readonly SourcePassage[],
  composition: Composition | null,
): Basis {
  const quoted = new Set(composition?.sources.flatMap((cited) => cited.sentences.map(({ passageId }) => passageId)));
  const filter = new DuplicateFilter();
  const prose = usable.filter(({ source }) => !filter.isRepeat(source.text));
  const pool: PooledPassage[] = prose.map(({ source, terms, own, context, units, relevance }) => ({
    source,
    sentences: units.flatMap(({ lines }) => lines),
    own,
    context,
    vector: vectorOf([...terms, ...context], topic.rarity),
    relevance: relevance + (quoted.has(source.id) ? quotedBonus : 0),
  }));
  if (pool.length < minQuotable) pool.push(...unquotable(passages, pool, topic, filter));
  const best = Math.max(...pool.map(({ relevance }) => relevance), 1e-9);
  const ranked = pool.map((passage) => ({ ...passage, relevance: passage.relevance / best }));
  const sides = subjects.map(({ name, reading }) => ({ name, ids: new Set(reading.passages.map(({ source }) => source.id)) }));
  return { topic, pool: ranked.toSorted(byRelevance).slice(0, maxPool), sides };
}

/** The other passages, rated by the retrieval's score, which is for the keyword. */
function unquotable(
  passages: readonly SourcePassage[],
  pool: readonly PooledPassage[],
  topic: Topic,
  filter: DuplicateFilter,
): PooledPassage[] {
  const taken = new Set(pool.map(({ source }) => source.id));
  const best = Math.max(...passages.map(({ score }) => score), 1e-9);
  const found: PooledPassage[] = [];
  for (const source of passages) {
    if (pool.length + found.length >= minQuotable) break;
    if (
      source.kind === 'code' ||
      taken.has(source.id) ||
      proseWords(source.text, topic.language) < minWords ||
      filter.isRepeat(source.text)
    )
      continue;
    const { terms, own, context } = readPassage(source, source.language === 'und' ? topic.language : source.language);
    const named = keywordShare(topic, (term) => own.has(term) || context.has(term));
    const isNear = named >= minNamed || (named > 0 && pool.length + found.length < hardlyAny);
    if (!isNear && source.language === topic.language) continue;
    const relevance = unquotableWeight * Math.max(0, source.score / best);
    const vector = vectorOf([...terms, ...context], topic.rarity);
    found.push({ source, own, context, vector, relevance, sentences: sentences(source.text, topic.language) });
  }
  return found;
}

/** Counts words, but not those of "It consists of:", which announces something that is missing. */
function proseWords(text: string, language: string): number {
  const told = sentences(text, language).filter((sentence) => !sentence.endsWith(':'));
  return told.reduce((sum, sentence) => sum + countWords(sentence), 0);
}

function boundedPassage(passage: SourcePassage): SourcePassage {
  const { text, documentTitle, heading } = passage;
  return {
    ...passage,
    score: Number.isFinite(passage.score) ? passage.score : 0,
    text: text.slice(0, maxTextLength).toWellFormed(),
    documentTitle: documentTitle.slice(0, maxNameLength).toWellFormed(),
    heading: heading === null ? null : heading.slice(0, maxNameLength).toWellFormed(),
  };
}

function byRelevance(a: PooledPassage, b: PooledPassage): number {
  return b.relevance - a.relevance || (a.source.id < b.source.id ? -1 : 1);
}
