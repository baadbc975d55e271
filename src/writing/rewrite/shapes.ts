import type { DroppedCitation } from '../../../schema/article-changes.ts';
import type { QualityFlag } from '../../../schema/articles.ts';
import type { ArticleClaim } from '../../../schema/claims.ts';
import type { KeptQuote, Quotation, RefusedQuotation } from '../claims/quotation.ts';
import type { NumberedEvidence } from '../claims/written.ts';
import type { OptimizedPage, OptimizeInput, PageScore } from '../optimize/shapes.ts';
import type { SourcePassage } from '../sources/shapes.ts';
import type { Loss } from './losses.ts';

export type { Loss } from './losses.ts';

/** The parts of a page that a rewrite may change. */
export interface PageText {
  title: string;
  /** Null where it stands in the Markdown, or the page has none. */
  h1: string | null;
  metaDescription: string | null;
  markdown: string;
}

/** The number by which claims name the page itself, among the numbers of the passages. */
export const pageNumber = 0;

export interface LossReason {
  /** The loss's id. */
  loss: string;
  reason: string;
}

export interface RewriteInput {
  page: OptimizedPage;
  keyword: string;
  draft: PageText;
  /** What the draft may cite by number; numbers begin where `firstNumber` says, for those on the page are its own. */
  passages: readonly NumberedEvidence[];
  lossReasons: readonly LossReason[];
  /** Words of passages, or of the page (0), for single sentences. */
  quotes: readonly Quotation[];
  /** Quotations that held for a draft before. */
  kept: readonly KeptQuote[];
  siteUrl: string | null;
  /** Years that a title may name though no text does: that of today. */
  years?: readonly number[];
}

export interface CheckedRewrite {
  /** The text to publish: citations have become links to their sources. */
  markdown: string;
  /** Every sentence that claims something and does not stand on the page as it is. */
  claims: ArticleClaim[];
  /** How many sentences do not stand on the page as they are, also those that claim nothing. */
  newSentences: number;
  losses: (Loss & { reason: string | null })[];
  /** Ids in `lossReasons` that name no loss. */
  unknownLosses: string[];
  /** Gates first. */
  flags: QualityFlag[];
  dropped: DroppedCitation[];
  quotes: KeptQuote[];
  refusedQuotes: RefusedQuotation[];
}

export interface Change {
  part: 'title' | 'h1' | 'metaDescription' | 'section';
  /** Of a section, as it stands now (of a removed one, as it stood); null above the first. */
  heading: string | null;
  kind: 'added' | 'removed' | 'changed' | 'moved';
  /** Of a section that moved, or was added, and whose sentences mostly stood elsewhere: where most of them did. */
  from?: string;
  /**
   * Excerpts of what stands nowhere on the other side, at most 600 characters; of a section in another place, after which heading it stood and
   * stands; of one in another order or form, all of it.
   */
  before: string | null;
  after: string | null;
  /** What it gave to the score; all of them add up to what that rose by. Older ones have none. */
  points?: number;
  reason: string;
}

export interface SuggestInput extends OptimizeInput {
  /** Of the page as it is. */
  score: PageScore;
  /** Of the project's knowledge, never of competitors. */
  passages: readonly SourcePassage[];
}

export interface SuggestedRewrite extends PageText {
  /** What is missing and stays so, each with the reason. */
  left: { what: string; reason: string }[];
  /** What the new sections cite, to check them by: citations in the Markdown have these numbers. */
  evidence: NumberedEvidence[];
}

/** A passage that a model may cite. */
export interface StepPassage {
  number: number;
  title: string;
  url: string | null;
  heading: string | null;
  text: string;
}

export interface StepsInput {
  page: OptimizedPage;
  keyword: string;
  score: PageScore;
  passages: readonly StepPassage[];
  /** By missing question or topic, the numbers of the passages that speak to it. */
  on: Readonly<Record<string, readonly number[]>>;
}
