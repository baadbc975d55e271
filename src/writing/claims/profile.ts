import { sentences } from '../../language/sentences.ts';
import { normalise } from '../../language/tokens.ts';
import { tokensOf, type Token } from '../../language/word-forms.ts';
import { quantitiesIn, type Quantity } from '../../language/quantities.ts';

/** The features by which sentences are compared. */
export interface Profile {
  text: string;
  /** ISO 639-1. */
  language: string;
  /** The normalised text without punctuation. */
  bare: string;
  /** Its words in order; numbers are in `quantities`. */
  tokens: Token[];
  /** The number of occurrences of each word, by its folded form. */
  folded: ReadonlyMap<string, number>;
  /** Stems of all words but stopwords. */
  stems: ReadonlySet<string>;
  quantities: Quantity[];
}

export function profileOf(text: string, language: string): Profile {
  const tokens = tokensOf(text, language);
  const meaning = tokens.filter(({ isStopword }) => !isStopword);
  return {
    text,
    language,
    bare: normalise(text).replace(/[.!?…:;,"']+(?=\s|$)|(?<=^|\s)["']+/g, ''),
    tokens,
    folded: countsOf(tokens),
    stems: new Set(meaning.map(({ stem }) => stem)),
    quantities: quantitiesIn(text, language),
  };
}

/** The sentences of a passage, profiled. */
export function profilesOf(passage: string, language: string): Profile[] {
  return sentences(passage, language).map((sentence) => profileOf(sentence.replace(/^(?:[-*•]|\d+[.)])\s+/, ''), language));
}

function countsOf(tokens: readonly Token[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { folded } of tokens) counts.set(folded, (counts.get(folded) ?? 0) + 1);
  return counts;
}
