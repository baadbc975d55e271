import { findPageFaults } from '../../audit/page-checks/index.ts';
import type { Evidence } from '../../audit/check.ts';
import { addressKey, anchorKey, type HtmlFacts } from '../../audit/site-checks/site-view.ts';
import type { Visit } from '../../crawl/crawl.ts';
import { normaliseUrl, type Scope } from '../../crawl/url.ts';
import { decodeText } from '../../documents/decode.ts';
import { isUnreadable } from '../../documents/unreadable.ts';
import type { AuditLinkRow } from '../../db/rows/audits.ts';
import type { PageFacts } from '../../pages/page-facts.ts';
import { readPage } from '../../pages/read-page.ts';
import { decoded, isPlace } from '../../pages/references.ts';
import type { pageTasks } from '../../pages/tasks.ts';
import type { Thread } from '../../threads/thread.ts';
import { anchorsUnknown, linkFlags, packAnchors, type KeptFacts, type KeptLink } from './page.ts';
import { protectionsIn } from './protections.ts';

/** What is kept of one address. */
export interface PageRead {
  facts: KeptFacts;
  links: KeptLink[];
  anchors: string;
  faults: { code: string; evidence: Evidence[] }[];
  /** Addresses that are asked only whether they are there: of other sites, images, stylesheets and scripts, and what the head names. */
  aside: { url: string; kind: AuditLinkRow['kind'] }[];
}

/** A larger page is read on a thread: the event loop would be held for more than 20 ms. */
export const maxReadHere = 256 * 1024;
/** Of a page; further ones lead where the first lead, or the page is no page for readers. */
const max = { links: 3000, images: 500, resources: 100, anchors: 5000, hreflangs: 200 };
/** What the head names that is a page: it is read as one. */
const pageNames = new Set<string>(['next', 'prev']);
const maxTextLength = 60;
const maxTitleLength = 300;
const html = /^(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i;

interface Needs {
  scope: Scope;
  thread: Pick<Thread<(typeof pageTasks)['tasks']>, 'run'>;
  signal: AbortSignal;
}

/** Reads what an address answered: what is kept of it, and the addresses it leads to. */
export async function readVisit(visit: Visit, needs: Needs): Promise<{ read: PageRead; links: string[] }> {
  const { status, headers, body, truncated, durationMs, redirectsTo, error } = visit;
  const facts: KeptFacts = { ms: durationMs, bytes: body.length };
  if (redirectsTo !== null) facts.redirectsTo = redirectsTo;
  if (error) facts.error = error;
  const page = isHtml(visit) ? await pageIn(visit, needs) : null;
  const { url, depth } = visit;
  const found =
    visit.outcome === 'answered' ? { url, status, headers, bytes: body.length, durationMs, truncated, depth, facts: page } : null;
  const faults = found === null ? [] : findPageFaults(found);
  if (page === null) return { read: { facts, links: [], anchors: '', faults, aside: [] }, links: [] };
  facts.protections = protectionsIn(visit.url, headers);
  facts.html = htmlFacts(page);
  const { links, aside, own } = linksOf(page, needs.scope);
  return { read: { facts, links, anchors: anchorsOf(page), faults, aside }, links: own };
}

/** What cannot be decoded, or takes too long, is no page to us. */
async function pageIn({ url, headers, body }: Visit, { thread, signal }: Needs): Promise<PageFacts | null> {
  const charset = /charset\s*=\s*["']?([\w-]{2,40})/i.exec(headers['content-type'] ?? '')?.[1];
  try {
    if (body.length > maxReadHere) return await thread.run('read', [{ body, charset, url, headers }], signal);
    return readPage(await decodeText(body, charset), { url, headers });
  } catch (thrown) {
    signal.throwIfAborted();
    if (isUnreadable(thrown)) return null;
    throw thrown;
  }
}

function isHtml({ outcome, status, headers }: Visit): boolean {
  return outcome === 'answered' && status === 200 && html.test(headers['content-type'] ?? '');
}

function htmlFacts(page: PageFacts): HtmlFacts {
  const directives = new Set(
    page.robots.flatMap(({ agent, directives: some }) => (agent === 'robots' || agent === 'googlebot' ? some : [])),
  );
  // In the body it counts for nothing, as it may stand in a comment of a reader.
  const canonical = page.canonicals.find(({ place, url }) => place !== 'body' && url !== null);
  const canonicalUrl = canonical ? normaliseUrl(canonical.url!) : null;
  return {
    title: cut(page.titles[0]?.text),
    description: cut(page.descriptions[0]?.text),
    h1: cut(page.headings.find(({ level }) => level === 1)?.text),
    words: page.mainWords,
    sketch: page.sketch,
    isList: page.text.linkedWords * 2 > page.mainWords,
    isNoindex: directives.has('noindex') || directives.has('none'),
    isNofollow: directives.has('nofollow') || directives.has('none'),
    canonical: canonicalUrl === null ? null : { url: canonicalUrl, line: canonical!.line },
    hreflangs: page.hreflangs.slice(0, max.hreflangs).flatMap(({ lang, url, line }) => {
      const named = url === null ? null : normaliseUrl(url);
      return named === null ? [] : [{ lang: lang.slice(0, 20), url: named, line }];
    }),
  };
}

function cut(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text.slice(0, maxTitleLength).toWellFormed();
}

/** Each address once for each place in it that is named: own ones as the crawl spells them. */
function linksOf(page: PageFacts, scope: Scope): Pick<PageRead, 'links' | 'aside'> & { own: string[] } {
  const kept = new Map<string, KeptLink>();
  const aside = new Map<string, PageRead['aside'][number]>();
  const own = new Set<string>();
  const keep = (url: string, [line, text, flags, fragment]: [number, string, number, string?]) => {
    const name = `${flags & (linkFlags.image | linkFlags.resource | linkFlags.named)} ${url}#${fragment ?? ''}`;
    const clicked = text.slice(0, maxTextLength).toWellFormed();
    const link: KeptLink = [addressKey(url), line, clicked, flags];
    if (fragment !== undefined) link[4] = fragment;
    if (!kept.has(name)) kept.set(name, link);
  };
  for (const { url: written, href, text, rel, line } of page.links.slice(0, max.links)) {
    const url = written === null ? null : normaliseUrl(written);
    if (url === null) continue;
    const isOwn = scope.has(url);
    if (isOwn) own.add(written!);
    else aside.set(url, { url, kind: 'external' });
    const flags = (rel.includes('nofollow') ? linkFlags.nofollow : 0) | (url.startsWith('http:') ? linkFlags.plain : 0);
    keep(url, [line, text, flags, isOwn ? fragmentOf(href) : undefined]);
  }
  for (const { url } of [...page.canonicals, ...page.hreflangs, ...page.named.filter(({ what }) => pageNames.has(what))])
    if (url !== null && scope.has(url)) own.add(url);
  const shown = [
    ...page.images.slice(0, max.images).map(({ url, line, alt }) => ({ url, line, text: alt ?? '', kind: 'image' as const })),
    ...[...page.stylesheets, ...page.scripts]
      .slice(0, max.resources)
      .map(({ url, line }) => ({ url, line, text: '', kind: 'resource' as const })),
    ...page.named
      .filter(({ what }) => !pageNames.has(what))
      .map(({ url, line, what: text }) => ({ url, line, text, kind: 'named' as const })),
    ...page.feeds.map(({ url, line }) => ({ url, line, text: 'feed', kind: 'feed' as const })),
  ];
  for (const { url: written, line, text, kind } of shown) {
    const url = written === null ? null : normaliseUrl(written);
    if (url === null) continue;
    if (!aside.has(url)) aside.set(url, { url, kind });
    keep(url, [line, text, linkFlags[kind === 'feed' ? 'named' : kind]]);
  }
  return { links: [...kept.values()], aside: [...aside.values()], own: [...own] };
}

function fragmentOf(href: string): string | undefined {
  const at = href.indexOf('#');
  const fragment = at === -1 ? '' : href.slice(at + 1).trim();
  return fragment !== '' && isPlace(fragment) ? decoded(fragment).slice(0, 200).toWellFormed() : undefined;
}

function anchorsOf({ anchors }: PageFacts): string {
  return anchors.length > max.anchors ? anchorsUnknown : packAnchors(anchors.map(anchorKey));
}
