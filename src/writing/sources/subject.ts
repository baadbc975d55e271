import { withoutNames } from '../../language/names.ts';
import { terms, words } from '../../language/tokens.ts';
import { keywordShare, namesIn, shareHeld, type Topic, type ReadPassage } from './topic.ts';

/** A document is about the keyword if it holds this much of its weight in its title, in its opening or throughout. */
const aboutShare = 0.5;
/** A document holds a term throughout if this share of its passages do. */
const throughout = 0.5;
/** The minimum `share` of a document that holds the keyword as written and one word of it throughout, such as a surname ("Malone"). */
const namedShare = 0.75;
/** The weight of a term in the document's opening passage. */
const openingWeight = 0.7;
/** A passage is on topic if it, its headings and its document's title hold this much of the keyword's weight. */
const onTopicShare = 0.55;

/** How much of the keyword each document is about, 0–1, by its id. */
export function subjectsOf(topic: Topic, read: readonly ReadPassage[]): Map<string, number> {
  const documents = Map.groupBy(read, ({ source }) => source.documentId);
  return new Map(Array.from(documents, ([id, passages]) => [id, subjectShare(topic, passages)]));
}

function holds({ own, context }: ReadPassage, term: string): boolean {
  return own.has(term) || context.has(term);
}

function subjectShare(topic: Topic, passages: readonly ReadPassage[]): number {
  // Not all passages were retrieved: their number is taken from the position of the last.
  const length = Math.max(...passages.map(({ source }) => source.position)) + 1;
  const sharesOf = (weights: ReadonlyMap<string, number>) =>
    Array.from(weights, ([term, weight]) => {
      const holders = passages.filter((passage) => holds(passage, term));
      const titled = passages[0]!.title.has(term) || passages[0]!.names.includes(term);
      const opening = holders.some(({ source }) => source.position === 0) ? openingWeight : 0;
      const spread = holders.length / length;
      return { weight, spread, share: weight * (titled ? 1 : Math.max(opening, Math.min(1, spread / throughout))) };
    });
  const sum = (shares: readonly { share: number }[]) => shares.reduce((total, { share }) => total + share, 0);
  const own = sharesOf(topic.keyword).filter(({ weight }) => weight > 0);
  const lacking = keywordShare({ keyword: topic.shared }, () => true) - sum(sharesOf(topic.shared));
  const share = sum(own) * (1 - lacking);
  const isSpread = own.some(({ spread }) => spread >= throughout);
  const isNamed = isSpread && passages.some(({ terms: said }) => holdsPhrase(said, topic.phrase));
  return isNamed ? Math.max(share, namedShare * (1 - lacking)) : share;
}

/** Whether the phrase's terms occur in a row. */
function holdsPhrase(all: readonly string[], phrase: readonly string[]): boolean {
  return all.some((term, start) => term === phrase[0] && phrase.every((wanted, index) => all[start + index] === wanted));
}

/** Whether a passage is about the keyword, by its own words and headings or because its document is, of which `share` tells how much. */
export function isOnTopic(topic: Topic, passage: ReadPassage, share: number): boolean {
  return share >= aboutShare || shareHeld(topic, passage) >= onTopicShare;
}

/** Whether a passage's headings and title hold all terms of a wanted heading, and some of the keyword. */
export function isAskedFor(topic: Topic, outline: readonly string[], { context }: ReadPassage): boolean {
  if (![...topic.keyword.keys()].some((term) => context.has(term))) return false;
  return outline.some((heading) => {
    const wanted = terms(heading, topic.language).filter((term) => !topic.keyword.has(term));
    return wanted.length > 0 && wanted.every((term) => context.has(term));
  });
}

/** The keyword's words, as written, that no passage, heading or title holds, and that no document counts as saying. */
export function missingWords(keyword: string, language: string, read: readonly ReadPassage[]): string[] {
  const isHeld = (term: string) => read.some(({ own, context }) => own.has(term) || context.has(term));
  return [...new Set(words(withoutNames(keyword, namesIn(read))))].filter((word) => {
    const held = terms(word, language);
    return held.length > 0 && !held.some(isHeld);
  });
}
