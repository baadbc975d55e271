import type { AuditedPage, Evidence, PageCheck } from '../check.ts';
import { withoutConsequences } from '../causes.ts';
import { accessibilityChecks } from './accessibility.ts';
import { aiReadinessChecks } from './ai-readiness.ts';
import { headingChecks } from './headings.ts';
import { imageChecks } from './images.ts';
import { indexingChecks } from './indexing.ts';
import { internationalChecks } from './international.ts';
import { linkChecks } from './links.ts';
import { markupChecks } from './markup.ts';
import { performanceChecks } from './performance.ts';
import { requiredFieldChecks } from './required-fields.ts';
import { richResultChecks } from './rich-results.ts';
import { robotsChecks } from './robots.ts';
import { securityChecks } from './security.ts';
import { socialChecks } from './social.ts';
import { structuredDataChecks } from './structured-data.ts';
import { isBlank, isForward, isListing, isMissing, textChecks } from './text.ts';
import { titleChecks } from './titles.ts';
import { wordingChecks } from './wording.ts';
import { maxEvidence } from './thresholds.ts';

/** All checks that one page decides. */
export const pageChecks: readonly PageCheck[] = [
  ...titleChecks,
  ...headingChecks,
  ...textChecks,
  ...wordingChecks,
  ...socialChecks,
  ...indexingChecks,
  ...robotsChecks,
  ...linkChecks,
  ...imageChecks,
  ...internationalChecks,
  ...structuredDataChecks,
  ...requiredFieldChecks,
  ...richResultChecks,
  ...securityChecks,
  ...performanceChecks,
  ...accessibilityChecks,
  ...markupChecks,
  ...aiReadinessChecks,
];

/** All that can be told of a page whose end was not read, of one that shows nothing or should not be there, of a feed, and of one that only sends on to another. */
const ofCutPages = new Set(['page_heavy', 'answer_slow', 'answer_uncompressed']);
const ofBlankPages = new Set(['page_blank', 'answer_slow']);
const ofMissingPages = new Set(['says_not_found', 'answer_slow']);
const ofListings = new Set(['directory_listing', 'answer_slow', 'noindex']);
const ofFeeds = new Set(['feed_as_html', 'answer_slow']);
const ofForwards = new Set(['meta_refresh', 'answer_slow', 'noindex']);

/** What is wrong with a page, by the checks' codes. */
export function findPageFaults(page: AuditedPage): { code: string; evidence: Evidence[] }[] {
  const told = tellable(page);
  const found = pageChecks.flatMap((check) => {
    if (told && !told.has(check.code)) return [];
    const evidence = [...check.find(page)].slice(0, maxEvidence);
    return evidence.length > 0 ? [{ check, evidence }] : [];
  });
  return withoutConsequences(found, ({ check }) => check).map(({ check: { code }, evidence }) => ({ code, evidence }));
}

/** The checks that make sense; null if all do. */
function tellable({ truncated, facts }: AuditedPage): ReadonlySet<string> | null {
  if (truncated) return ofCutPages;
  if (!facts) return null;
  if (facts.isFeed) return ofFeeds;
  if (isForward(facts)) return ofForwards;
  if (isBlank(facts)) return ofBlankPages;
  if (isMissing(facts)) return ofMissingPages;
  return isListing(facts) ? ofListings : null;
}
