import { headingSeparator } from '../../documents/passages.ts';
import { saidTerms, terms } from '../../language/tokens.ts';

/** Of a heading's own words the share that a text below it says, counted and by rarity. */
const minSaid = 0.8;
/** Of them the share that its opening says where the text's own heading says the rest. */
const minOpening = 0.5;
/** Where no heading helps, they stand near each other: in one sentence, among so many words for each and so many more. */
const span = { each: 2, more: 2 };

/** The words by which a heading differs from every other on the page: those that neither the keyword nor the page's title has. */
export function ownTerms(heading: string, common: readonly string[], language: string): string[] {
  const known = new Set(common.flatMap((text) => saidTerms(text, language)));
  return [...new Set(terms(heading, language))].filter((term) => !known.has(term));
}

interface Text {
  /** Its path of headings. Only the innermost counts: what stands above it, and the document's title, are about more. */
  heading: string | null;
  /** The words of the sentences that it begins with, in order. */
  opening: readonly (readonly string[])[];
}

/** What a heading asks for: its own words, below the keyword's. */
export interface Asked {
  own: readonly string[];
  keyword: readonly string[];
}

/** A word weighs as much as it is rare; one that nobody says as much as the rarest. */
export function weightBy(rarity: ReadonlyMap<string, number>): (term: string) => number {
  const rarest = [...rarity.values()].reduce((most, one) => Math.max(most, one), 1);
  return (term) => rarity.get(term) ?? rarest;
}

/**
 * Whether a text says itself what a heading names. A heading without words of its own is answered by nothing; one with a single one only under a
 * heading that has it, or where all of the keyword is said with it: "name" alone is said of anything.
 */
export function answersHeading(
  { own, keyword }: Asked,
  { heading, opening }: Text,
  language: string,
  weightOf: (term: string) => number = () => 1,
): boolean {
  const weight = (some: readonly string[]) => some.reduce((sum, term) => sum + weightOf(term), 0);
  const shareOf = (isSaid: (term: string) => boolean) => {
    const said = own.filter(isSaid);
    return own.length === 0 ? 0 : Math.min(said.length / own.length, weight(said) / weight(own));
  };
  const headed = new Set(saidTerms(heading?.split(headingSeparator).at(-1) ?? '', language));
  const first = new Set(opening.flat());
  const opens = shareOf((term) => first.has(term));
  if (shareOf((term) => headed.has(term)) >= minSaid) return opens >= minOpening;
  const together = own.length > 1 ? own : [...own, ...keyword];
  const length = span.each * together.length + span.more;
  return opening.some((sentence) =>
    sentence.some((_, at) => {
      const near = new Set(sentence.slice(at, at + length));
      const isSaid = (term: string) => near.has(term) || headed.has(term);
      return (
        own.some((term) => near.has(term)) &&
        shareOf(isSaid) >= minSaid &&
        (own.length > 1 || (keyword.length > 0 && keyword.every(isSaid)))
      );
    }),
  );
}
