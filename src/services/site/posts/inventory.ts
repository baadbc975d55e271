import type { PostSource } from '../../../../schema/posts.ts';
import { writtenTime } from '../../common/wire.ts';
import type { PostPageRow } from '../../../db/rows/site.ts';

/** What is kept of a page, to tell which are posts and how they hang together. */
export interface PageOfSite {
  title: string;
  language: string;
  publishedAt: string | null;
  modifiedAt: string | null;
  /** `article` and `other`: it says what it is, a post or something that is none. */
  kind: 'article' | 'other' | 'index' | 'page';
  words: number;
  /** A guess. */
  keyword: string | null;
  /** The page that it names in its place. */
  canonical: string | null;
  /** The site's pages that its main text links to, each once. */
  links: string[];
}

/** What a feed says of a page. */
export interface FedPage {
  title: string | null;
  publishedAt: string | null;
  updatedAt: string | null;
}

/** A post as the site's pages show it. */
export interface FoundPost {
  url: string;
  title: string;
  keyword: string | null;
  language: string;
  publishedAt: number | null;
  modifiedAt: number | null;
  dateSource: 'page' | 'feed' | 'sitemap' | null;
  /** Null if its page was not read. */
  words: number | null;
  linksIn: number | null;
  linksOut: number | null;
  canonical: string | null;
  sources: PostSource[];
  isRead: boolean;
}

/** What was learned of an address. */
export interface PageSeen extends Pick<PostPageRow, 'url' | 'depth' | 'listed' | 'lastmod' | 'status' | 'redirects_to'> {
  fed: FedPage | null;
  facts: PageOfSite | null;
}

interface HowSeen {
  /** All pages were read, so that a link that was not found is not there. */
  isWhole: boolean;
  now: number;
  /** The language that is expected. */
  language: string;
  /** Awaited between pages, so that a large site leaves others their turn. */
  turn(): Promise<void>;
}

/** Of a page that says nothing of what it is: below it there is no piece of writing. */
const minWords = 50;
const maxHops = 5;
/** A date in the future by more than this is a mistake. */
const maxAheadMs = 24 * 3_600_000;
/** Only a sitemap or a feed named it. */
export const unlinkedDepth = 1_000_000;

/** The posts among a site's pages: what the feed lists, what says `BlogPosting`, `Article` or `NewsArticle`, or a dated page of main text. */
export async function inventoryOf(pages: readonly PageSeen[], { isWhole, now, language, turn }: HowSeen): Promise<FoundPost[]> {
  const redirects = new Map(pages.flatMap(({ url, redirects_to: to }) => (to === null ? [] : [[url, to] as const])));
  const goalOf = (url: string): string => {
    let at = url;
    for (let hop = 0; hop < maxHops; hop++) at = redirects.get(at) ?? at;
    return at;
  };
  const seen = mergedByGoal(pages, goalOf);
  const links = await countLinks(seen, goalOf, turn);
  return [...seen].flatMap(([url, one]) => {
    if (!isPost(one)) return [];
    const { facts, fed, depth, listed } = one;
    const named = { sitemap: listed, feed: fed !== null, crawl: depth < unlinkedDepth };
    return {
      url,
      title: facts?.title || fed?.title || url,
      keyword: facts?.keyword ?? null,
      language: facts?.language ?? language,
      ...datesOf(one, now),
      words: facts?.words ?? null,
      linksIn: isWhole ? (links.in.get(url) ?? 0) : null,
      linksOut: facts ? links.out.get(url)! : null,
      canonical: facts?.canonical ?? null,
      sources: (['sitemap', 'feed', 'crawl'] as const).filter((source) => named[source]),
      isRead: facts !== null,
    };
  });
}

/** By pages: how many link to each, and to how many each links. */
async function countLinks(seen: ReadonlyMap<string, Seen>, goalOf: (url: string) => string, turn: () => Promise<void>) {
  const counts = { in: new Map<string, number>(), out: new Map<string, number>() };
  for (const [url, { facts }] of seen) {
    const isThere = (goal: string) => goal !== url && (seen.get(goal)?.status ?? 404) < 400;
    const goals = new Set((facts?.links ?? []).map(goalOf).filter(isThere));
    counts.out.set(url, goals.size);
    for (const goal of goals) counts.in.set(goal, (counts.in.get(goal) ?? 0) + 1);
    await turn();
  }
  return counts;
}

interface Seen {
  facts: PageOfSite | null;
  fed: FedPage | null;
  listed: boolean;
  lastmod: string | null;
  depth: number;
  status: number;
}

/** What was said of an address that redirects is said of its goal. */
function mergedByGoal(pages: readonly PageSeen[], goalOf: (url: string) => string): Map<string, Seen> {
  const seen = new Map<string, Seen>();
  for (const { facts, fed, ...page } of pages) {
    const goal = goalOf(page.url);
    const known = seen.get(goal);
    const isGoal = goal === page.url;
    seen.set(goal, {
      facts: facts ?? known?.facts ?? null,
      fed: fed ?? known?.fed ?? null,
      listed: page.listed === 1 || (known?.listed ?? false),
      lastmod: (isGoal ? page.lastmod : null) ?? known?.lastmod ?? page.lastmod,
      depth: Math.min(page.depth, known?.depth ?? unlinkedDepth),
      status: isGoal ? page.status : (known?.status ?? 0),
    });
  }
  return seen;
}

function isPost({ facts, fed, status }: Seen): boolean {
  // What is gone is no post, whoever lists it; what was not read may be one.
  if (status >= 400 || (facts === null && (status !== 0 || fed === null))) return false;
  if (fed !== null || facts!.kind === 'article') return true;
  return facts!.kind === 'page' && facts!.publishedAt !== null && facts!.words >= minWords;
}

/** Structured data and meta come first, then the feed, then the sitemap, which tells of changes alone. */
function datesOf({ facts, fed, lastmod }: Seen, now: number): Pick<FoundPost, 'publishedAt' | 'modifiedAt' | 'dateSource'> {
  const time = (written: string | null | undefined) => {
    const at = writtenTime(written);
    return at !== null && at > 0 && at <= now + maxAheadMs ? at : null;
  };
  const said = [
    { source: 'page' as const, published: time(facts?.publishedAt), modified: time(facts?.modifiedAt) },
    { source: 'feed' as const, published: time(fed?.publishedAt), modified: time(fed?.updatedAt) },
    { source: 'sitemap' as const, published: null, modified: time(lastmod) },
  ];
  const first = said.find(({ published, modified }) => published !== null || modified !== null);
  const publishedAt = said.find(({ published }) => published !== null)?.published ?? null;
  return { publishedAt, modifiedAt: first?.modified ?? null, dateSource: first?.source ?? null };
}
