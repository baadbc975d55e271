import { normaliseUrl, scopeOf } from '../../../crawl/url.ts';
import type { Visit } from '../../../crawl/visit.ts';
import type { ReadDocument } from '../../../documents/reading.ts';
import { AppError } from '../../../errors.ts';
import { sentences } from '../../../language/sentences.ts';
import { keywordOf } from '../../../language/title-keyword.ts';
import { tidy } from '../../../language/tokens.ts';
import type { PageFacts } from '../../../pages/page-facts.ts';
import { isIndexPage } from '../../common/index-page.ts';
import type { Reading } from '../../knowledge/index.ts';
import { charsetOf, type Pages } from '../page-facts.ts';

/** What is kept of a page, to tell which are posts and how they hang together. */
export interface PageOfSite {
  title: string;
  language: string;
  publishedAt: string | null;
  modifiedAt: string | null;
  /** `article` and `other`: it says what it is, a post or something that is none. */
  kind: 'article' | 'other' | 'index' | 'page';
  words: number;
  /** A guess. */
  keyword: string | null;
  /** The page that it names in its place. */
  canonical: string | null;
  /** The site's pages that its main text links to, each once. */
  links: string[];
}

/** A page that was asked, and what was made of it. */
export interface PageRead {
  facts: PageOfSite | null;
  /** Its main text. */
  text: ReadDocument | null;
}

const articleTypes = new Set(['Article', 'BlogPosting', 'NewsArticle']);
const otherTypes = new Set([
  'TechArticle',
  'APIReference',
  'Product',
  'CollectionPage',
  'ItemList',
  'SearchResultsPage',
  'ProfilePage',
  'ContactPage',
  'AboutPage',
]);
const maxLinks = 500;
const maxSentences = 200;
const maxTitleLength = 300;
/** Of less, there is nothing to find or to compare. */
const minWords = 20;

export interface PageReading {
  pages: Pages;
  signal: AbortSignal;
}

interface Needs extends PageReading {
  reading: Pick<Reading, 'read'>;
  /** The site that is read. */
  site: string;
  /** The language that is expected. */
  language: string;
}

/** Reads what came of an address. `links`: all that it names, for the crawl to choose from. */
export async function readPageOfSite(needs: Needs, visit: Visit): Promise<{ read: PageRead; links: string[] }> {
  const nothing = { read: { facts: null, text: null }, links: [] };
  if (visit.outcome !== 'answered' || visit.status !== 200 || visit.body.length === 0) return nothing;
  const facts = await needs.pages.facts(visit, needs.signal);
  if (facts === null) return nothing;
  const isIndex = isIndexPage(visit.url, facts);
  const text = facts.mainWords < minWords || isIndex ? null : await mainText(needs, visit);
  return { read: { facts: keptOf(needs, visit.url, facts, isIndex, text), text }, links: facts.links.flatMap(({ url }) => url ?? []) };
}

/** Null for a page that cannot be read: a post is told without its text then. */
async function mainText({ reading, language, signal }: Needs, { url, headers, body }: Visit): Promise<ReadDocument | null> {
  try {
    return await reading.read({ kind: 'html', content: body, charset: charsetOf(headers), language }, new URL(url).origin, signal);
  } catch (thrown) {
    signal.throwIfAborted();
    if (thrown instanceof AppError) return null;
    throw thrown;
  }
}

function keptOf(
  { site, language: expected }: Needs,
  url: string,
  facts: PageFacts,
  isIndex: boolean,
  text: ReadDocument | null,
): PageOfSite {
  const title = tidy(text?.title ?? facts.titles[0]?.text ?? '').slice(0, maxTitleLength);
  const language = text && text.language !== 'und' ? text.language : expected;
  // In the body it counts for nothing.
  const canonical = facts.canonicals.find((one) => one.url !== null && one.place !== 'body')?.url ?? null;
  const named = canonical === null ? null : normaliseUrl(canonical);
  return {
    title,
    language,
    publishedAt: facts.publishedAt,
    modifiedAt: facts.modifiedAt,
    kind: kindOf(facts.types, isIndex),
    words: text?.wordCount ?? facts.mainWords,
    keyword: title === '' ? null : keywordOf(title, sentencesOf(text), language),
    canonical: named === url ? null : named,
    links: linksIn(site, url, facts),
  };
}

function kindOf(types: readonly string[], isIndex: boolean): PageOfSite['kind'] {
  if (types.some((type) => articleTypes.has(type))) return 'article';
  if (types.some((type) => otherTypes.has(type))) return 'other';
  return isIndex ? 'index' : 'page';
}

/** By page, in the main text: not how often, and not what every page has. */
function linksIn(site: string, url: string, facts: PageFacts): string[] {
  const scope = scopeOf(site);
  const found = new Set<string>();
  for (const link of facts.links) {
    const goal = link.place === 'content' && link.url !== null && scope.has(link.url) ? normaliseUrl(link.url) : null;
    if (goal !== null && goal !== url) found.add(goal);
    if (found.size === maxLinks) break;
  }
  return [...found];
}

/** Of the beginning, which says what the page is about: cutting all of a long one would hold the event loop. */
function sentencesOf(text: ReadDocument | null): string[] {
  const found: string[] = [];
  for (const { kind, text: passage } of text?.passages ?? []) {
    if (kind === 'prose') found.push(...sentences(passage, text!.language));
    if (found.length >= maxSentences) break;
  }
  return found;
}
