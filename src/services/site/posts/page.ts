import { normaliseUrl, scopeOf } from '../../../crawl/url.ts';
import type { Visit } from '../../../crawl/visit.ts';
import type { DocumentBeginning } from '../../../documents/reading.ts';
import { sentences } from '../../../language/sentences.ts';
import { keywordOf } from '../../../language/title-keyword.ts';
import { tidy } from '../../../language/tokens.ts';
import type { PageFacts } from '../../../pages/page-facts.ts';
import type { System } from '../../../system.ts';
import { isIndexPage } from '../../common/index-page.ts';
import { canonicalOf } from '../../common/indexing.ts';
import { hasText, type OwnTexts } from '../crawled/own-texts.ts';
import type { Pages } from '../pages.ts';
import type { PageOfSite } from './inventory.ts';
import { keptOn, readerOf, toKeep, type KeptPage, type KnownPage } from './known.ts';

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

/** A page that was asked, and what was made of it. */
export interface PageRead {
  facts: PageOfSite | null;
  kept: KeptPage | null;
}

interface Needs extends PageReading {
  system: Pick<System, 'now' | 'agent'>;
  projectId: string;
  ownTexts: OwnTexts;
  /** The site that is read. */
  site: string;
  /** The language that is expected. */
  language: string;
  /** What is known of a page that was asked whether it has changed. */
  knownAt(url: string): KnownPage | null;
}

/** Reads what came of an address, and keeps the text of a page. `links`: all that it names, for the crawl to choose from. */
export async function readPageOfSite(needs: Needs, visit: Visit): Promise<{ read: PageRead; links: readonly string[] }> {
  const { system, pages, ownTexts, projectId, site, language, signal } = needs;
  const { url } = visit;
  const known = visit.notModified ? needs.knownAt(url) : null;
  if (known) {
    const kept = keptOn(known.kept, visit);
    if (kept.hasText) await ownTexts.stays(projectId, url);
    return { read: { facts: known.facts, kept }, links: kept.links };
  }
  const isAnswer = visit.outcome === 'answered' && visit.status === 200 && visit.body.length > 0;
  const facts = isAnswer ? await pages.facts(visit, signal) : null;
  // A post is told without its text where that cannot be read.
  const isText = facts !== null && hasText(url, facts);
  const text = isText ? await pages.text(visit, language, signal) : null;
  const keep = await ownTexts.take(projectId, visit, facts);
  if (text && typeof keep === 'function') await keep(text);
  if (facts === null) return { read: { facts: null, kept: null }, links: [] };
  const reading = { readAt: system.now(), readBy: readerOf(system, language), hasText: text !== null && keep !== 'none' };
  const kept = isText && text === null ? null : toKeep(site, visit, facts, reading);
  return {
    read: { facts: factsOf(needs, url, facts, text), kept },
    links: facts.links.flatMap((link) => link.url ?? []),
  };
}

function factsOf({ site, language: expected }: Needs, url: string, facts: PageFacts, text: DocumentBeginning | null): PageOfSite {
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
function sentencesOf(text: DocumentBeginning | null): string[] {
  const found: string[] = [];
  for (const { kind, text: passage } of text?.passages ?? []) {
    if (kind === 'prose') found.push(...sentences(passage, text!.language));
    if (found.length >= maxSentences) break;
  }
  return found;
}
