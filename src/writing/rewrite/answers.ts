import { headingSeparator } from '../../documents/passages.ts';
import { saidTerms, terms } from '../../language/tokens.ts';

/** Of a heading's own words, by rarity, the share that a text below it says. */
const minSaid = 0.8;
/** Of them the share that its opening says where the text's own heading says the rest. */
const minOpening = 0.5;

/** The words by which a heading differs from every other on the page: those that neither the keyword nor the page's title has. */
export function ownTerms(heading: string, common: readonly string[], language: string): string[] {
  const known = new Set(common.flatMap((text) => saidTerms(text, language)));
  return [...new Set(terms(heading, language))].filter((term) => !known.has(term));
}

interface Text {
  /** Its path of headings. Only the innermost counts: what stands above it, and the document's title, are about more. */
  heading: string | null;
  /** The words that it begins with. */
  opening: Iterable<string>;
}

/** Whether a text says itself what a heading names. A heading without words of its own is answered by nothing. */
export function answersHeading(
  own: readonly string[],
  { heading, opening }: Text,
  language: string,
  rarity: ReadonlyMap<string, number> = new Map(),
): boolean {
  const rarest = Math.max(...rarity.values(), 1);
  const weight = (some: readonly string[]) => some.reduce((sum, term) => sum + (rarity.get(term) ?? rarest), 0);
  const headed = new Set(saidTerms(heading?.split(headingSeparator).at(-1) ?? '', language));
  const first = new Set(opening);
  const whole = weight(own);
  const isHeaded = weight(own.filter((term) => headed.has(term))) >= minSaid * whole;
  const opens = weight(own.filter((term) => first.has(term) || (!isHeaded && headed.has(term))));
  return whole > 0 && opens >= (isHeaded ? minOpening : minSaid) * whole && own.some((term) => first.has(term));
}
