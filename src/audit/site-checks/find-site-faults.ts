import type { Evidence } from '../check.ts';
import { siteChecks } from './index.ts';
import type { SiteCheck } from './site-check.ts';
import { surveySite, type Survey } from './survey.ts';
import type { SiteView } from './site-view.ts';

/** What one check found at one address. */
export interface SiteFinding {
  code: string;
  url: string;
  /** Whether the address is one of the pages that were asked. */
  isPage: boolean;
  evidence: Evidence[];
}

/** The checks that can say something about a site: some need all of it, or answers of other sites. */
export function applicableChecks({ isComplete, asksOutside }: { isComplete: boolean; asksOutside: boolean }): readonly SiteCheck[] {
  return siteChecks.filter(({ needs }) => (needs !== 'all_pages' || isComplete) && (needs !== 'outside' || asksOutside));
}

export interface SiteJudgement {
  survey: Survey;
  /** Streams what the checks find: first about the site as a whole, then page by page. */
  findings(): AsyncIterable<SiteFinding>;
}

/** Judges a site. `turn` gives other work its turn. */
export async function judgeSite(view: SiteView, checks: readonly SiteCheck[], turn: () => Promise<void>): Promise<SiteJudgement> {
  const survey = await surveySite(view, turn);
  const pageChecks = checks.filter(({ ofPage }) => ofPage);
  async function* findings(): AsyncIterable<SiteFinding> {
    yield* checks.flatMap((check) => ofSite(check, survey));
    for await (const page of view.pages({ links: true })) {
      for (const { code, ofPage } of pageChecks) {
        const evidence = [...ofPage!(page, survey)];
        if (evidence.length > 0) yield { code, url: page.url, isPage: true, evidence };
      }
    }
  }
  return { survey, findings };
}

/** One finding for each address, with all that was found there. */
function ofSite({ code, ofSite: find }: SiteCheck, survey: Survey): SiteFinding[] {
  const found = Map.groupBy(find?.(survey) ?? [], ({ url }) => url);
  return Array.from(found, ([url, faults]) => ({
    code,
    url,
    isPage: false,
    evidence: faults.map(({ line, text }) => ({ line, text })),
  }));
}
