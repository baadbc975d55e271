import { sentences } from '../sentences.ts';
import { clausesOf, type Clause } from './negation.ts';
import { tokensOf, type Token } from './claim-tokens.ts';
import { quantitiesIn, type Quantity } from './quantities.ts';

/** What is compared of a sentence. */
export interface Profile {
  text: string;
  /** Its words in order; numbers are in `quantities`. */
  tokens: Token[];
  folded: ReadonlySet<string>;
  /** Of the words that are no stopwords. */
  stems: ReadonlySet<string>;
  quantities: Quantity[];
  clauses: Clause[];
}

export function profileOf(text: string, language: string): Profile {
  const tokens = tokensOf(text, language);
  const meaning = tokens.filter(({ isStopword }) => !isStopword);
  return {
    text,
    tokens,
    folded: new Set(tokens.map(({ folded }) => folded)),
    stems: new Set(meaning.map(({ stem }) => stem)),
    quantities: quantitiesIn(text, language),
    clauses: clausesOf(text, tokens, language),
  };
}

/** The sentences of a passage, profiled. */
export function profilesOf(passage: string, language: string): Profile[] {
  return sentences(passage, language).map((sentence) => profileOf(sentence.replace(/^(?:[-*•]|\d+[.)])\s+/, ''), language));
}
