import type { CheckText, Evidence } from '../check.ts';
import type { SitePage } from './site-view.ts';
import type { Survey } from './survey.ts';

/** What is wrong at an address of the site that need not be one of its pages. */
export interface SiteFault extends Evidence {
  url: string;
}

/** A check that looks at a page beside all others, or at the site as a whole. */
export interface SiteCheck extends CheckText {
  /** `all_pages`: says nothing where a limit ended the reading. `outside`: says nothing where other sites were not asked. */
  needs?: 'all_pages' | 'outside';
  ofPage?(page: SitePage, survey: Survey): Iterable<Evidence>;
  ofSite?(survey: Survey): Iterable<SiteFault>;
}

/** Of what stands in a page, as much as evidence shows. */
const maxShown = 120;

export function shown(text: string): string {
  return text.length <= maxShown ? text : `${text.slice(0, maxShown - 1)}…`;
}

/** Evidence about an answer or a whole page. */
export function told(text: string): Evidence {
  return { line: null, text };
}
