import { indexTerms } from '../../../language/index-terms.ts';
import type { Given } from '../given.ts';
import { cut, type Opportunity, type OwnPage } from './evidence.ts';
import type { Ground } from './ground.ts';
import type { SeenPage } from './look.ts';

/** A page of the project is on the same if it has so much of what is sought, in one passage with its heading and title. */
export const minShareOfWords = 0.6;
/** One word fits many pages. */
export const minWords = 2;
const maxPassages = 8;
/** Of the passage: a mail can say what the page says. */
const maxQuote = 160;

export type OwnTexts = Pick<Given['crawledPages'], 'search'>;

/** The words of a text to go by. */
export function tellingWords(text: string, language: string): string[] {
  return [...new Set(indexTerms(text, language))];
}

/** The project's page that has most of one of these; null rather than one that has too little. */
export async function ownPageOn(
  crawledPages: OwnTexts,
  { project: { id, language } }: Pick<Ground, 'project'>,
  sought: readonly string[],
): Promise<OwnPage | null> {
  const wanted = sought.map((one) => tellingWords(one, language)).filter(({ length }) => length >= minWords);
  if (wanted.length === 0) return null;
  const passages = await crawledPages.search(id, sought.join('\n'), { origin: 'own', language, limit: maxPassages });
  const shareIn = (said: string) => {
    const has = new Set(indexTerms(said, language));
    return Math.max(...wanted.map((terms) => terms.filter((term) => has.has(term)).length / terms.length));
  };
  const best = passages
    .map(({ url, pageTitle: title, heading, text }) => ({
      page: { url, title, quote: cut(text, maxQuote) },
      share: shareIn(`${title ?? ''} ${heading ?? ''} ${text}`),
    }))
    .toSorted((one, other) => other.share - one.share)[0];
  return best && best.share >= minShareOfWords ? best.page : null;
}

/**
 * Each with the project's page that the link could lead to: on the same as the page's heading, or as a question for which it is cited. Who names
 * the brand can link to its front page too.
 */
export async function withTarget(
  crawledPages: OwnTexts,
  { facts }: Pick<SeenPage, 'facts'>,
  found: readonly Opportunity[],
  { ground, hasOwnPages }: { ground: Ground; hasOwnPages: boolean },
): Promise<Opportunity[]> {
  if (found.length === 0) return [];
  const heading = facts.headings.find(({ level }) => level === 1)?.text ?? facts.titles[0]?.text ?? '';
  const sought = [heading, ...found.flatMap(({ evidence }) => evidence.prompts ?? [])];
  const nearest = hasOwnPages ? await ownPageOn(crawledPages, ground, sought) : undefined;
  const front: OwnPage = { url: ground.project.siteUrl, title: null, quote: null };
  return found.map((one) => {
    const target = one.kind === 'mention' ? (nearest ?? front) : nearest;
    return { ...one, evidence: { ...one.evidence, ...(target !== undefined && { target }) } };
  });
}
