import type { LinkState } from '../../../../schema/link-building.ts';
import { hostOf, pageKey } from '../../../crawl/url.ts';
import type { PageFacts, PageLink } from '../../../pages/page-facts.ts';
import { robotsDirectives } from '../../common/indexing.ts';

/** A link as it stands on its page. */
export interface StandingLink {
  url: string;
  /** What it is called. */
  anchor: string;
  /** The heading above it; null where there is none, or its place cannot be told. */
  heading: string | null;
  /** In which part of the page. */
  place: PageLink['place'];
  rel: string[];
  /** It is not shown at first. */
  isHidden: boolean;
  /** It leads to the page that the link was to lead to; null where none was named. */
  leadsToTarget: boolean | null;
}

/** What the links of a page come to. */
export interface Standing {
  state: Extract<LinkState, 'live' | 'nofollow'>;
  link: StandingLink;
  /** Links to the project on the page. */
  links: number;
  /** Why search engines do not follow it: its rel, or the whole page. */
  nofollow: 'rel' | 'page' | null;
}

/** What tells search engines not to count a link. */
const unfollowed = new Set(['nofollow', 'ugc', 'sponsored']);
const maxText = 200;

/** How a page links to the project; null where it does not. What is in comments, templates, noscript and scripts is no link. */
export function standingOn(facts: PageFacts, isOurs: (url: string) => boolean, targetUrl: string | null): Standing | null {
  const links = facts.links.filter((link): link is PageLink & { url: string } => link.url !== null && isOurs(link.url));
  const target = targetUrl === null ? null : pageKey(targetUrl);
  const isFollowed = ({ rel }: PageLink) => !rel.some((one) => unfollowed.has(one));
  const leadsThere = ({ url }: { url: string }) => target !== null && pageKey(url) === target;
  const worth = (link: PageLink & { url: string }) => 4 * Number(isFollowed(link)) + 2 * Number(leadsThere(link)) + Number(!link.isHidden);
  const [best] = links.toSorted((one, other) => worth(other) - worth(one));
  if (!best) return null;
  const nofollow = robotsDirectives(facts).isNofollow ? 'page' : isFollowed(best) ? null : 'rel';
  return {
    state: nofollow === null ? 'live' : 'nofollow',
    link: {
      url: best.url,
      anchor: (best.text || best.label || '').slice(0, maxText).toWellFormed(),
      heading: headingAbove(best, facts),
      place: best.place,
      rel: best.rel,
      isHidden: best.isHidden,
      leadsToTarget: target === null ? null : leadsThere(best),
    },
    links: links.length,
    nofollow,
  };
}

/** Lines tell what stands above what; of a page in one line they tell nothing. */
function headingAbove({ line }: PageLink, { headings }: PageFacts): string | null {
  if (headings.some((heading) => heading.line === line)) return null;
  return (
    headings
      .findLast((heading) => heading.line < line)
      ?.text.slice(0, maxText)
      .toWellFormed() ?? null
  );
}

/** Names under which links are cut short. */
const shorteners = new Set(
  'bit.ly t.co tinyurl.com goo.gl ow.ly buff.ly is.gd t.ly rebrand.ly cutt.ly lnkd.in amzn.to s.id v.gd dub.sh shorturl.at'.split(' '),
);
const leadingOn =
  /(?:^|[/?&._-])(?:go|goto|out|outbound|away|exit|redir(?:ect)?|leave|click|visit|track|link|r|l|recommends?|refer)(?:[/?&=._-]|$)/i;
/** Links that are followed: each is a request to somebody's server. */
export const maxFollowed = 8;
/** Of a page with more links than any reader follows the first tell. */
const maxLinks = 5000;

/** Links that may lead to the project by a redirect, the likeliest first. `named`: they say so in their address, on the page's own site. */
export function detoursOn(
  url: string,
  facts: PageFacts,
  { ours, last }: { ours: string; last: string | null },
): { url: string; named: boolean }[] {
  const here = hostOf(url);
  const rankOf = (to: string): number => {
    if (to === last) return 0;
    const address = new URL(to);
    const { search, pathname } = address;
    const host = hostOf(address);
    if (host === here && decoded(search).includes(ours)) return 1;
    if (shorteners.has(host)) return 2;
    return leadingOn.test(`${pathname}${search}`) ? 3 : 4;
  };
  const all = [...new Set(facts.links.slice(0, maxLinks).flatMap((link) => (link.url === null || link.url === url ? [] : link.url)))];
  return all
    .map((to) => ({ url: to, rank: rankOf(to) }))
    .filter(({ rank }) => rank < 4)
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, maxFollowed)
    .map(({ url: to, rank }) => ({ url: to, named: rank === 1 }));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text).toLowerCase();
  } catch {
    return text.toLowerCase();
  }
}
