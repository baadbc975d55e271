import type { TermTarget } from '../../../schema/drafts.ts';
import type { Grounded } from '../claims/citations.ts';
import type { Evidence } from '../claims/evidence.ts';
import type { SupportReport } from '../claims/support.ts';
import type { ArticleSketch } from './similarity.ts';

/** What is checked: an article as it would be published, and what it is held against. */
export interface CheckInput {
  title: string;
  metaTitle: string;
  metaDescription: string;
  slug: string;
  keyword: string;
  /** ISO 639-1. */
  language: string;
  targetWordCount: number;
  /** By `ground`, of the draft's Markdown and answers. */
  grounded: Grounded;
  /** The same that it was grounded on. */
  evidence: Evidence;
  /** True where every sentence is a quotation: its support is not asked for. */
  verbatim?: boolean;
  /** By `checkClaims`, without what a judge has cleared. */
  support: Pick<SupportReport, 'claims' | 'unsupported'>;
  /** Headings asked for that the article has not. */
  unmetOutline?: readonly string[];
  terms?: readonly TermTarget[];
  /** Pages of the site that were offered to link to. */
  internalLinks?: readonly { url: string }[];
  siteUrl?: string | null;
  allowedHosts?: readonly string[];
  /** The project's other articles. */
  others?: readonly ArticleSketch[];
  /** Left out: not checked. */
  jsonLd?: unknown;
}
