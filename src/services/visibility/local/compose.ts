import { diceOf, nearDuplicate, shinglesOf, type Shingles } from '../../../language/near-duplicates.ts';
import { indexTerms } from '../../../language/index-terms.ts';
import { soughtWords, type SoughtWord } from '../../../language/retrieval.ts';
import { sentences } from '../../../language/sentences.ts';
import { countWords } from '../../../language/tokens.ts';
import { escapeMarkdown, linkTarget } from '../../../markdown/escape.ts';

/** A passage that was found for the prompt. */
export interface FoundPassage {
  url: string;
  title: string;
  language: string;
  text: string;
  /** BM25, higher is better. */
  score: number;
}

export interface ComposedAnswer {
  /** Markdown: sentences of the pages, each with a link to its page. */
  text: string;
  /** The pages, in the order in which they are cited. */
  citations: { url: string; title?: string }[];
}

/** An answer as engines give it: short, from several pages, and from no page more than a little. */
const maxSentences = 6;
const maxOfPage = 2;
/** What is much worse than the best does not answer. */
const minOfBest = 0.4;
/** Shorter ones are headings, longer ones lists. */
const words = { min: 5, max: 60 };
/** Sentences of one passage that are looked at. */
const maxOfPassage = 40;

interface Candidate {
  url: string;
  title: string;
  sentence: string;
  /** The passage's. */
  score: number;
  terms: ReadonlySet<string>;
}

/** Puts the best sentences of some passages together, by BM25 alone, whosever pages they are; null where none says anything of the prompt. */
export function composeAnswer(prompt: string, language: string, passages: readonly FoundPassage[]): ComposedAnswer | null {
  const languages = [...new Set(passages.map((passage) => passage.language))];
  const wanted = soughtWords(prompt, language, languages).words.filter(({ derived }) => !derived);
  const chosen = bestOf(passages.flatMap(candidatesOf), wanted);
  if (chosen.length === 0) return null;
  const pages = [...new Map(chosen.map((one) => [one.url, one])).values()];
  const numbers = new Map(pages.map(({ url }, at) => [url, at + 1]));
  return {
    text: chosen.map(({ sentence, url }) => cited(sentence, numbers.get(url)!, url)).join(' '),
    citations: pages.map(({ url, title }) => ({ url, ...(title !== '' && { title }) })),
  };
}

function candidatesOf({ url, title, language, text, score }: FoundPassage): Candidate[] {
  if (linkTarget(url) === null) return [];
  return sentences(text, language)
    .slice(0, maxOfPassage)
    .filter(isStatement)
    .map((sentence) => ({ url, title, sentence, score, terms: new Set(indexTerms(sentence, language)) }));
}

/** Whether it ends as a sentence does, asks nothing and is of a usual length. */
function isStatement(sentence: string): boolean {
  if (!/[.!。！।።]["'”’»)\]]*$/u.test(sentence)) return false;
  const count = countWords(sentence);
  return count >= words.min && count <= words.max;
}

function bestOf(candidates: readonly Candidate[], wanted: readonly SoughtWord[]): Candidate[] {
  const bestScore = Math.max(...candidates.map(({ score }) => score));
  // What its passage is about counts as much as what the sentence itself says of it.
  const rated = candidates
    .map((candidate) => ({ candidate, said: shareSaid(candidate, wanted) }))
    .filter(({ said }) => said > 0)
    .map(({ candidate, said }) => ({ candidate, rating: candidate.score / bestScore + said }))
    .toSorted((one, other) => other.rating - one.rating || (one.candidate.sentence < other.candidate.sentence ? -1 : 1));
  const chosen: { candidate: Candidate; said: Shingles }[] = [];
  for (const { candidate, rating } of rated) {
    if (chosen.length === maxSentences || rating < rated[0]!.rating * minOfBest) break;
    const said = shinglesOf(candidate.sentence);
    if (chosen.some((other) => diceOf(said, other.said) >= nearDuplicate)) continue;
    if (chosen.filter((other) => other.candidate.url === candidate.url).length < maxOfPage) chosen.push({ candidate, said });
  }
  return chosen.map(({ candidate }) => candidate);
}

/** The share of the words looked for that the sentence has. Those that are rare have been weighed when its passage was found. */
function shareSaid({ terms }: Candidate, wanted: readonly SoughtWord[]): number {
  return wanted.filter((word) => word.terms.some((term) => terms.has(term))).length / wanted.length;
}

/** With the link before the full stop: it belongs to the sentence. */
function cited(sentence: string, number: number, url: string): string {
  const [, said = '', end = ''] = /^(.*?)([.!。！।።]["'”’»)\]]*)$/su.exec(sentence) ?? [];
  return `${escapeMarkdown(said)} [${number}](${linkTarget(url)})${escapeMarkdown(end)}`;
}
