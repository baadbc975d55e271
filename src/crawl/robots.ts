/** Our name in a site's robots.txt. */
const productToken = 'Copydesk';

const maxDelayMs = 10_000;
/** How much of a robots.txt must be read (RFC 9309, 2.5). */
export const maxRobotsBytes = 512 * 1024;

/** What a site asks of crawlers. */
export interface Robots {
  allows(url: string): boolean;
  /** Between the starts of two requests, in milliseconds; at most 10 s. */
  delayMs: number;
  /** The first few sitemaps it names. */
  sitemaps: string[];
}

const maxSitemaps = 5;
const maxUrlLength = 300;

/**
 * Reads the answer to a request for `/robots.txt` (RFC 9309). If there is none, everything is allowed. If the server is in trouble, nothing is:
 * then returns `undefined`, and the caller should come back later.
 */
export async function readRobots(url: string, { status, body }: { status: number; body: Buffer }): Promise<Robots | undefined> {
  if (status >= 500 || status === 429) return undefined;
  const found = status >= 200 && status < 300 ? body.subarray(0, maxRobotsBytes).toString('utf8') : '';
  const { default: module } = await import('robots-parser');
  // Typed as an ES module, but really CommonJS.
  const parse = module as unknown as typeof module.default;
  const robots = parse(url, found.replace(/^\uFEFF/, ''));
  const seconds = Number(robots.getCrawlDelay(productToken) ?? 0);
  return {
    // The parser answers undefined for URLs of other hosts.
    allows: (page) => robots.isAllowed(page, productToken) ?? true,
    delayMs: Math.min(Math.max(Number.isFinite(seconds) ? seconds * 1000 : 0, 0), maxDelayMs),
    sitemaps: robots.getSitemaps().filter(isAddress).slice(0, maxSitemaps),
  };
}

function isAddress(text: string): boolean {
  return text.length <= maxUrlLength && /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}
