import { securityHeaders, addressKey, anchorKey } from '../../src/audit/site-checks/site-view.ts';
import type {
  BrokenAddress,
  HtmlFacts,
  OddAnswer,
  SiteFacts,
  SiteLink,
  SitePage,
  SiteView,
} from '../../src/audit/site-checks/site-view.ts';

const start = 'https://example.com/';
export const at = (path: string) => new URL(path, start).href;

/** A link of a page under test; by default one that is followed. */
export function link(path: string, more: Partial<SiteLink> = {}): SiteLink {
  const url = at(path);
  return {
    target: addressKey(url.split('#')[0]!),
    line: 7,
    text: 'more',
    kind: 'link',
    isFollowed: true,
    isInContent: true,
    isPlain: url.startsWith('http:'),
    fragment: url.split('#')[1] ?? null,
    ...more,
  };
}

/** A page without a fault: what is given is changed. */
export function page(
  path: string,
  more: Partial<Omit<SitePage, 'html' | 'anchors'>> & { html?: Partial<HtmlFacts> | null; ids?: string[] } = {},
): SitePage {
  const { html = {}, ids = [], ...others } = more;
  const url = at(path);
  const facts: HtmlFacts = {
    title: `About ${path}`,
    description: `What ${path} is about.`,
    language: 'en',
    h1: `On ${path}`,
    words: 400,
    sketch: sketchOf(path),
    isList: false,
    isNoindex: false,
    isExpired: false,
    isForFew: false,
    isStub: false,
    isNofollow: false,
    canonical: { url, line: 4 },
    hreflangs: [],
    ...html,
  };
  return {
    number: 0,
    url,
    depth: 1,
    isListed: true,
    isForbidden: false,
    status: 200,
    redirectsTo: null,
    error: null,
    durationMs: 50,
    bytes: 5000,
    protections: [...securityHeaders],
    exposed: {},
    html: html === null ? null : facts,
    links: [],
    anchors: ids.map(anchorKey),
    ...others,
  };
}

/** An answer that is no page. */
export const answer = (path: string, status: number, more: Partial<SitePage> = {}) => ({ ...page(path, { html: null, status }), ...more });

export const redirect = (path: string, to: string, status = 301) => answer(path, status, { redirectsTo: at(to) });

/** Each address its own: far from all others. */
function sketchOf(path: string): string {
  const one = addressKey(`one ${path}`).toString(16).padStart(13, '0');
  return (one + addressKey(`other ${path}`).toString(16).padStart(13, '0')).slice(-16);
}

const none = { count: 0, first: null };

const faultless: SiteFacts = {
  start,
  isComplete: true,
  robots: { url: at('/robots.txt'), status: 200, faults: [], allowsAgent: () => true, meantFor: null },
  sitemaps: [
    {
      url: at('/sitemap.xml'),
      status: 200,
      problem: null,
      isNamed: true,
      isTooLarge: false,
      entries: 9,
      foreign: none,
      repeated: none,
      undated: none,
    },
  ],
  probes: { madeUp: { url: at('/made-up'), status: 404 }, secureWorks: null, plainLeadsTo: 'https', llmsTxt: true, llmsGone: [] },
  blockedResources: [],
  broken: new Map(),
  odd: new Map(),
};

/** A site of these pages; those that link to nothing are linked from the start, so that none is an orphan. */
export function siteOf(pages: readonly SitePage[], about: Partial<SiteFacts> = {}): SiteView {
  const numbered = pages.map((one, index) => ({ ...one, number: index + 1 }));
  return {
    about: { ...faultless, ...about },
    size: numbered.length,
    async *pages({ links, anchors } = {}) {
      for (const one of numbered) yield { ...one, links: links ? one.links : [], anchors: anchors ? one.anchors : [] };
    },
  };
}

export const home = (...links: SitePage['links'][number][]) => page('/', { depth: 0, links });
export const robots = (more: Partial<NonNullable<SiteFacts['robots']>>) => ({
  robots: { url: at('/robots.txt'), status: 200, faults: [], allowsAgent: () => true, meantFor: null, ...more },
});
export const sitemap = (more: Partial<SiteFacts['sitemaps'][number]>) => ({
  sitemaps: [
    {
      url: at('/sitemap.xml'),
      status: 200,
      problem: null,
      isNamed: true,
      isTooLarge: false,
      entries: 3,
      foreign: none,
      repeated: none,
      undated: none,
      ...more,
    },
  ],
});
export const probes = (more: Partial<SiteFacts['probes']>) => ({
  probes: {
    madeUp: { url: at('/made-up'), status: 404 },
    secureWorks: null,
    plainLeadsTo: 'https' as const,
    llmsTxt: true,
    llmsGone: [],
    ...more,
  },
});
export const broken = (kind: BrokenAddress['kind'], url: string) => ({
  broken: new Map([[addressKey(url), { url, kind, why: '404' }]]),
});
export const odd = (path: string, what: OddAnswer['what']) => ({ odd: new Map([[addressKey(at(path)), { url: at(path), what }]]) });
export const without = (protection: string, path = '/') => page(path, { protections: securityHeaders.filter((one) => one !== protection) });
export const plain = (path: string) => ({ ...page(path), url: at(path).replace('https:', 'http:') });
export const blocks = (...names: string[]) => robots({ allowsAgent: (agent) => !names.includes(agent) });
