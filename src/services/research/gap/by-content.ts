import { keywordKey } from '../../../language/same-keyword.ts';
import type { Gap, GapRow } from './classes.ts';
import type { SitePage, SitePages } from './pages.ts';
import { finderOf, namesIn, phraseLimits, phrasesOf, type Phrase } from './phrases.ts';
import type { Sides } from './sides.ts';

interface Needs {
  pages: SitePages;
  sides: Sides;
  /** The project's own names. */
  brandTerms: readonly string[];
  language: string;
  /** Only these, if given. */
  keywords: readonly string[] | undefined;
}

/** Where a phrase was met. */
interface Met {
  own: { url: string; times: number } | null;
  /** By the index of a competitor. */
  theirs: Map<number, { url: string; times: number; pages: number }>;
}

/**
 * Compares what the pages of the sites are about: a phrase that a page of one site is about is looked for in the texts of all. Without ranks
 * there is nothing but `missing`, `shared` and `unique`.
 */
export async function gapByContent({ pages, sides, brandTerms, language, keywords }: Needs): Promise<Gap> {
  const names = namesIn([...brandTerms, ...sides.rivals.flatMap((rival) => [rival.domain, ...rival.names])]);
  const wanted = keywords && new Map(keywords.map((keyword) => [keywordKey(keyword, language), keyword]));
  const { phrases, cut } = await phrasesIn(pages, (page) => phrasesOf(page, language, names), wanted);
  const met = new Map<string, Met>([...phrases.keys()].map((key) => [key, { own: null, theirs: new Map() }]));
  const find = finderOf(phrases, language);
  for await (const page of pages.each()) {
    for (const [key, times] of find([page.title, ...page.headings, page.text].join('\n'))) note(met.get(key)!, page, times);
  }
  const rows = [...met].flatMap(([key, one]) => rowOf(phrases.get(key)!, one, sides) ?? []);
  return { rows, nobody: wanted ? wanted.size - rows.length : 0, cut: cut || pages.cut };
}

async function phrasesIn(
  pages: SitePages,
  find: (page: SitePage) => { key: string; phrase: Phrase }[],
  wanted: ReadonlyMap<string, string> | undefined,
): Promise<{ phrases: Map<string, Phrase>; cut: boolean }> {
  const phrases = new Map<string, Phrase>();
  let cut = false;
  for await (const page of pages.each()) {
    for (const { key, phrase } of find(page)) {
      if (phrases.has(key) || (wanted && !wanted.has(key))) continue;
      if (phrases.size < phraseLimits.phrases) phrases.set(key, wanted ? { ...phrase, written: wanted.get(key)! } : phrase);
      else cut = true;
    }
  }
  return { phrases, cut };
}

/** Of each site the page that says it most is told. */
function note(met: Met, { side, url }: SitePage, times: number): void {
  if (side === 'own') {
    if (!met.own || met.own.times < times) met.own = { url, times };
    return;
  }
  const known = met.theirs.get(side);
  const pages = (known?.pages ?? 0) + 1;
  met.theirs.set(side, known && known.times >= times ? { ...known, pages } : { url, times, pages });
}

function rowOf({ written }: Phrase, { own, theirs }: Met, { rivals }: Sides): GapRow | null {
  if (!own && theirs.size === 0) return null;
  const [best] = [...theirs].toSorted(([one, a], [other, b]) => b.pages - a.pages || b.times - a.times || one - other);
  return {
    keyword: written,
    class: own ? (best ? 'shared' : 'unique') : 'missing',
    competitors: theirs.size,
    searchVolume: null,
    position: null,
    url: own?.url ?? null,
    bestCompetitor: best ? rivals[best[0]]!.domain : null,
    bestPosition: null,
    bestUrl: best?.[1].url ?? null,
    pages: [...theirs.values()].reduce((sum, { pages }) => sum + pages, 0),
    source: 'content',
    checkedAt: null,
    depthChecked: null,
    why: { position: 'integration_required', bestPosition: 'integration_required' },
  };
}
