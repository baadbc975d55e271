import { oldLibraryIn } from '../../audit/old-libraries.ts';
import { findPageFaults } from '../../audit/page-checks/index.ts';
import { isExpired, isMeantForFew } from '../../audit/page-checks/robots.ts';
import { isForward, isMissing } from '../../audit/page-checks/text.ts';
import type { Evidence } from '../../audit/check.ts';
import { addressKey, anchorKey, type HtmlFacts } from '../../audit/site-checks/site-view.ts';
import type { Visit } from '../../crawl/crawl.ts';
import { normaliseUrl, type Scope } from '../../crawl/url.ts';
import type { AuditLinkRow } from '../../db/rows/audits.ts';
import { lacksScheme } from '../../pages/addresses.ts';
import type { PageFacts, PageImage } from '../../pages/page-facts.ts';
import { decoded, isPlace } from '../../pages/references.ts';
import { canonicalOf, robotsDirectives } from '../common/indexing.ts';
import type { Pages } from '../site/index.ts';
import { anchorsUnknown, linkFlags, packAnchors, type KeptFacts, type KeptLink } from './page.ts';
import { exposedIn, protectionsIn } from './protections.ts';
import { shownText } from './shown-text.ts';
import type { TextKeeping } from './texts.ts';

/** What is kept of one address. */
export interface PageRead {
  facts: KeptFacts;
  links: KeptLink[];
  anchors: string;
  faults: { code: string; evidence: Evidence[] }[];
  /** Addresses that are asked only whether they are there: of other sites, images, stylesheets and scripts, and what the head names. */
  aside: { url: string; kind: AuditLinkRow['kind'] }[];
}

/** Of a page; one with more of them is no page for readers. Its links are as many as `readPage` tells. */
const max = { images: 500, candidates: 300, resources: 100, anchors: 5000, hreflangs: 200 };
/** What the head names that is a page: it is read as one. */
const pageNames = new Set<string>(['next', 'prev']);
const maxTextLength = 60;
/** Links of a page that are looked at before other work may have its turn. */
const linksPerTurn = 500;
const maxTitleLength = 300;
const maxMainHeadings = 5;
const html = /^(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i;

export type ReadVisit = (visit: Visit) => Promise<{ read: PageRead; links: string[] }>;

interface Needs {
  pages: Pages;
  texts: Pick<TextKeeping, 'take'>;
  turn(): Promise<void>;
  signal: AbortSignal;
}

/**
 * Reads what addresses of a site answered: what is kept of each, and where it leads. One after the other: several at once would each
 * compute for a turn before other work gets its own.
 */
export function createReading(scope: Scope, needs: Needs): ReadVisit {
  const addresses = createKnownAddresses(scope);
  let last: Promise<unknown> = Promise.resolve();
  return async (visit) => {
    const reading = last.then(() => readVisit(visit, { ...needs, addresses }));
    last = reading.catch(() => {});
    const { page, ...read } = await reading;
    await needs.texts.take(visit, page);
    return read;
  };
}

async function readVisit(
  visit: Visit,
  needs: Needs & { addresses: KnownAddresses },
): Promise<Awaited<ReturnType<ReadVisit>> & { page: PageFacts | null }> {
  const { status, headers, body, truncated, durationMs, redirectsTo, error } = visit;
  const facts: KeptFacts = { ms: durationMs, bytes: body.length };
  if (redirectsTo !== null) facts.redirectsTo = redirectsTo;
  if (error) facts.error = error;
  const page = isHtml(visit) ? await needs.pages.facts(visit, needs.signal) : null;
  const { url, depth } = visit;
  const found =
    visit.outcome === 'answered' ? { url, status, headers, bytes: body.length, durationMs, truncated, depth, facts: page } : null;
  const faults = found === null ? [] : findPageFaults(found);
  await needs.turn();
  if (page === null) return { read: { facts, links: [], anchors: '', faults, aside: [] }, links: [], page };
  facts.protections = protectionsIn(visit.url, headers);
  facts.exposed = exposedIn(visit.url, headers);
  facts.html = htmlFacts(page, visit);
  const { links, aside, own } = await linksOf(page, needs);
  return { read: { facts, links, anchors: anchorsOf(page), faults, aside }, links: own, page };
}

function isHtml({ outcome, status, headers }: Visit): boolean {
  return outcome === 'answered' && status === 200 && html.test(headers['content-type'] ?? '');
}

function htmlFacts(page: PageFacts, visit: Pick<Visit, 'url' | 'headers'>): HtmlFacts {
  return {
    title: cut(page.titles[0]?.text),
    description: cut(page.descriptions[0]?.text),
    language: page.readsAs,
    h1: cut(mainHeadingOf(page)),
    words: page.mainWords,
    sketch: page.sketch,
    isList: page.text.linkedWords * 2 > page.mainWords,
    ...robotsDirectives(page),
    isExpired: isExpired(page, visit),
    isForFew: isMeantForFew(page, visit),
    isStub: isForward(page) || isMissing(page) || page.isFeed,
    canonical: canonicalOf(page),
    hreflangs: page.hreflangs.slice(0, max.hreflangs).flatMap(({ lang, url, line }) => {
      const named = url === null ? null : normaliseUrl(url);
      return named === null ? [] : [{ lang: lang.slice(0, 20), url: named, line }];
    }),
  };
}

/** Of the content, if there is one: the site's name in its header heads every page. Where there are several, all of them together. */
function mainHeadingOf({ headings }: PageFacts): string {
  const firsts = headings.filter(({ level, text }) => level === 1 && text !== '');
  const ofContent = firsts.filter(({ place }) => place === 'content');
  const named = ofContent.length > 0 ? ofContent : firsts;
  return named
    .slice(0, maxMainHeadings)
    .map(({ text }) => text)
    .join(' / ');
}

function cut(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : shownText(text, maxTitleLength);
}

interface KnownAddress {
  /** As the crawl spells it. */
  url: string;
  key: number;
  isOwn: boolean;
}

/** Null for what is none. */
type KnownAddresses = (written: string) => KnownAddress | null;

/** Most links of a page stand on every page. Forgotten when they are so many. */
const maxKnown = 20_000;

function createKnownAddresses(scope: Scope): KnownAddresses {
  const known = new Map<string, KnownAddress | null>();
  return (written) => {
    let address = known.get(written);
    if (address === undefined) {
      const url = normaliseUrl(written);
      address = url === null ? null : { url, key: addressKey(url), isOwn: scope.has(url) };
      if (known.size >= maxKnown) known.clear();
      known.set(written, address);
    }
    return address;
  };
}

/** Each address once for each place in it that is named: own ones as the crawl spells them. */
async function linksOf(
  page: PageFacts,
  { addresses, turn }: Pick<Needs, 'turn'> & { addresses: KnownAddresses },
): Promise<Pick<PageRead, 'links' | 'aside'> & { own: string[] }> {
  const links: KeptLink[] = [];
  const aside = new Map<string, PageRead['aside'][number]>();
  const own = new Set<string>();
  const seen = {
    link: new Map<string, KeptLink>(),
    image: new Map<string, KeptLink>(),
    resource: new Map<string, KeptLink>(),
    named: new Map<string, KeptLink>(),
  };
  const keep = (kind: keyof typeof seen, { url, key }: KnownAddress, [line, text, flags, fragment]: [number, string, number, string?]) => {
    const name = fragment === undefined ? url : `${url}#${fragment}`;
    const before = seen[kind].get(name);
    // Further links to it tell nothing but where they stand.
    if (before) before[3] |= flags & linkFlags.content;
    if (before) return;
    const link: KeptLink = [key, line, text.slice(0, maxTextLength).toWellFormed(), flags];
    if (fragment !== undefined) link[4] = fragment;
    seen[kind].set(name, link);
    links.push(link);
  };
  for (const [nth, { url: written, href, text, rel, line, place }] of page.links.entries()) {
    if (nth % linksPerTurn === linksPerTurn - 1) await turn();
    // What is mistyped so is told for that, and no page was meant.
    const address = written === null || lacksScheme(href) ? null : addresses(written);
    if (address === null) continue;
    const { url, isOwn } = address;
    if (isOwn) own.add(written!);
    else if (!aside.has(url)) aside.set(url, { url, kind: 'external' });
    const where = place === 'content' ? linkFlags.content : 0;
    const flags = (rel.includes('nofollow') ? linkFlags.nofollow : 0) | (url.startsWith('http:') ? linkFlags.plain : 0);
    keep('link', address, [line, text, flags | where, isOwn ? fragmentOf(href) : undefined]);
  }
  for (const { url: written, line } of page.framed) {
    const address = written === null ? null : addresses(written);
    if (!address?.isOwn) continue;
    own.add(written!);
    keep('link', address, [line, '', address.url.startsWith('http:') ? linkFlags.plain : 0]);
  }
  const pages = page.named.filter(({ what }) => pageNames.has(what));
  for (const { url } of [...page.canonicals, ...page.hreflangs, ...pages]) if (url !== null && addresses(url)?.isOwn) own.add(url);
  for (const { url: written, line, what } of pages) {
    const address = written === null ? null : addresses(written);
    if (address?.isOwn) keep('named', address, [line, what, linkFlags.named]);
  }
  const shown = [
    ...page.images
      .slice(0, max.images)
      .map(({ url, preferred, line, alt }) => ({ url: preferred ?? url, line, text: alt ?? '', kind: 'image' as const })),
    ...[
      ...page.stylesheets.map((sheet) => ({ ...sheet, text: '' })),
      ...page.scripts.map((script) => ({ ...script, text: oldLibraryIn(script.src) })),
    ]
      .slice(0, max.resources)
      .map(({ url, line, text }) => ({ url, line, text, kind: 'resource' as const })),
    ...page.named
      .filter(({ what }) => !pageNames.has(what))
      .map(({ url, line, what: text }) => ({ url, line, text, kind: 'named' as const })),
    ...page.images.flatMap(candidatesOf).slice(0, max.candidates),
    ...page.feeds.map(({ url, line }) => ({ url, line, text: 'feed', kind: 'feed' as const })),
  ];
  for (const { url: written, line, text, kind } of shown) {
    const address = written === null ? null : addresses(written);
    if (address === null) continue;
    if (!aside.has(address.url)) aside.set(address.url, { url: address.url, kind });
    const as = kind === 'feed' ? 'named' : kind;
    keep(as, address, [line, text, linkFlags[as]]);
  }
  return { links, aside: [...aside.values()], own: [...own] };
}

/** What else than the address that is told as the image itself. It is only asked whether it is there: which of them is loaded, and so how heavy it may be, a browser decides. */
function candidatesOf({ candidates, url, preferred, line }: PageImage) {
  const others = candidates.filter((one) => one !== url && one !== preferred);
  return others.map((one) => ({ url: one, line, text: 'srcset', kind: 'named' as const }));
}

function fragmentOf(href: string): string | undefined {
  const at = href.indexOf('#');
  const fragment = at === -1 ? '' : href.slice(at + 1).trim();
  return fragment !== '' && isPlace(fragment) ? decoded(fragment).slice(0, 200).toWellFormed() : undefined;
}

function anchorsOf({ anchors }: PageFacts): string {
  return anchors.length > max.anchors ? anchorsUnknown : packAnchors(anchors.map(anchorKey));
}
