import type { System } from '../../../system.ts';
import type { CrawledPages } from '../../site/index.ts';
import { nearest, type Sides } from './sides.ts';

/** Pages that are read of each site, the first by address: several blogs, and no more than compares in some minutes. */
export const maxPagesOfSite = 300;
/** Read at once. */
const atOnce = 10;

/** A page as it was last read. */
export interface SitePage {
  /** `own`, or the index of a competitor. */
  side: 'own' | number;
  url: string;
  title: string;
  headings: string[];
  /** Without code. */
  text: string;
}

export interface SitePages {
  /** Of each competitor, in their order, how many pages of the language there are to read. */
  theirs: number[];
  own: number;
  /** Whether a site has more pages than are read. */
  cut: boolean;
  each(): AsyncIterable<SitePage>;
}

interface Needs {
  projectId: string;
  language: string;
  sides: Sides;
  crawledPages: Pick<CrawledPages, 'pagesOf' | 'passagesOf' | 'hostsOf'>;
  system: Pick<System, 'turns'>;
  signal: AbortSignal;
}

interface Named {
  id: string;
  side: 'own' | number;
  url: string;
  title: string;
}

/** What is stored of the pages of our site and of its competitors', in one language. */
export async function sitePages(needs: Needs): Promise<SitePages> {
  const { projectId, language, sides, crawledPages } = needs;
  const hosts = await crawledPages.hostsOf(projectId, 'competitor');
  const domains = new Map(sides.rivals.map(({ domain }, index) => [domain, index]));
  const named: Named[] = [];
  let cut = false;
  async function name(side: Named['side'], which: { origin: 'own' | 'competitor'; host?: string }, room: number): Promise<number> {
    const pages = await crawledPages.pagesOf(projectId, which);
    const some = pages.filter((page) => page.language === language);
    cut ||= some.length > room;
    for (const { id, url, title } of some.slice(0, room)) named.push({ id, side, url, title });
    return Math.min(some.length, room);
  }
  const own = await name('own', { origin: 'own' }, maxPagesOfSite);
  const theirs = sides.rivals.map(() => 0);
  for (const host of hosts.toSorted()) {
    const index = nearest(host, (domain) => domains.get(domain));
    if (index !== undefined) theirs[index]! += await name(index, { origin: 'competitor', host }, maxPagesOfSite - theirs[index]!);
  }
  return { own, theirs, cut, each: () => readEach(needs, named) };
}

async function* readEach({ crawledPages, system, signal }: Needs, named: readonly Named[]): AsyncIterable<SitePage> {
  const turn = system.turns(signal);
  for (let from = 0; from < named.length; from += atOnce) {
    const some = named.slice(from, from + atOnce);
    const pieces = Map.groupBy(await crawledPages.passagesOf(some.map(({ id }) => id)), ({ page_id }) => page_id);
    for (const { id, side, url, title } of some) {
      const ofPage = pieces.get(id) ?? [];
      const headings = [...new Set(ofPage.flatMap(({ heading }) => heading ?? []))];
      yield { side, url, title, headings, text: ofPage.flatMap(({ kind, text }) => (kind === 'prose' ? text : [])).join('\n') };
      await turn();
    }
  }
}
