import type { Db } from '../../db/open.ts';
import type { ArticleSketch } from '../../writing/score/similarity.ts';
import type { PublishedPage } from '../../writing/brief/shapes.ts';

/** The project's published pages, newest first, at most 500. */
export function publishedPages(db: Db, projectId: string, exceptId: string): Promise<PublishedPage[]> {
  return db
    .selectFrom('publications')
    .innerJoin('articles', 'articles.id', 'publications.article_id')
    .select(['articles.id as articleId', 'articles.keyword', 'publications.url', 'articles.title', 'articles.language'])
    .where('articles.project_id', '=', projectId)
    .where('articles.id', '!=', exceptId)
    .where('publications.published_at', 'is not', null)
    .where('publications.url', 'is not', null)
    .orderBy('articles.created_at', 'desc')
    .orderBy('articles.id', 'desc')
    .limit(500)
    .$narrowType<{ url: string; title: string; language: string }>()
    .execute();
}

/** Sketches of the project's other articles, to find duplicates and competitors for the same search. */
export function sketchesOf(db: Db, projectId: string, exceptId: string): Promise<ArticleSketch[]> {
  return db
    .selectFrom('articles')
    .select(['id', 'title', 'keyword', 'language', 'sketch'])
    .where('project_id', '=', projectId)
    .where('id', '!=', exceptId)
    .where('version', '>', 0)
    .$narrowType<{ title: string; language: string }>()
    .execute();
}
