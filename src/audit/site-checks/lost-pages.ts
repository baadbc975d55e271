import { isLegalName } from '../page-checks/legal-links.ts';
import { otherCanonicalOf } from './address-index.ts';
import type { LinkCounts } from './link-counts.ts';
import type { SitePage } from './site-view.ts';

/** Fewer words are hardly a page that somebody looks for. */
const minWords = 80;
/** More pages that are kept out are kept out on purpose. */
const maxLost = 3;
const maxLostShare = 0.05;
/** Lists of what stands elsewhere, and copies to print or to try: sites keep them out as a rule. */
const aside = /\/(?:tags?|categor(?:y|ies)|authors?|archives?|page|print|previews?|drafts?|tests?)(?:\/|$)|\/\d{4}(?:\/\d{2}){0,2}\/?$/i;

/** Whether a page holds what people may look for, and asks search engines not to list it. */
export function isShut(page: SitePage): boolean {
  const { url, depth, html } = page;
  if (html === null || !(html.isNoindex || html.isExpired) || html.isList || html.isForFew || html.isStub) return false;
  if (otherCanonicalOf(page) !== null) return false;
  return depth !== 0 && html.words >= minWords && !aside.test(new URL(url).pathname) && !isLegal(url, html.h1 ?? html.title);
}

/** By its heading, or by its address. */
function isLegal(url: string, heading: string | null): boolean {
  const name = new URL(url).pathname.split('/').findLast(Boolean) ?? '';
  return isLegalName(heading ?? '') || isLegalName(name.replace(/\.\w{2,5}$/, '').replaceAll(/[-_]/g, ' '));
}

/** Those of the pages that the site itself leads to; none where they are so many that it is meant. */
export function lostAmong(
  shut: readonly { number: number; isListed: boolean }[],
  { pages, noindex }: { pages: number; noindex: number },
  { isLinkedInContent }: Pick<LinkCounts, 'isLinkedInContent'>,
): ReadonlySet<number> {
  const lost = shut.filter(({ number, isListed }) => isListed || isLinkedInContent(number));
  const isMeant = lost.length > Math.max(maxLost, maxLostShare * pages) || noindex * 2 > pages;
  return new Set(isMeant ? [] : lost.map(({ number }) => number));
}
