import { addressChecks } from './addresses.ts';
import { answerChecks } from './answers.ts';
import { canonicalChecks, canonicalGapChecks, hreflangChecks } from './canonicals.ts';
import { crawlerChecks } from './crawlers.ts';
import { duplicateChecks } from './duplicates.ts';
import { hostChecks } from './hosts.ts';
import { linkChecks } from './links.ts';
import { oddAnswerChecks } from './odd-answers.ts';
import { redirectChecks } from './redirects.ts';
import type { SiteCheck } from './site-check.ts';
import { sitemapChecks } from './sitemaps.ts';

/** All checks that look at more than one page. */
export const siteChecks: readonly SiteCheck[] = [
  ...answerChecks,
  ...redirectChecks,
  ...linkChecks,
  ...oddAnswerChecks,
  ...duplicateChecks,
  ...canonicalChecks,
  ...canonicalGapChecks,
  ...hreflangChecks,
  ...sitemapChecks,
  ...crawlerChecks,
  ...addressChecks,
  ...hostChecks,
];
