import type { ArticleClaim } from '../../../schema/claims.ts';
import type { Page } from '../../../schema/common.ts';
import { fitting } from '../../language/token-estimate.ts';
import { pageOfAll } from './paging.ts';

/** More than fit into a page of tokens. */
const maxOnPage = 100;

/** As many claims as take `maxTokens`, one at least: an answer leaves room for the rest of what an agent keeps in mind. */
export function pageOfClaims(
  claims: readonly ArticleClaim[],
  { limit = maxOnPage, cursor, maxTokens = 5000 }: { limit?: number; cursor?: string; maxTokens?: number } = {},
): Page<ArticleClaim> {
  const page = (most: number) => pageOfAll(claims, ({ id }) => id, { cursor, limit: most });
  const { data } = page(limit);
  return page(Math.max(1, fitting(data, maxTokens).length));
}
