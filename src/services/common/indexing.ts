import { normaliseUrl } from '../../crawl/url.ts';
import type { PageFacts } from '../../pages/page-facts.ts';

/** What a page says to those who index it: every robot, or Google's. */
export function robotsDirectives({ robots }: Pick<PageFacts, 'robots'>): { isNoindex: boolean; isNofollow: boolean } {
  const said = new Set(robots.flatMap(({ agent, directives }) => (agent === 'robots' || agent === 'googlebot' ? directives : [])));
  return { isNoindex: said.has('noindex') || said.has('none'), isNofollow: said.has('nofollow') || said.has('none') };
}

/** The page that a page names in its place, which may be itself. In the body it counts for nothing, as it may stand in a comment of a reader. */
export function canonicalOf({ canonicals }: Pick<PageFacts, 'canonicals'>): { url: string; line: number } | null {
  const named = canonicals.find(({ place, url }) => place !== 'body' && url !== null);
  const url = named ? normaliseUrl(named.url!) : null;
  return url === null ? null : { url, line: named!.line };
}
