import { comparable, pathPattern, type PathPattern } from './path-pattern.ts';

/** Our name in a site's robots.txt, in lower case. */
const productToken = 'copydesk';

const maxDelayMs = 10_000;
/** How much of a robots.txt must be read (RFC 9309, 2.5). */
export const maxRobotsBytes = 512 * 1024;

/** What a site asks of crawlers. */
export interface Robots {
  allows(url: string): boolean;
  /** Between the starts of two requests, in milliseconds; at most 10 s. */
  delayMs: number;
  /** The sitemaps it names, 100 at most. */
  sitemaps: string[];
}

const maxSitemaps = 100;
const maxUrlLength = 2000;
/** All are tried on every page: the first of them count, as the first 512 KiB do. A longer pattern than this fits no address that is read. */
const maxRules = 3000;
const maxPatternLength = 2000;

/** What is asked of some crawlers: those whose names stand above it. */
interface Group {
  agents: string[];
  rules: Rule[];
  delay?: string;
}

interface Rule {
  allows: boolean;
  pattern: string;
}

/**
 * Reads the answer to a request for `/robots.txt` (RFC 9309). If there is none, everything is allowed. If the server is in trouble, nothing is:
 * then returns `undefined`, and the caller should come back later.
 */
export function readRobots(url: string, answer: { status: number; body: Buffer }): Robots | undefined {
  return readRobotsOfAll(url, answer)?.(productToken);
}

/** The same for any crawler, named in lower case. The text is gone over once, and those who are told the same share its rules. */
export function readRobotsOfAll(url: string, { status, body }: { status: number; body: Buffer }): ((agent: string) => Robots) | undefined {
  if (status >= 500 || status === 429) return undefined;
  const found = status >= 200 && status < 300 ? body.subarray(0, maxRobotsBytes).toString('utf8') : '';
  const { groups, sitemaps } = groupsIn(found.replace(/^\uFEFF/, ''));
  const { origin } = new URL(url);
  const named = sitemaps.filter(isAddress).slice(0, maxSitemaps);
  const known = new Map<string, Robots>();
  return (agent) => {
    const ours = groups.some(({ agents }) => agents.includes(agent)) ? agent : '*';
    const robots = known.get(ours) ?? robotsIn(groups.filter(({ agents }) => agents.includes(ours)), origin, named); // prettier-ignore
    known.set(ours, robots);
    return robots;
  };
}

function robotsIn(groups: readonly Group[], origin: string, sitemaps: string[]): Robots {
  const seconds = Number(groups.find(({ delay }) => delay !== undefined)?.delay ?? 0);
  const decide = decider(groups.flatMap(({ rules }) => rules).slice(0, maxRules));
  return {
    allows(page) {
      const { origin: asking, pathname, search } = new URL(page);
      return asking !== origin || decide(comparable(pathname + search));
    },
    delayMs: Math.min(Math.max(Number.isFinite(seconds) ? seconds * 1000 : 0, 0), maxDelayMs),
    sitemaps,
  };
}

/** The longest pattern that matches decides, and of two as long the one that allows (RFC 9309, 2.2.2). */
function decider(rules: readonly Rule[]): (path: string) => boolean {
  const sides = new Map<string, PathPattern & { allows: boolean }>();
  for (const { allows, pattern } of rules) sides.set(`${allows} ${pattern}`, { allows, ...pathPattern(pattern) });
  const strongestFirst = [...sides.values()].toSorted((a, b) => b.length - a.length || Number(b.allows) - Number(a.allows));
  return (path) => strongestFirst.find((rule) => rule.matches(path))?.allows ?? true;
}

function groupsIn(text: string): { groups: Group[]; sitemaps: string[] } {
  const groups: Group[] = [];
  const sitemaps: string[] = [];
  let group: Group | undefined;
  let isNaming = false;
  for (const line of text.split(/\r\n?|\n/)) {
    const colon = line.indexOf(':');
    if (colon === -1) continue;
    const name = line.slice(0, colon).trim().toLowerCase();
    const told = line
      .slice(colon + 1)
      .split('#', 1)[0]!
      .trim();
    if (name === 'sitemap') sitemaps.push(told);
    else if (name === 'user-agent') {
      if (!isNaming || !group) groups.push((group = { agents: [], rules: [] }));
      group.agents.push(told.startsWith('*') ? '*' : (/^[a-z_-]+/i.exec(told)?.[0].toLowerCase() ?? ''));
      isNaming = true;
    } else if (group && (name === 'allow' || name === 'disallow' || name === 'crawl-delay')) {
      isNaming = false;
      if (name === 'crawl-delay') group.delay ??= told;
      else if (told !== '' && told.length <= maxPatternLength) group.rules.push({ allows: name === 'allow', pattern: told });
    }
  }
  return { groups, sitemaps };
}

function isAddress(text: string): boolean {
  return text.length <= maxUrlLength && /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}
