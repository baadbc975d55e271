import type { System } from '../system.ts';
import { createFetching, type Fetching } from './fetching.ts';
import { paceFor } from './pacing.ts';
import { readSitemaps, sitemapFiles, type SitemapAnswer, type SitemapsWanted } from './sitemaps.ts';
import { scopeOf } from './url.ts';
import type { Pace, VisitHost } from './visit.ts';

export type { Fetched, FetchOptions, RobotsAnswer } from './fetching.ts';
export type { SitemapAnswer } from './sitemaps.ts';

/** The way to sites for whatever asks by itself: by robots.txt, at the host's pace, under our name, each hop judged. For one job. */
export interface Polite extends Pick<Fetching, 'fetch' | 'robotsOf'> {
  /**
   * Hands on the pages of a site that its sitemaps name, in batches: those that robots.txt names, or that stand where sitemaps usually do,
   * or the files that are given. Rejects only if `signal` is aborted, or `take` rejects.
   */
  sitemapEntries(siteUrl: string, wanted: SitemapEntriesWanted): Promise<SitemapAnswer[]>;
}

export interface SitemapEntriesWanted extends Pick<SitemapsWanted, 'maxFiles' | 'maxBytes' | 'take' | 'signal'> {
  /** Sitemaps to read instead of those that the site names. */
  files?: readonly string[];
}

export interface PoliteOptions {
  /** The project's own site, which is asked faster; null if it has none. */
  ownSite: string | null;
  /** For every host, instead of five at once for one's own, and one at a time and second for others. */
  pace?: Pace;
}

export function polite(system: System, visitHost: VisitHost, { ownSite, pace }: PoliteOptions): Polite {
  const fetching = createFetching(system, visitHost, pace ? () => pace : paceFor(ownSite));
  return {
    fetch: fetching.fetch,
    robotsOf: fetching.robotsOf,
    async sitemapEntries(siteUrl, { files: given, ...wanted }) {
      const files = given
        ? given.map((url) => ({ url, namedBy: 'caller' as const }))
        : sitemapFiles(await fetching.robotsOf(siteUrl, wanted.signal), siteUrl);
      const answers: SitemapAnswer[] = [];
      await readSitemaps(fetching, { ...wanted, system, scope: scopeOf(siteUrl), files, tell: (answer) => void answers.push(answer) });
      return answers;
    },
  };
}
