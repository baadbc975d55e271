import { withoutConsequences } from '../causes.ts';
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
    const found = Map.groupBy(
      checks.flatMap((check) => ofSite(check, survey)),
      ({ finding: { url } }) => url,
    );
    for (const some of found.values()) yield* withoutConsequences(some, ({ check }) => check).map(({ finding }) => finding);
    for await (const page of view.pages({ links: true })) {
      const faults = pageChecks.flatMap((check) => {
        const evidence = [...check.ofPage!(page, survey)];
        return evidence.length > 0 ? [{ check, evidence }] : [];
      });
      for (const { check, evidence } of withoutConsequences(faults, (one) => one.check))
        yield { code: check.code, url: page.url, isPage: true, evidence };
    }
  }
  return { survey, findings };
}

/** One finding for each address, with all that was found there. */
function ofSite(check: SiteCheck, survey: Survey): { check: SiteCheck; finding: SiteFinding }[] {
  const found = Map.groupBy(check.ofSite?.(survey) ?? [], ({ url }) => url);
  return Array.from(found, ([url, faults]) => {
    const evidence = faults.map(({ line, text }) => ({ line, text }));
    return { check, finding: { code: check.code, url, isPage: false, evidence } };
  });
}
