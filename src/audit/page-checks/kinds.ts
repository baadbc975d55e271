import type { PageFacts } from '../../pages/page-facts.ts';
import type { AuditedPage } from '../check.ts';
import { isPageOfAnything, leadingNodes, typesOf } from './nodes.ts';

/** Bots whose directives hold for the search engines that most readers use. */
const searchBots = new Set(['robots', 'googlebot', 'bingbot']);

/** Whether search engines are asked for this, by the page or by its answer. */
export function asks(facts: PageFacts, ...directives: string[]): boolean {
  return facts.robots.some(({ agent, directives: some }) => searchBots.has(agent) && some.some((one) => directives.includes(one)));
}

export function isNoindex(facts: PageFacts): boolean {
  return asks(facts, 'noindex', 'none');
}

/** Whether the page names another one as its canonical form. */
export function isCanonicalElsewhere(facts: PageFacts, page: AuditedPage): boolean {
  const [canonical] = canonicalUrls(facts);
  return canonical !== undefined && comparable(canonical) !== comparable(page.url);
}

/** Those that count: not those that stand in the body. */
export function canonicalUrls(facts: PageFacts): string[] {
  return [...new Set(facts.canonicals.flatMap(({ place, url }) => (place !== 'body' && url !== null ? [url] : [])))];
}

/** An address without what makes no difference to which page it names. */
export function comparable(url: string): string {
  const parsed = URL.parse(url);
  return parsed ? `${parsed.host.replace(/^www\./, '')}${parsed.pathname.replace(/\/$/, '')}${parsed.search}` : url;
}

/** Of an address as `URL` writes it, without `www.`; a port counts. Does not parse: pages have many links. */
export function hostOf(url: string): string {
  const start = url.indexOf('//') + 2;
  const end = url.indexOf('/', start);
  const host = url.slice(start, end < 0 ? undefined : end);
  return host.slice(host.indexOf('@') + 1).replace(/^www\./, '');
}

/** Whether it is the start of a site. */
export function isRoot(url: string): boolean {
  return url.indexOf('/', 8) === url.length - 1;
}

/** Whether most words of the main text stand in links: an index, a list. */
export function isListOfLinks({ mainWords, text }: PageFacts): boolean {
  return text.linkedWords * 2 > mainWords;
}

const articleTypes = /^(?:Article|NewsArticle|BlogPosting|OpinionNewsArticle|ReportageNewsArticle|AnalysisNewsArticle|SocialMediaPosting)$/;

export function isArticleType(type: string): boolean {
  return articleTypes.test(type);
}

/** Whether the page is an article, by structured data or else by Open Graph and what it shows: site builders write og:type=article on every page. */
export function isArticle(facts: PageFacts): boolean {
  if (saysArticle(facts)) return true;
  if (facts.meta.openGraph.type?.trim().toLowerCase() !== 'article' || leadingNodes(facts).some(({ node }) => isPageOfAnything(node)))
    return false;
  return facts.isSigned || (facts.publishedAt !== null && (facts.text.hasArticle || 'article:published_time' in facts.meta.openGraph));
}

/** Whether structured data says so. Types that stand deeper may be of other articles, in a list. */
export function saysArticle(facts: PageFacts): boolean {
  if (facts.jsonLd.length === 0) return facts.types.some(isArticleType);
  return leadingNodes(facts).some(({ node }) => typesOf(node).some(isArticleType));
}

/** Fewer words in the main part are no page that can be read without its scripts. */
const minWordsWithoutScripts = 30;

/** Whether hardly anything stands in the main part of the page until its scripts have run. */
export function needsScripts(facts: PageFacts): boolean {
  const { text, scripts, size, mainWords } = facts;
  if (mainWords >= minWordsWithoutScripts || scripts.length === 0) return false;
  if (text.emptyRoot !== null) return true;
  const asksForScripts = text.words < minWordsWithoutScripts && /java\s?script/i.test(text.noscript);
  return asksForScripts || (text.words === 0 && size.elements < 40 && facts.images.length === 0);
}

/** Nobody else can listen to what is said to one's own machine. */
export function isLoopback(url: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\]|.*\.localhost)(?::\d+)?$/.test(hostOf(url));
}

export function isHttps(url: string): boolean {
  return url.startsWith('https:');
}
