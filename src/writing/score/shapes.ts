import type { TermTarget } from '../../../schema/drafts.ts';
import type { Grounded } from '../claims/citations.ts';
import type { Evidence } from '../claims/evidence.ts';
import type { SupportReport } from '../claims/support.ts';
import type { ArticleSketch } from './similarity.ts';

/** An article as it would be published, and what it is checked against. */
export interface CheckInput {
  title: string;
  metaTitle: string;
  metaDescription: string;
  slug: string;
  keyword: string;
  /** ISO 639-1. */
  language: string;
  targetWordCount: number;
  /** The result of `ground` for the draft's Markdown and answers. */
  grounded: Grounded;
  /** The evidence it was grounded on. */
  evidence: Evidence;
  /** True if every sentence is a quotation, which needs no support. */
  verbatim?: boolean;
  /** The result of `checkClaims`, with the verdicts of a judge. */
  support: Pick<SupportReport, 'claims'>;
  /** Requested headings that the article lacks. */
  unmetOutline?: readonly string[];
  terms?: readonly TermTarget[];
  /** Pages of the site that were offered for links. */
  internalLinks?: readonly { url: string }[];
  siteUrl?: string | null;
  /** The project's other articles. */
  others?: readonly ArticleSketch[];
  /** In which it is published and was changed: headlines may name them. */
  years?: readonly number[];
}
