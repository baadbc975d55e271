/** Under which name sites speak of us in their robots.txt. */
const productToken = 'Copydesk';

const maxDelayMs = 10_000;
/** More of a robots.txt need not be read (RFC 9309, 2.5). */
export const maxRobotsBytes = 512 * 1024;

/** What a site asks of crawlers. */
export interface Robots {
  allows(url: string): boolean;
  /** Between the beginnings of two requests, in milliseconds; at most 10 s. */
  delayMs: number;
  /** The sitemaps it names, the first few. */
  sitemaps: string[];
}

const maxSitemaps = 5;
const maxUrlLength = 300;

/**
 * Reads the answer to a request for `/robots.txt` (RFC 9309). Where there is none, everything is allowed; where the site is in trouble, nothing is:
 * `undefined` says so, and that one should come back later.
 */
export async function readRobots(url: string, { status, body }: { status: number; body: Buffer }): Promise<Robots | undefined> {
  if (status >= 500 || status === 429) return undefined;
  const found = status >= 200 && status < 300 ? body.subarray(0, maxRobotsBytes).toString('utf8') : '';
  const { default: module } = await import('robots-parser');
  // Its types take it for an ES module; it is CommonJS.
  const parse = module as unknown as typeof module.default;
  const robots = parse(url, found.replace(/^\uFEFF/, ''));
  const seconds = Number(robots.getCrawlDelay(productToken) ?? 0);
  return {
    // It speaks for its own host only; of others it says neither yes nor no.
    allows: (page) => robots.isAllowed(page, productToken) ?? true,
    delayMs: Math.min(Math.max(Number.isFinite(seconds) ? seconds * 1000 : 0, 0), maxDelayMs),
    sitemaps: robots.getSitemaps().filter(isAddress).slice(0, maxSitemaps),
  };
}

function isAddress(text: string): boolean {
  return text.length <= maxUrlLength && /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}
