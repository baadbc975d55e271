import { stemOf } from '../../language/lexicon.ts';
import { partsOf, tidy, words } from '../../language/tokens.ts';
import type { TellingPhrase, Told } from './phrases.ts';
import type { Basis } from './pool.ts';
import type { CompetingPage, TermTarget } from '../../../schema/drafts.ts';
import type { BriefRequest } from './shapes.ts';

export const maxTerms = 25;
/** A short article has room for one term per this many words, but at least for `minTerms`. */
export const wordsPerTerm = 20;
export const minTerms = 8;
/** The keyword's largest share of the article, which is the limit of the published score. */
const maxDensity = 0.025;
/** Any other term's largest share. */
const maxTermDensity = 0.008;
/** A term may be said half as often as in the sources, up to half as often again. */
const leeway = 0.5;
/** The keyword's `min` is at most this share of its `max`: a writer needs room. */
const maxMinShare = 0.6;
/** The keyword is required at least once per this many words, … */
const maxWordsPerUse = 400;
/** … allowed at most once per this many, … */
const minWordsPerUse = 110;
/** … but at least once in the opening and once per this many. */
const usualWordsPerUse = 200;
/** The range of any other term is at least one wide, and one wider per this many words. */
export const wordsPerStep = 600;
/** Phrases replace a part of them if at least this share of the part's uses are within them. */
const minWithin = 0.5;
const headingBonus = 1.5;
const competingBonus = 2;

interface Candidate {
  term: string;
  /** Its words as stems, between spaces. */
  run: string;
  uses: number;
  weight: number;
}

/**
 * The terms typical of the subject, with how often to use each: about as often as the sources do, scaled to the article's length, at least once,
 * and widened so that `max` is above `min`. The keyword comes first and stays at or below 2.5 % of all words if that allows it twice: in the
 * opening, and once more. At most 25 terms, fewer in a short article.
 */
export function termTargets(
  request: BriefRequest,
  { topic, pool }: Basis,
  phrases: readonly TellingPhrase[],
  competing: readonly CompetingPage[],
): TermTarget[] {
  const documents = Array.from(Map.groupBy(pool, ({ source }) => source.documentId).values(), (passages) =>
    passages.map(({ source }) => source.text).join('\n'),
  );
  const headings = competing.flatMap((page) => page.headings);
  const maxTargets = clamp(Math.round(request.targetWordCount / wordsPerTerm), minTerms, maxTerms);
  const { taken, total } = chooseTerms(request.keyword, phrases, { documents, headings, language: topic.language, maxTargets });
  const usual = ({ uses }: Candidate) => (uses / Math.max(1, total)) * request.targetWordCount;
  return taken.map((one, index) => (index === 0 ? keywordTarget : rangeOf)(one, usual(one), request.targetWordCount));
}

interface Choosing {
  documents: readonly string[];
  /** Of competing pages. */
  headings: readonly string[];
  language: string;
  maxTargets: number;
  /** A term but the keyword must be in so many documents. Default 1. */
  minSpread?: number;
}

/** The keyword, then the phrases that tell most and that no taken one covers, with their uses in the documents; and all words of these. */
export function chooseTerms(
  keyword: string,
  phrases: readonly Pick<TellingPhrase<Told>, 'phrase' | 'score' | 'isHeaded'>[],
  { documents, headings, language, maxTargets, minSpread = 1 }: Choosing,
): { taken: Candidate[]; total: number } {
  const known = new Map<string, string>();
  const runOf = (text: string) =>
    ` ${words(text)
      .map((word) => stemsOf(word, language, known))
      .join(' ')} `;
  const said = documents.map(runOf);
  const total = said.reduce((sum, one) => sum + one.split(' ').length - 2, 0);
  const headed = headings.map(runOf);
  const candidates = phrases.map(({ phrase, score, isHeaded }): Candidate & { spread: number } => {
    const run = runOf(phrase);
    const spread = said.filter((one) => one.includes(run)).length;
    const bonus = (isHeaded ? headingBonus : 1) * (headed.some((heading) => heading.includes(run)) ? competingBonus : 1);
    return { term: phrase, run, uses: countIn(run, said), weight: (bonus * Math.sqrt(spread)) / score, spread };
  });
  const run = runOf(keyword);
  const taken: Candidate[] = [{ term: tidy(keyword), run, weight: 0, uses: countIn(run, said) }];
  for (const candidate of candidates.toSorted((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1))) {
    if (taken.length === maxTargets) break;
    if (candidate.spread >= minSpread && !isWithin(candidate, taken)) taken.push(candidate);
  }
  return { taken, total };
}

/** Whether taken terms cover it: they have all its words, it is rarely used outside one of them, or it contains one that is mostly used without it. */
function isWithin({ run, uses }: Candidate, taken: readonly Candidate[]): boolean {
  if (
    stemsIn(run).every((stem, _, { length }) =>
      taken.some((other, index) => (length > 1 || index === 0) && other.run.includes(` ${stem} `)),
    )
  )
    return true;
  return taken.some((other) => {
    if (other.run.includes(run)) return other.uses >= minWithin * uses;
    return run.includes(other.run) && uses < (1 - minWithin) * other.uses;
  });
}

function keywordTarget({ term }: Candidate, usual: number, target: number): TermTarget {
  const allowed = Math.floor((maxDensity * target) / Math.max(1, words(term).length));
  const maxUses = Math.max(2, Math.min(allowed, Math.ceil(target / minWordsPerUse)));
  const max = clamp(Math.round(usual * (1 + leeway)), Math.min(maxUses, 1 + Math.ceil(target / usualWordsPerUse)), maxUses);
  const maxMin = Math.min(max - 1, Math.ceil(max * maxMinShare));
  return { term, min: clamp(Math.round(usual * leeway), Math.min(maxMin, Math.ceil(target / maxWordsPerUse)), maxMin), max };
}

function rangeOf({ term, run }: Candidate, usual: number, target: number): TermTarget {
  const maxUses = Math.max(2, Math.floor((maxTermDensity * target) / stemsIn(run).length));
  const min = clamp(Math.round(usual * leeway), 1, Math.ceil(maxUses / 4));
  const minMax = Math.min(maxUses, min + 1 + Math.floor(target / wordsPerStep));
  return { term, min, max: clamp(Math.round(usual * (1 + leeway)), minMax, maxUses) };
}

function countIn(run: string, documents: readonly string[]): number {
  return documents.reduce((sum, said) => sum + said.split(run).length - 1, 0);
}

function stemsIn(run: string): string[] {
  return run.trim().split(' ');
}

function stemsOf(word: string, language: string, known: Map<string, string>): string {
  let stems = known.get(word);
  if (stems === undefined) {
    stems = partsOf(word)
      .map((part) => stemOf(part.toLowerCase(), language))
      .join(' ');
    known.set(word, stems);
  }
  return stems;
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}
