/** A site as it was read, streamed page by page: what its checks look at. However large it is, only figures are held of all pages at once. */
export interface SiteView {
  about: SiteFacts;
  /** How many addresses are numbered: from 1 on, some may be missing. */
  size: number;
  /** All addresses that were asked, in the order of their numbers. May be called again. Links and anchors are empty unless asked for. */
  pages(parts?: { links?: boolean; anchors?: boolean }): AsyncIterable<SitePage>;
}

/** An address that was asked, or that robots.txt forbids. */
export interface SitePage {
  number: number;
  url: string;
  /** Links from the start; null where only a sitemap named it. */
  depth: number | null;
  /** Whether a sitemap lists it. */
  isListed: boolean;
  isForbidden: boolean;
  /** 0 where there was no answer. */
  status: number;
  redirectsTo: string | null;
  /** Why there was no answer: a code of the network, and in words. */
  error: { code: string; message: string } | null;
  durationMs: number;
  bytes: number;
  /** Those of `securityHeaders` that the answer has. */
  protections: readonly string[];
  /** What stands in the answer in place of some that it lacks, in words: of a cookie its name and what it lacks, of a server what it says. */
  exposed: Readonly<Partial<Record<(typeof securityHeaders)[number], string>>>;
  /** Null if it is no HTML page with status 200. */
  html: HtmlFacts | null;
  links: readonly SiteLink[];
  /** Hashes of the ids that links may lead to; null where they are too many to be kept. */
  anchors: readonly number[] | null;
}

/** What one page says of itself. */
export interface HtmlFacts {
  title: string | null;
  description: string | null;
  /** `PageFacts.readsAs`. */
  language: string | null;
  h1: string | null;
  /** Words of the main text. */
  words: number;
  /** `PageFacts.sketch`. */
  sketch: string;
  /** Whether most words of the main text stand in links. */
  isList: boolean;
  isNoindex: boolean;
  /** Whether search engines were to drop it on a day that is past. */
  isExpired: boolean;
  /** Whether it is none that should be found by search: a door, a basket, thanks. */
  isForFew: boolean;
  /** Whether it is no page of its own: it sends its reader on, says that nothing is there, or is a feed. */
  isStub: boolean;
  /** Whether search engines are asked not to follow any of its links. */
  isNofollow: boolean;
  canonical: { url: string; line: number } | null;
  hreflangs: readonly { lang: string; url: string; line: number }[];
}

/** A link or picture of a page: the first to each address and fragment. */
export interface SiteLink {
  /** `addressKey` of where it leads. */
  target: number;
  line: number;
  /** What is clicked, cut; of what the head names, what it is; of a library with known holes, what names it. */
  text: string;
  kind: 'link' | 'image' | 'resource' | 'named';
  isFollowed: boolean;
  /** Whether one of the links to that address stands in the content. */
  isInContent: boolean;
  /** Whether it leads to plain http. */
  isPlain: boolean;
  /** As written, without `#`. */
  fragment: string | null;
}

/** What was learned about the site besides its pages. */
export interface SiteFacts {
  /** Where the audit started. */
  start: string;
  /** Whether all pages were read, so that what is missing is missing. */
  isComplete: boolean;
  robots: RobotsFacts | null;
  sitemaps: readonly SitemapFacts[];
  probes: Probes;
  /** Stylesheets and scripts of the site that robots.txt keeps from Googlebot. */
  blockedResources: readonly string[];
  /** Addresses that pages link to or show and that are gone, by `addressKey`. */
  broken: ReadonlyMap<number, BrokenAddress>;
  /** Of such addresses that answered otherwise than was to be expected, by `addressKey`. */
  odd: ReadonlyMap<number, OddAnswer>;
}

export interface OddAnswer {
  url: string;
  /** A web page in place of a style sheet or script, a type that browsers refuse for one, what is no feed, or more bytes than it should have. */
  what: 'page' | 'no_feed' | { type: string } | { bytes: number; isMore?: boolean };
}

export interface BrokenAddress {
  url: string;
  kind: 'external' | 'image' | 'resource' | 'named' | 'feed';
  /** In words, such as `404` or `no such host`. */
  why: string;
}

export interface RobotsFacts {
  url: string;
  /** 0 where there was no answer. */
  status: number;
  /** Lines that say nothing a crawler knows. */
  faults: readonly { line: number; text: string; isRule: boolean }[];
  allowsAgent(agent: string, url: string): boolean;
  /** The same as it was meant, where rules are mistyped; else null. */
  meantFor: ((agent: string, url: string) => boolean) | null;
}

export interface SitemapFacts {
  url: string;
  /** 0 where there was no answer. */
  status: number;
  /** Why it could not be read; null if it could. */
  problem: string | null;
  /** Whether robots.txt or another sitemap names it: else it was looked for where sitemaps usually are. */
  isNamed: boolean;
  isTooLarge: boolean;
  /** Addresses in it, those of other hosts too. */
  entries: number;
  /** Those that lie outside the site. */
  foreign: Oddity;
  /** Addresses that it lists again, and dates that are none or lie ahead: how many, and the first. */
  repeated: Oddity;
  undated: Oddity;
}

export interface Oddity {
  count: number;
  first: string | null;
}

/** What the site answered to a few questions of its own; null where it was not asked. */
export interface Probes {
  /** An address that was made up. */
  madeUp: { url: string; status: number } | null;
  /** Of a site at http: whether https answers there. */
  secureWorks: boolean | null;
  /** Of a site at https: where plain http leads. */
  plainLeadsTo: 'https' | 'http' | null;
  llmsTxt: boolean | null;
  /** Addresses of the site in its llms.txt that are gone. */
  llmsGone: readonly string[];
}

/** What headers do for readers, by the names under which `SitePage.protections` has it. `cookies`: none is open. `discreet`: no version is told. */
export const securityHeaders = ['hsts', 'nosniff', 'framing', 'csp', 'referrer', 'cookies', 'discreet'] as const;

const high = 0x100000;

/** A number of 52 bits for an address, by which links are kept: two addresses of a site share one about never. */
export function addressKey(url: string): number {
  let one = 0x811c9dc5;
  let other = 0x1b873593;
  for (let at = 0; at < url.length; at++) {
    const code = url.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x85ebca6b);
    other = (other << 13) | (other >>> 19);
  }
  return ((other >>> 0) % high) * 2 ** 32 + (one >>> 0);
}

/** 32 bits for the id of an element. */
export function anchorKey(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
