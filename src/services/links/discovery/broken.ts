import { pageKey } from '../../../crawl/url.ts';
import { categoryOf } from '../../../visibility/categories.ts';
import type { PageEvidence } from '../scoring.ts';
import { cut, type Opportunity } from './evidence.ts';
import type { Gone } from './gone.ts';
import { domainAt, platforms, type Ground } from './ground.ts';
import type { SeenPage } from './look.ts';
import { minWords, ownPageOn, tellingWords, type OwnTexts } from './own-page.ts';

/** Links of one page that are asked: those of its text, the first of each address. */
export const maxLinksAsked = 25;
/** Broken links of one page that are told: one is reason enough to write. */
const maxTold = 3;

type Needs = { crawledPages: OwnTexts; gone: Gone };

/** Links of a page that lead to what is gone, where the project has a page on the same. */
export async function brokenLinksOn(
  { crawledPages, gone }: Needs,
  seen: SeenPage,
  page: PageEvidence,
  { ground, signal }: { ground: Ground; signal: AbortSignal },
): Promise<Opportunity[]> {
  const found: Opportunity[] = [];
  for (const { url, text } of linksToAsk(seen)) {
    if (found.length >= maxTold) break;
    const how = await gone(url, signal);
    if (how === null) continue;
    const replacement = await replacementFor(crawledPages, ground, { url, text });
    if (replacement === null) continue;
    const evidence = { page, brokenUrl: url, gone: how, anchor: cut(text), replacement };
    found.push({ kind: 'broken_link', url: seen.url, evidence });
  }
  return found;
}

function linksToAsk({ outbound }: SeenPage): { url: string; text: string }[] {
  const first = new Map<string, { url: string; text: string }>();
  for (const { url, host, text, isInText } of outbound) {
    if (!isInText || first.has(pageKey(url)) || platforms.has(categoryOf(host, domainAt(url)))) continue;
    first.set(pageKey(url), { url, text });
    if (first.size === maxLinksAsked) break;
  }
  return [...first.values()];
}

/** The project's page on what a link was to: by the words of the link, and where those say little of its address too. */
async function replacementFor(crawledPages: OwnTexts, ground: Ground, { url, text }: { url: string; text: string }) {
  const isTelling = tellingWords(text, ground.project.language).length >= minWords;
  return ownPageOn(crawledPages, ground, [isTelling ? text : `${text} ${wordsOfPath(url)}`]);
}

function wordsOfPath(url: string): string {
  const { pathname } = new URL(url);
  const last = pathname.replace(/\.[a-z]{2,5}$/i, '').replaceAll(/[^\p{L}\p{N}%]+/gu, ' ');
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
