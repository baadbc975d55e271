import type { AuditedPage, Evidence, PageCheck } from '../check.ts';
import { accessibilityChecks } from './accessibility.ts';
import { aiReadinessChecks } from './ai-readiness.ts';
import { headingChecks } from './headings.ts';
import { imageChecks } from './images.ts';
import { indexingChecks } from './indexing.ts';
import { internationalChecks } from './international.ts';
import { linkChecks } from './links.ts';
import { markupChecks } from './markup.ts';
import { performanceChecks } from './performance.ts';
import { richResultChecks } from './rich-results.ts';
import { robotsChecks } from './robots.ts';
import { securityChecks } from './security.ts';
import { socialChecks } from './social.ts';
import { structuredDataChecks } from './structured-data.ts';
import { isBlank, isForward, textChecks } from './text.ts';
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
  ...richResultChecks,
  ...securityChecks,
  ...performanceChecks,
  ...accessibilityChecks,
  ...markupChecks,
  ...aiReadinessChecks,
];

/** All that can be told of a page whose end was not read, of one that shows nothing, and of one that only sends on to another. */
const ofCutPages = new Set(['page_heavy', 'answer_slow', 'answer_uncompressed']);
const ofBlankPages = new Set(['page_blank', 'answer_slow']);
const ofForwards = new Set(['meta_refresh', 'answer_slow', 'noindex']);

/** What is wrong with a page, by the checks' codes. */
export function findPageFaults(page: AuditedPage): { code: string; evidence: Evidence[] }[] {
  const told = tellable(page);
  return pageChecks.flatMap(({ code, find }) => {
    if (told && !told.has(code)) return [];
    const evidence = [...find(page)].slice(0, maxEvidence);
    return evidence.length > 0 ? [{ code, evidence }] : [];
  });
}

/** The checks that make sense; null if all do. */
function tellable({ truncated, facts }: AuditedPage): ReadonlySet<string> | null {
  if (truncated) return ofCutPages;
  if (facts && isForward(facts)) return ofForwards;
  return facts && isBlank(facts) ? ofBlankPages : null;
}
