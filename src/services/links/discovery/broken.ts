import { pageKey } from '../../../crawl/url.ts';
import { indexTerms } from '../../../language/index-terms.ts';
import { categoryOf } from '../../../visibility/categories.ts';
import type { Given } from '../given.ts';
import type { PageEvidence } from '../scoring.ts';
import { cut, type Opportunity } from './evidence.ts';
import type { Gone } from './gone.ts';
import { domainAt, platforms, type Ground } from './ground.ts';
import type { SeenPage } from './look.ts';

/** Links of one page that are asked: those of its text, the first of each address. */
export const maxLinksAsked = 25;
/** Broken links of one page that are told: one is reason enough to write. */
const maxTold = 3;
/** A page of the project is on the same if it has so much of what the link is called, in one passage with its heading and title. */
export const minShareOfWords = 0.6;
/** One word fits many pages. */
export const minWords = 2;
const maxPassages = 8;

type Needs = Pick<Given, 'crawledPages'> & { gone: Gone };

/** Links of a page that lead to what is gone, where the project has a page on the same. */
export async function brokenLinksOn(
  { crawledPages, gone }: Needs,
  seen: SeenPage,
  page: PageEvidence,
  { ground, signal }: { ground: Ground; signal: AbortSignal },
): Promise<Opportunity[]> {
  const found: Opportunity[] = [];
  for (const { url, text } of linksToAsk(seen)) {
    if (found.length >= maxTold) break;
    const how = await gone(url, signal);
    if (how === null) continue;
    const replacement = await replacementFor(crawledPages, ground, { url, text });
    if (replacement === null) continue;
    const evidence = { page, brokenUrl: url, gone: how, anchor: cut(text), replacement };
    found.push({ kind: 'broken_link', url: seen.url, evidence });
  }
  return found;
}

function linksToAsk({ outbound }: SeenPage): { url: string; text: string }[] {
  const first = new Map<string, { url: string; text: string }>();
  for (const { url, host, text, isInText } of outbound) {
    if (!isInText || first.has(pageKey(url)) || platforms.has(categoryOf(host, domainAt(url)))) continue;
    first.set(pageKey(url), { url, text });
    if (first.size === maxLinksAsked) break;
  }
  return [...first.values()];
}

/** The project's page on what a link was to: by the words of the link, and where those say little of its address too. */
async function replacementFor(
  crawledPages: Pick<Given['crawledPages'], 'search'>,
  { project: { id, language } }: Ground,
  { url, text }: { url: string; text: string },
): Promise<{ url: string; title: string | null } | null> {
  const termsOf = (words: string) => [...new Set(indexTerms(words, language))];
  const query = termsOf(text).length >= minWords ? text : `${text} ${wordsOfPath(url)}`;
  const wanted = termsOf(query);
  if (wanted.length < minWords) return null;
  const passages = await crawledPages.search(id, query, { origin: 'own', language, limit: maxPassages });
  const shareIn = (said: string) => {
    const has = new Set(indexTerms(said, language));
    return wanted.filter((term) => has.has(term)).length / wanted.length;
  };
  const best = passages
    .map(({ url: own, pageTitle, heading, text: said }) => ({
      url: own,
      title: pageTitle,
      share: shareIn(`${pageTitle ?? ''} ${heading ?? ''} ${said}`),
    }))
    .toSorted((one, other) => other.share - one.share)[0];
  return best && best.share >= minShareOfWords ? { url: best.url, title: best.title } : null;
}

function wordsOfPath(url: string): string {
  const { pathname } = new URL(url);
  const last = pathname.replace(/\.[a-z]{2,5}$/i, '').replaceAll(/[^\p{L}\p{N}%]+/gu, ' ');
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
