import type { DiscoveredKeyword, KeywordSource } from '../../../../schema/keywords.ts';
import { isQuestion } from '../../../keywords/expansion.ts';
import { keywordKey } from '../../../language/same-keyword.ts';
import { countWords, normalise, terms } from '../../../language/tokens.ts';
import type { DocumentSubject } from '../../knowledge/index.ts';
import type { Heard as HeardOnPage } from '../results/heard.ts';
import type { Asked } from '../suggestions/suggestions.ts';
import type { Asked as AskedOn } from './patterns.ts';
import type { Shown } from './shown.ts';

/** A keyword that somebody says. */
export interface Candidate {
  keyword: string;
  sources: KeywordSource[];
  /** What it is a keyword on: those on the same thing share it. */
  subject: string;
  isQuestion: boolean;
  /** What a document asks is said in words that were chosen for it; a pattern is only as good as what documents have on it. */
  isGuess: boolean;
  /** The document's own subject or question that it comes from. */
  from: DocumentSubject | null;
}

/** What keywords are gathered from. */
export interface Heard {
  /** Questions on seeds and subjects, those on one thing together. */
  patterns: readonly (readonly AskedOn[])[];
  /** Questions and subjects of the documents. */
  questions: readonly DocumentSubject[];
  subjects: readonly DocumentSubject[];
  shown: readonly Shown[];
  pages: readonly HeardOnPage[];
  asked: readonly Asked[];
}

export interface Gathered {
  candidates: Candidate[];
  merged: { keyword: string; into: string }[];
}

/** Longer nobody types. */
const maxWords = 14;

/** Each keyword once, those of the documents first; what says the same as one before is told. */
export function gather({ patterns, questions, subjects, shown, pages, asked }: Heard, language: string): Gathered {
  const kept = new Map<string, Candidate>();
  const merged = new Map<string, { keyword: string; into: string }>();
  function add(
    keyword: string,
    source: KeywordSource,
    {
      subject = keyword,
      asks = false,
      isGuess = false,
      from = null,
    }: Partial<Pick<Candidate, 'subject' | 'isGuess' | 'from'>> & { asks?: boolean } = {},
  ): void {
    // prettier-ignore
    if (countWords(keyword) > maxWords) return;
    const key = keywordKey(keyword, language);
    const known = kept.get(key);
    if (!known) {
      kept.set(key, { keyword, sources: [source], subject: keywordKey(subject, language), isQuestion: asks || isQuestion(keyword, language), isGuess, from }); // prettier-ignore
      return;
    }
    if (!known.sources.includes(source)) known.sources.push(source);
    if (source !== 'patterns') known.isGuess = false;
    const written = normalise(keyword);
    if (written !== normalise(known.keyword)) merged.set(written, { keyword, into: known.keyword });
  }
  for (const from of questions) add(from.keyword, 'documents', { asks: true, from });
  const [things, done] = [subjects.filter(({ isThing }) => isThing), subjects.filter(({ isThing }) => !isThing)];
  for (const from of done) add(from.keyword, 'documents', { from });
  for (const { keyword, subject, from } of inTurns(patterns)) add(keyword, 'patterns', { subject, isGuess: true, from });
  for (const from of things) add(from.keyword, 'documents', { from });
  // What people type, each source in its turn.
  const typed: { keyword: string; source: KeywordSource; asks?: boolean }[][] = [
    shown.map(({ keyword }) => ({ keyword, source: 'search_console' })),
    inTurns(pages.map(({ questions: also, related }) => [...also.map(asAskedAlso), ...related.map((keyword) => ({ keyword, source: 'results' as const }))])), // prettier-ignore
    ...asked.map(({ source, answers }) => answers.flatMap((answer) => answer.completions.map((keyword) => ({ keyword, source })))),
  ];
  for (const { keyword, source, asks = false } of inTurns(typed)) add(keyword, source, { asks });
  return { candidates: [...kept.values()], merged: [...merged.values()] };
}

const mark = /[?？؟]+\s*$/u;
const asAskedAlso = (question: string) => ({ keyword: normalise(question.replace(mark, '')), source: 'results' as const, asks: true });

/** The first of each, then the second of each. */
function inTurns<One>(all: readonly (readonly One[])[]): One[] {
  const longest = Math.max(0, ...all.map(({ length }) => length));
  return Array.from({ length: longest }, (_, place) => all.flatMap((some) => some.slice(place, place + 1))).flat();
}

/** Whether a text has all words of one of the seeds; any text without seeds. */
export function aboutSeeds(seeds: readonly string[], language: string): (text: string) => boolean {
  const wanted = seeds.map((seed) => terms(seed, language)).filter(({ length }) => length > 0);
  if (seeds.length === 0) return () => true;
  return (text) => {
    const held = new Set(terms(text, language));
    return wanted.some((some) => some.every((term) => held.has(term)));
  };
}

/** Words of a keyword from which on few compete for it. */
export const longTailWords = 4;

/** What a keyword counts as of which nobody knows these, so that it stands among those that are known. */
export const unknownFigures = { searchVolume: 10, difficulty: 50 } as const;

type Ordered = Pick<
  DiscoveredKeyword,
  'coveredBy' | 'near' | 'documents' | 'relevance' | 'keyword' | 'sources' | 'question' | 'searchVolume' | 'difficulty'
>;

/** What rows are ordered by, the first that tells two apart. */
export function orderOf({ coveredBy, near, documents, relevance, keyword, sources, question, ...figures }: Ordered): number[] {
  return [
    coveredBy ? 1 : 0,
    documents ? 0 : 1,
    near ? 1 : 0,
    -promiseOf(figures),
    kindOf(sources, question),
    countWords(keyword) >= longTailWords ? 0 : 1,
    -(relevance ?? 0),
    -sources.length,
  ];
}

/** What people type and what documents ask or show how to do, then questions by a pattern, then names of things. */
function kindOf(sources: Ordered['sources'], question: boolean): number {
  if (sources.some((source) => source !== 'documents' && source !== 'patterns')) return 0;
  return question ? (sources.includes('documents') ? 0 : 1) : 2;
}

/** Searches by their order of magnitude, of which difficulty leaves a share: a hundred that can be won come before ten thousand that cannot. */
function promiseOf({ searchVolume, difficulty }: Pick<Ordered, 'searchVolume' | 'difficulty'>): number {
  return Math.log10((searchVolume ?? unknownFigures.searchVolume) + 1) * (100 - (difficulty ?? unknownFigures.difficulty));
}

export const ranking =
  'First those of plan (of each document one, then a second; how things are used and what is done before what they are); then what nothing of yours covers, what your documents answer, what nothing of yours is near to; then by log10(searchVolume + 1) × (100 − difficulty), unknown ones as 10 and 50; then what people type or your documents ask, other questions, names; then long-tail keywords (four words or more: fewer compete), relevance, number of sources.';
