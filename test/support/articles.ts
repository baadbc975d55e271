import { ArticlePart, type Article } from '../../schema/articles.ts';
import type { TestApp } from './test-app.ts';

/** An article with all of its long parts. */
export async function readWhole(desk: TestApp['desk'], id: string): Promise<Article> {
  return (await desk.call('articles_get', { id, include: ArticlePart.options })) as Article;
}
