import type { ArticleClaim } from '../../../../schema/claims.ts';
import type { QualityFlag } from '../../../../schema/articles.ts';
import type { OptimizationRow } from '../../../db/rows/optimizer.ts';
import type { KeptQuote } from '../../../writing/claims/quotation.ts';
import type { Change, CheckedRewrite, LossReason, PageText } from '../../../writing/rewrite/shapes.ts';
import { parsedOrNull } from '../../common/wire.ts';

/** The text that was taken, and what its check found. */
export interface Rewritten extends PageText {
  html: string;
  changes: Change[];
  claims: ArticleClaim[];
  losses: CheckedRewrite['losses'];
  quality: QualityFlag[];
  /** What is missing and stays so. */
  left: { what: string; reason: string }[];
}

/** The last text handed in, and what its check found. */
export interface LastText {
  text: PageText;
  claims: ArticleClaim[];
  quotes: KeptQuote[];
  lossReasons: LossReason[];
  /** The hash of what the page said when somebody accepted that it had changed. */
  acceptedPage: string | null;
}

export const lastText = ({ draft }: Pick<OptimizationRow, 'draft'>) => parsedOrNull<LastText>(draft);
export const rewrittenOf = ({ rewrite }: Pick<OptimizationRow, 'rewrite'>) => parsedOrNull<Rewritten>(rewrite);
