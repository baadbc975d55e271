import { normaliseUrl, scopeOf } from '../../../crawl/url.ts';
import type { Visit } from '../../../crawl/visit.ts';
import type { ReadDocument } from '../../../documents/reading.ts';
import { sentences } from '../../../language/sentences.ts';
import { keywordOf } from '../../../language/title-keyword.ts';
import { tidy } from '../../../language/tokens.ts';
import type { PageFacts } from '../../../pages/page-facts.ts';
import { isIndexPage } from '../../common/index-page.ts';
import { canonicalOf } from '../../common/indexing.ts';
import { hasText, type OwnTexts } from '../crawled/own-texts.ts';
import type { Pages } from '../pages.ts';

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

export interface PageReading {
  pages: Pages;
  signal: AbortSignal;
}

interface Needs extends PageReading {
  projectId: string;
  ownTexts: OwnTexts;
  /** The site that is read. */
  site: string;
  /** The language that is expected. */
  language: string;
}

/** Reads what came of an address, and keeps the text of a page. `links`: all that it names, for the crawl to choose from. */
export async function readPageOfSite(needs: Needs, visit: Visit): Promise<{ read: PageOfSite | null; links: string[] }> {
  const { pages, ownTexts, projectId, language, signal } = needs;
  const isAnswer = visit.outcome === 'answered' && visit.status === 200 && visit.body.length > 0;
  const facts = isAnswer ? await pages.facts(visit, signal) : null;
  // A post is told without its text where that cannot be read.
  const text = facts && hasText(visit.url, facts) ? await pages.text(visit, language, signal) : null;
  const keep = await ownTexts.take(projectId, visit, facts);
  if (text && typeof keep === 'function') await keep(text);
  if (facts === null) return { read: null, links: [] };
  return { read: keptOf(needs, visit.url, facts, text), links: facts.links.flatMap(({ url }) => url ?? []) };
}

function keptOf({ site, language: expected }: Needs, url: string, facts: PageFacts, text: ReadDocument | null): PageOfSite {
  const title = tidy(text?.title ?? facts.titles[0]?.text ?? '').slice(0, maxTitleLength);
  const language = text && text.language !== 'und' ? text.language : expected;
  const canonical = canonicalOf(facts)?.url ?? null;
  return {
    title,
    language,
    publishedAt: facts.publishedAt,
    modifiedAt: facts.modifiedAt,
    kind: kindOf(url, facts),
    words: text?.wordCount ?? facts.mainWords,
    keyword: title === '' ? null : keywordOf(title, sentencesOf(text), language),
    canonical: canonical === url ? null : canonical,
    links: linksIn(site, url, facts),
  };
}

function kindOf(url: string, facts: PageFacts): PageOfSite['kind'] {
  const { types } = facts;
  if (types.some((type) => articleTypes.has(type))) return 'article';
  if (types.some((type) => otherTypes.has(type))) return 'other';
  return isIndexPage(url, facts) ? 'index' : 'page';
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
