import { expressionBuilder } from 'kysely';
import type { ArticleStatus, Usage } from '../../../../schema/articles.ts';
import type { Tx } from '../../../db/open.ts';
import type { ArticleRow } from '../../../db/rows/articles.ts';
import { idsIn } from '../../../db/sql.ts';
import type { Tables } from '../../../db/tables.ts';
import { parsed } from '../../common/wire.ts';
import { keepUsage } from '../queries.ts';

/** Ends articles before they are written. Their batches must be told. */
export async function giveUp(
  tx: Tx,
  articleIds: readonly string[],
  { status, error }: { status: 'failed' | 'canceled'; error?: string },
  now: number,
): Promise<ArticleRow[]> {
  await keepUsage(tx, await usageSoFar(tx, articleIds));
  const ended = tx.updateTable('articles').set({ status: resting(status), error, draft_due_at: null, updated_at: now });
  return ended.where('id', 'in', idsIn(articleIds)).returningAll().execute();
}

/** The usage of a model counts even if the article is never finished. */
async function usageSoFar(tx: Tx, articleIds: readonly string[]): Promise<{ id: string; usage: string }[]> {
  const rows = await tx
    .selectFrom('article_stages')
    .select(['article_id', 'stage', 'output'])
    .where('article_id', 'in', idsIn(articleIds))
    .where('stage', 'in', ['outline', 'draft'])
    .where('output', 'is not', null)
    .execute();
  return articleIds.flatMap((id) => {
    const stages = rows.filter(({ article_id }) => article_id === id);
    const latest = stages.find(({ stage }) => stage === 'draft') ?? stages[0];
    const usage = latest && parsed<{ usage: Usage | null }>(latest.output!).usage;
    return usage ? [{ id, usage: JSON.stringify(usage) }] : [];
  });
}

/** The status of an article that nobody works on any more: one with earlier content keeps what that had come to. */
export function resting(unwritten: ArticleStatus) {
  return expressionBuilder<Tables, 'articles'>()
    .case()
    .when('version', '=', 0)
    .then<ArticleStatus>(unwritten)
    .when('published_at', 'is', null)
    .then('ready')
    .else('published')
    .end();
}
