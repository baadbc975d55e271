import { indexAddresses, type AddressIndex } from './address-index.ts';
import { groupAlike, minAlikeWords } from './alike.ts';
import { groupByText, type Groups } from './groups.ts';
import { surveyLinks, type LinkCounts } from './link-counts.ts';
import { isShut, lostAmong } from './lost-pages.ts';
import { pagedLists } from './paged-lists.ts';
import type { Sets } from './sets.ts';
import { findSpellings, type Spellings } from './spellings.ts';
import type { HtmlFacts, SiteFacts, SitePage, SiteView } from './site-view.ts';
import { securityHeaders } from './site-view.ts';

/** What is known of all pages at once: a few numbers for each. */
export interface Survey extends LinkCounts {
  about: SiteFacts;
  index: AddressIndex;
  titles: Groups;
  descriptions: Groups;
  h1s: Groups;
  /** Pages with the same main text but for a few words. */
  alike: Groups;
  /** Pages with the same main text. */
  twins: Groups;
  spellings: Spellings;
  /** HTML pages that are no lists of others, and how many of them say noindex. */
  read: { pages: number; noindex: number };
  /** Pages that may be listed, and how many of them name a canonical address. */
  listable: { pages: number; canonical: number };
  /** Pages of content that the site leads to and that ask not to be listed, where they are few. */
  lost: ReadonlySet<number>;
  /** A page to which mistyped rules of robots.txt would make a difference, the first; null where none is. */
  misruled: { url: string; isAllowed: boolean } | null;
  hosts: ReadonlyMap<string, HostFigures>;
  /** Median of the time until a page answered, in milliseconds; null without pages. */
  medianMs: number | null;
}

export interface HostFigures {
  /** HTML pages that were answered with 200. */
  pages: number;
  /** How many of them lack each protection. */
  lacking: Map<string, number>;
  /** What stands in the answer of the first page, in place of some that it lacks. */
  exposed: SitePage['exposed'];
  isSecure: boolean;
  first: string;
}

/** Hosts that are told apart. */
const maxHosts = 100;

/** Reads all pages a few times over, and keeps of each what fits into numbers. `turn` gives other work its turn. */
export async function surveySite(view: SiteView, turn: () => Promise<void>): Promise<Survey> {
  const addresses = indexAddresses(view.size);
  const texts = { title: groupByText(view.size), description: groupByText(view.size), h1: groupByText(view.size) };
  const twins = groupByText(view.size);
  const sameTexts = groupByText(view.size);
  const alike = groupAlike(view.size, turn);
  const hosts = new Map<string, HostFigures>();
  const durations: number[] = [];
  const listable = { pages: 0, canonical: 0 };
  const read = { pages: 0, noindex: 0 };
  let misruled: Survey['misruled'] = null;
  const shut: Pick<SitePage, 'number' | 'isListed'>[] = [];
  for await (const page of view.pages()) {
    addresses.add(page);
    misruled ??= misruledAt(page, view.about);
    if (!page.html) continue;
    if (isShut(page)) shut.push({ number: page.number, isListed: page.isListed });
    durations.push(page.durationMs);
    noteHost(hosts, page);
    sameTexts.add(page.number, textKey(page.html));
    // That lists of others say so is a choice; nobody chooses it for what they list.
    if (page.html.isList || page.html.isStub) continue;
    read.pages++;
    if (page.html.isNoindex) read.noindex++;
  }
  const index = addresses.sealed();
  await turn();
  for await (const page of view.pages()) {
    if (!page.html || !isListable(page, index)) continue;
    listable.pages++;
    if (page.html.canonical) listable.canonical++;
    const { title, description, h1, language, words } = page.html;
    // Of a page that says hardly anything itself, a script may show what the parameters choose.
    if (words < minAlikeWords && new URL(page.url).search !== '') continue;
    // Translations share names.
    texts.title.add(page.number, title, language);
    texts.h1.add(page.number, h1, language);
    texts.description.add(page.number, description);
    if (words < minAlikeWords) continue;
    twins.add(page.number, textKey(page.html));
    // Lists of different things share the words around them.
    if (!page.html.isList) alike.add(page.number, page.html);
  }
  const links = await surveyLinks(view, index, turn);
  const lists = pagedLists(view.size, index);
  const descriptions = await sealed(texts.description, turn, lists.sets());
  const versions = lists.sets(links.versions);
  const titles = await sealed(texts.title, turn, versions);
  const h1s = await sealed(texts.h1, turn, versions);
  const groups = { titles, descriptions, h1s, twins: await sealed(twins, turn), alike: await alike.sealed() };
  const spellings = await findSpellings({
    size: view.size,
    index,
    texts: await sealed(sameTexts, turn),
    longTexts: [groups.twins, groups.alike],
    turn,
  });
  // What another spelling doubles is told for that.
  for (const name of Object.keys(groups) as (keyof typeof groups)[]) groups[name] = groups[name].without(spellings.isCopy);
  const lost = lostAmong(shut, read, links);
  const medianMs = Float64Array.from(durations).toSorted()[durations.length >> 1] ?? null;
  return { ...links, ...groups, spellings, about: view.about, index, read, listable, lost, misruled, hosts, medianMs };
}

/** Each takes some milliseconds where pages are many. */
async function sealed(groups: ReturnType<typeof groupByText>, turn: () => Promise<void>, versions?: Sets): Promise<Groups> {
  const made = groups.sealed(versions);
  await turn();
  return made;
}

/** Whether search engines may list the page under its own address: only such pages compete with one another. */
export function isListable({ number, html }: Pick<SitePage, 'number' | 'html'>, index: AddressIndex): boolean {
  return html !== null && !html.isNoindex && !html.isStub && !index.defers(number);
}

function textKey({ sketch, words }: HtmlFacts): string {
  return `${sketch} ${words}`;
}

function misruledAt({ url, html, isForbidden }: SitePage, { robots }: SiteFacts): Survey['misruled'] {
  if (!robots?.meantFor || (html === null && !isForbidden)) return null;
  const isAllowed = robots.allowsAgent('*', url);
  return robots.meantFor('*', url) === isAllowed ? null : { url, isAllowed };
}

function noteHost(hosts: Map<string, HostFigures>, { url, protections, exposed }: SitePage): void {
  const { protocol, host } = new URL(url);
  const name = `${protocol}//${host}`;
  const figures = hosts.get(name) ?? { pages: 0, lacking: new Map<string, number>(), exposed, isSecure: protocol === 'https:', first: url };
  if (!hosts.has(name) && hosts.size >= maxHosts) return;
  hosts.set(name, figures);
  figures.pages++;
  for (const header of securityHeaders)
    if (!protections.includes(header)) figures.lacking.set(header, (figures.lacking.get(header) ?? 0) + 1);
}
