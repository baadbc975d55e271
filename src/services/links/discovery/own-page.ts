import { indexTerms } from '../../../language/index-terms.ts';
import { sentences } from '../../../language/sentences.ts';
import type { Given } from '../given.ts';
import { cut, type Opportunity, type OwnPage } from './evidence.ts';
import type { Ground } from './ground.ts';
import type { SeenPage } from './look.ts';

/** A page of the project is on the same if it has so much of what is sought, in one passage with its heading and title. */
export const minShareOfWords = 0.6;
/** One word fits many pages. */
export const minWords = 2;
const maxPassages = 8;
/** Of its sentence that has most of it: a mail can say what the page says. */
const maxQuote = 150;
/** Of the other page's text, in characters. */
const maxText = 20_000;

export type OwnTexts = Pick<Given['crawledPages'], 'search'>;

/** The words of a text to go by. */
export function tellingWords(text: string, language: string): string[] {
  return [...new Set(indexTerms(text, language))];
}

/** How much of some words a text has. */
function shareIn(text: string, language: string): (wanted: readonly string[]) => number {
  const has = new Set(indexTerms(text, language));
  return (wanted) => wanted.filter((term) => has.has(term)).length / wanted.length;
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
  const shareOf = (said: string) => Math.max(...wanted.map(shareIn(said, language)));
  const [best] = mostFirst(passages, ({ pageTitle, heading, text }) => shareOf(`${pageTitle ?? ''} ${heading ?? ''} ${text}`));
  if (!best || best.share < minShareOfWords) return null;
  const { url, pageTitle: title, text } = best.one;
  const [quoted] = mostFirst(sentences(text, language), shareOf);
  return { url, title, quote: cut(quoted?.one ?? text, maxQuote) };
}

/** Of equal ones the first. */
function mostFirst<One>(all: readonly One[], shareOf: (one: One) => number): { one: One; share: number }[] {
  return all.map((one) => ({ one, share: shareOf(one) })).toSorted((one, other) => other.share - one.share);
}

/**
 * Each with the project's page that the link could lead to: on the same as the page's heading, or as a question for which it is cited and which it
 * is on. Who names the brand can link to its front page too.
 */
export async function withTarget(
  crawledPages: OwnTexts,
  { facts, paragraphs }: Pick<SeenPage, 'facts' | 'paragraphs'>,
  found: readonly Opportunity[],
  { ground, hasOwnPages }: { ground: Ground; hasOwnPages: boolean },
): Promise<Opportunity[]> {
  if (found.length === 0) return [];
  const { language, siteUrl } = ground.project;
  const heading = facts.headings.find(({ level }) => level === 1)?.text ?? facts.titles[0]?.text ?? '';
  const shareOf = shareIn(`${heading} ${paragraphs.join(' ').slice(0, maxText)}`, language);
  const isOn = (question: string) => shareOf(tellingWords(question, language)) >= minShareOfWords;
  const sought = [heading, ...found.flatMap(({ evidence }) => evidence.prompts ?? []).filter(isOn)];
  const nearest = hasOwnPages ? await ownPageOn(crawledPages, ground, sought) : undefined;
  const front: OwnPage = { url: siteUrl, title: null, quote: null };
  return found.map((one) => {
    const target = one.kind === 'mention' ? (nearest ?? front) : nearest;
    return { ...one, evidence: { ...one.evidence, ...(target !== undefined && { target }) } };
  });
}
