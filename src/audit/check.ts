import type { PageFacts } from '../pages/page-facts.ts';

export type Severity = 'critical' | 'warning' | 'notice';

/** One thing that may be wrong, and how to mend it. */
export interface CheckText {
  /** Stable snake_case. */
  code: string;
  severity: Severity;
  category: Category;
  title: string;
  why: string;
  howToFix: string;
  /** True for what is only told: it never counts in the score. */
  told?: true;
  /** Checks, made at the same time, that tell the cause of this one: where one of them finds something at the address, this keeps silent. */
  causes?: readonly string[];
}

export type Category =
  | 'availability'
  | 'indexing'
  | 'content'
  | 'links'
  | 'images'
  | 'international'
  | 'structured_data'
  | 'security'
  | 'performance'
  | 'accessibility'
  | 'ai_readiness';

/** What was found, told in words for people: the place in the page and what stands there, cut. */
export interface Evidence {
  /** Line in the page's source, from 1; null if it is about the answer or the whole page. */
  line: number | null;
  text: string;
}

/** An answer as the crawl got it. Redirects are answers of their own. */
export interface AuditedPage {
  url: string;
  status: number;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  /** Bytes of the body, unpacked. */
  bytes: number;
  /** Until the answer was there, in milliseconds. */
  durationMs: number;
  truncated: boolean;
  /** Links from the start page; null where only a sitemap named it. */
  depth: number | null;
  /** Null if it is no HTML page that was answered with 200. */
  facts: PageFacts | null;
}

/** A check that one page decides. */
export interface PageCheck extends CheckText {
  find(page: AuditedPage): Iterable<Evidence>;
}
