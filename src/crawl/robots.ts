import { comparable, pathPattern, type PathPattern } from './path-pattern.ts';

/** Our name in a site's robots.txt, in lower case. */
const productToken = 'copydesk';

const maxDelayMs = 10_000;
/** How much of a robots.txt must be read (RFC 9309, 2.5). */
export const maxRobotsBytes = 512 * 1024;

/** What a site asks of crawlers. */
export interface Robots {
  allows(url: string): boolean;
  /** The same for another crawler, by its own name there, such as `Googlebot`. */
  allowsAgent(agent: string, url: string): boolean;
  /** Between the starts of two requests, in milliseconds; at most 10 s. */
  delayMs: number;
  /** The first few sitemaps it names. */
  sitemaps: string[];
}

const maxSitemaps = 5;
const maxUrlLength = 300;
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
export function readRobots(url: string, { status, body }: { status: number; body: Buffer }): Robots | undefined {
  if (status >= 500 || status === 429) return undefined;
  const found = status >= 200 && status < 300 ? body.subarray(0, maxRobotsBytes).toString('utf8') : '';
  const { groups, sitemaps } = groupsIn(found.replace(/^\uFEFF/, ''));
  const ours = groupsFor(groups, productToken);
  const seconds = Number(ours.find(({ delay }) => delay !== undefined)?.delay ?? 0);
  const { origin } = new URL(url);
  const deciderOf = (some: readonly Group[]) => {
    const decide = decider(some.flatMap(({ rules }) => rules).slice(0, maxRules));
    return (page: string) => {
      const { origin: asking, pathname, search } = new URL(page);
      return asking !== origin || decide(comparable(pathname + search));
    };
  };
  const deciders = new Map<string, (page: string) => boolean>();
  return {
    allows: deciderOf(ours),
    allowsAgent(agent, page) {
      const token = tokenOf(agent);
      const decide = deciders.get(token) ?? deciderOf(groupsFor(groups, token));
      deciders.set(token, decide);
      return decide(page);
    },
    delayMs: Math.min(Math.max(Number.isFinite(seconds) ? seconds * 1000 : 0, 0), maxDelayMs),
    sitemaps: sitemaps.filter(isAddress).slice(0, maxSitemaps),
  };
}

/** What is asked of this crawler by name, or else of all. */
function groupsFor(groups: readonly Group[], token: string): Group[] {
  const named = groups.filter(({ agents }) => agents.includes(token));
  return named.length > 0 ? named : groups.filter(({ agents }) => agents.includes('*'));
}

/** A name as groups are compared by it (RFC 9309, 2.2.1). */
function tokenOf(written: string): string {
  return /^[a-z_-]+/i.exec(written)?.[0].toLowerCase() ?? '';
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
      group.agents.push(told.startsWith('*') ? '*' : tokenOf(told));
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
