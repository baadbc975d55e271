import type { LinkState } from '../../../../schema/link-building.ts';
import type { Fetched, Polite } from '../../../crawl/polite.ts';
import { hostOf, pageKey } from '../../../crawl/url.ts';
import type { PageFacts } from '../../../pages/page-facts.ts';
import { oursIn } from '../discovery/ground.ts';
import type { Given } from '../given.ts';
import { detoursOn, standingOn, type Standing, type StandingLink } from './judge.ts';

/** What a look at a placed link saw. */
export interface Seen {
  state: LinkState;
  /** What the page answered; null where it gave no answer. */
  status: number | null;
  /** Why it could not be told, in a code; null where it could. */
  why: string | null;
  /** Where the page has moved; null where it stands as it was. */
  movedTo: string | null;
  link: StandingLink | null;
  /** Links to the project on the page. */
  links: number;
  nofollow: Standing['nofollow'];
  /** The address that leads to the project by a redirect. */
  via: string | null;
}

/** What is kept of the looks before. */
export interface Remembered extends Seen {
  /** When a link was last seen there, in milliseconds; null if never. */
  stoodAt: number | null;
  /** Since when the state is what it is. */
  since: number;
}

export interface Placed {
  placedUrl: string;
  siteUrl: string;
  targetUrl: string | null;
  before: Remembered | null;
}

type Needs = Pick<Given, 'pages'> & { way: Pick<Polite, 'fetch'> };

const accept = 'text/html, application/xhtml+xml;q=0.9';
const maxBytes = 5 * 1024 * 1024;
const nothing = { why: null, movedTo: null, link: null, links: 0, nofollow: null, via: null };

/**
 * Looks at a placed link, by robots.txt and at the host's pace. The page is gone if it says so twice; what may be there for others, or later, is
 * unreachable. Rejects only if `signal` is aborted.
 */
export async function checkLink({ pages, way }: Needs, placed: Placed, signal: AbortSignal): Promise<Seen> {
  const ask = () => way.fetch(placed.placedUrl, { accept, maxBytes, signal });
  const first = await ask();
  const answer = isGone(first) ? await ask() : first;
  const status = answer.outcome === 'answered' ? answer.status : null;
  if (isGone(answer)) return { ...nothing, state: 'page_gone', status };
  const unreachable = (why: string): Seen => ({ ...nothing, state: 'unreachable', status, why });
  if (answer.error) return unreachable(answer.error.code);
  if (answer.status < 200 || answer.status > 299) return unreachable(`status_${answer.status}`);
  const movedTo = pageKey(answer.url) === pageKey(placed.placedUrl) ? null : answer.url;
  const isOurs = oursIn(placed.siteUrl);
  if (isOurs(answer.url)) return { ...nothing, state: 'redirected', status, movedTo, via: placed.placedUrl };
  const facts = answer.truncated ? null : await pages.facts(answer, signal);
  if (!facts) return unreachable(answer.truncated ? 'too_large' : 'unreadable');
  const standing = standingOn(facts, isOurs, placed.targetUrl);
  if (standing) return { ...nothing, ...standing, status, movedTo };
  const via = await detour(way, placed, { url: answer.url, facts }, signal);
  return { ...nothing, state: via === null ? 'removed' : 'redirected', status, movedTo, via };
}

function isGone({ outcome, status }: Fetched): boolean {
  return outcome === 'answered' && (status === 404 || status === 410);
}

/** The link of a page that leads to the project by a redirect. One that says where it leads, and may not be asked, is taken at its word. */
async function detour(
  way: Pick<Polite, 'fetch'>,
  placed: Placed,
  page: { url: string; facts: PageFacts },
  signal: AbortSignal,
): Promise<string | null> {
  const isOurs = oursIn(placed.siteUrl);
  const ours = hostOf(placed.siteUrl);
  for (const { url, named } of detoursOn(page.url, page.facts, { ours, last: placed.before?.via ?? placed.before?.link?.url ?? null })) {
    const answer = await way.fetch(url, { method: 'HEAD', accept: '*/*', maxBytes: 1024, maxAttempts: 1, signal });
    if (answer.outcome === 'forbidden' && answer.hops.length === 0 ? named : [...answer.hops, answer.url].some(isOurs)) return url;
  }
  return null;
}
