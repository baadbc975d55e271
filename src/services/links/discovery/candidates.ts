import type { FindableKind } from '../../../../schema/link-discovery.ts';
import { hostOf, normaliseUrl, pageKey } from '../../../crawl/url.ts';
import { isoTime } from '../../common/wire.ts';
import type { Given } from '../given.ts';
import type { Candidate, Reason } from './evidence.ts';
import type { Ground } from './ground.ts';
import { mentionQueries, resourceQueries, searchFor, type Searched } from './searches.ts';

/** Answers older than that say little of what engines cite today. */
export const answersSinceDays = 90;
/** Pages of one site: it is written to once. */
export const maxPerHost = 3;
/** Pages that each source names, before they are put together. */
const maxPerSource = 400;
const maxPassages = 50;
const dayMs = 24 * 3_600_000;

/** What each source named, and why not more. */
export interface Gathered {
  candidates: Candidate[];
  /** Answers that cite anything, and competitors they were read for. */
  answers: number;
  competitors: number;
  searches: Partial<Record<FindableKind, Omit<Searched, 'urls'>>>;
  /** Pages that were named and cannot be prospects. */
  leftOut: { own: number; competitor: number; platform: number };
}

interface Asked {
  kinds: readonly FindableKind[];
  limit: number;
  signal: AbortSignal;
  told: (step: string) => Promise<unknown>;
}

type Named = { url: string; reason: Reason };

/** Pages that may give a site a reason to link, of all kinds in turn, best first, each once, and few of one host. */
export async function gather(given: Given, ground: Ground, { kinds, limit, signal, told }: Asked): Promise<Gathered> {
  const { system, visibility } = given;
  const { project } = ground;
  const since = isoTime(system.now() - answersSinceDays * dayMs);
  const cited = await visibility.pagesOfOthers({ projectId: project.id, since, limit: maxPerSource });
  const read = await indexed(given, ground);
  const searches: Gathered['searches'] = {};
  const search = async (kind: FindableKind, queries: readonly string[]): Promise<Named[]> => {
    if (!kinds.includes(kind) || queries.length === 0) return [];
    const { urls, ...how } = await searchFor(given, ground, queries, { signal, told });
    searches[kind] = how;
    return urls.map((url) => ({ url, reason: { kind } }));
  };
  const others = cited.pages.filter((page) => page.alone === 0).map(({ url }) => url);
  const alone = cited.pages.filter((page) => page.alone > 0);
  const bySource: Named[][] = [
    alone.map(({ url, alone: answers, prompts, engines }) => ({ url, reason: { kind: 'cited', answers, prompts, engines } })),
    await search('mention', mentionQueries(ground)),
    await search('resource_page', resourceQueries(ground)),
    // They may name the brand, link to what is gone, or be pages of links: what a page is, its reading tells.
    ...(kinds.some((kind) => kind !== 'cited')
      ? [read, others].map((urls) => urls.map((url): Named => ({ url, reason: { kind: 'mention' } })))
      : []),
  ];
  return { ...choose(bySource, ground, limit), answers: cited.answers, competitors: cited.competitors, searches };
}

/** Pages of others that were read for the project: those that name the brand, and those on its subjects. */
async function indexed({ crawledPages }: Pick<Given, 'crawledPages'>, { project, subjects }: Ground): Promise<string[]> {
  const asked = [...project.brandTerms.slice(0, 3), ...subjects.slice(0, 5)].filter((query) => query !== '');
  const found = await Promise.all(
    asked.flatMap((query) =>
      (['cited', 'competitor'] as const).map((origin) =>
        crawledPages.search(project.id, query, { origin, language: project.language, limit: maxPassages }),
      ),
    ),
  );
  return [...new Set(found.flat().map(({ url }) => url))];
}

function choose(sources: readonly (readonly Named[])[], ground: Ground, limit: number): Pick<Gathered, 'candidates' | 'leftOut'> {
  const leftOut = { own: 0, competitor: 0, platform: 0 };
  const chosen = new Map<string, Candidate>();
  const perHost = new Map<string, number>();
  const seen = new Set<string>();
  for (const { url: named, reason } of inTurns(sources)) {
    const url = normaliseUrl(named);
    if (url === null) continue;
    const key = pageKey(url);
    const known = chosen.get(key);
    if (known) known.reasons.push(reason);
    if (seen.has(key)) continue;
    seen.add(key);
    const refusal = ground.refusal(url);
    const host = hostOf(url);
    const count = perHost.get(host) ?? 0;
    if (refusal !== null) leftOut[refusal]++;
    if (refusal !== null || count >= maxPerHost || chosen.size >= limit) continue;
    perHost.set(host, count + 1);
    chosen.set(key, { url, reasons: [reason] });
  }
  return { candidates: [...chosen.values()], leftOut };
}

/** The first of each, the second of each, and so on. */
function* inTurns<One>(lists: readonly (readonly One[])[]): Generator<One> {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  for (let at = 0; at < longest; at++) for (const list of lists) if (at < list.length) yield list[at]!;
}
