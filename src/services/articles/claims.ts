import type { ArticleClaim } from '../../../schema/claims.ts';
import type { Page } from '../../../schema/common.ts';
import type { Db } from '../../db/open.ts';
import type { ArticleRow } from '../../db/rows/articles.ts';
import { byNeed } from '../../writing/claims/told.ts';
import { pageOfClaims } from '../common/claims.ts';
import { parsed } from '../common/wire.ts';
import { lastDraft } from './editing/last-draft.ts';
import { articleRow } from './rows.ts';

/** The claims of an article as it is now; empty for one written before they were kept. */
export function claimsOf({ claims }: Pick<ArticleRow, 'claims'>): ArticleClaim[] {
  return parsed(claims ?? '[]');
}

/** The claims of the last draft while an article waits for one, else of the article, those that need work first. Throws `not_found`. */
export async function listClaims(db: Db, { id, ...paging }: { id: string; limit?: number; cursor?: string }): Promise<Page<ArticleClaim>> {
  const row = await articleRow(db, id);
  const draft = row.status === 'awaiting_draft' ? await lastDraft(db, id) : undefined;
  return pageOfClaims(byNeed(draft?.claims ?? claimsOf(row)), paging);
}
