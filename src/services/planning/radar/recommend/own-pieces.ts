import type { Project } from '../../../../../schema/projects.ts';
import type { Db } from '../../../../db/open.ts';
import { storedKey } from '../../../common/keyword-key.ts';
import type { OwnPiece } from './refresh.ts';

const maxPieces = 1_000;

/** The articles that Copydesk has written for a project and that are ready or published, the newest first. */
export async function publishedPieces(db: Db, { id, language }: Pick<Project, 'id' | 'language'>): Promise<OwnPiece[]> {
  const rows = await db
    .selectFrom('articles')
    .select(['id', 'keyword', 'title', 'updated_at'])
    .where('project_id', '=', id)
    .where('status', 'in', ['ready', 'published'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxPieces)
    .execute();
  return rows.map(({ id: articleId, keyword, title, updated_at: changedAt }) => ({
    key: storedKey(keyword, language),
    keyword,
    title,
    url: null,
    articleId,
    changedAt,
    flags: [],
  }));
}
