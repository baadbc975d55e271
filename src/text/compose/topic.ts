import { terms, words } from '../tokens.ts';
import { keywordShare, type Brief, type ReadPassage } from './brief.ts';

/** A document that holds this much of the keyword's weight in its title, its opening or throughout is about the keyword. */
const aboutShare = 0.5;
/** A term in this share of a document's passages is in it throughout. */
const throughout = 0.5;
/** What a term counts that only the document's opening passage holds. */
const openingWeight = 0.7;
/** A passage is on topic where it, its headings and its document's title hold this much of the keyword's weight. */
const onTopicShare = 0.55;

/** How much of the keyword each document is about, 0–1, by its id. */
export function subjectsOf(brief: Brief, read: readonly ReadPassage[]): Map<string, number> {
  const documents = Map.groupBy(read, ({ source }) => source.documentId);
  return new Map(Array.from(documents, ([id, passages]) => [id, subjectShare(brief, passages)]));
}

function subjectShare(brief: Brief, passages: readonly ReadPassage[]): number {
  // Only what was retrieved is here: how many passages there are is known from the last one's place.
  const length = Math.max(...passages.map(({ source }) => source.position)) + 1;
  let share = 0;
  for (const [term, weight] of brief.keyword) {
    const holders = passages.filter(({ own, context }) => own.has(term) || context.has(term));
    const titled = passages[0]!.title.has(term);
    const opening = holders.some(({ source }) => source.position === 0) ? openingWeight : 0;
    share += weight * (titled ? 1 : Math.max(opening, Math.min(1, holders.length / length / throughout)));
  }
  return share;
}

/** Whether a passage speaks of the keyword, by its own words and headings or because its document is about nothing else. */
export function isOnTopic(brief: Brief, { own, context }: ReadPassage, subject: number): boolean {
  return subject >= aboutShare || keywordShare(brief, (term) => own.has(term) || context.has(term)) >= onTopicShare;
}

/** Whether a passage stands under what a wanted heading names, in a document that has to do with the keyword. */
export function isAskedFor(brief: Brief, outline: readonly string[], { context }: ReadPassage): boolean {
  if (keywordShare(brief, (term) => context.has(term)) === 0) return false;
  return outline.some((heading) => {
    const wanted = terms(heading, brief.language).filter((term) => !brief.keyword.has(term));
    return wanted.length > 0 && wanted.every((term) => context.has(term));
  });
}

/** The keyword's words, as written there, that no passage, heading or title holds. */
export function missingWords(keyword: string, language: string, read: readonly ReadPassage[]): string[] {
  const isHeld = (term: string) => read.some(({ own, context }) => own.has(term) || context.has(term));
  return [...new Set(words(keyword))].filter((word) => {
    const held = terms(word, language);
    return held.length > 0 && !held.some(isHeld);
  });
}
