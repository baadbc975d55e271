import type { ArticlePayload } from '../../../../schema/publishing.ts';
import type { ArticleRow } from '../../../db/rows/articles.ts';
import { featuredImageOf } from '../rows.ts';
import { isoTime, parsed } from '../../common/wire.ts';

type Written =
  | ('title' | 'meta_title' | 'slug' | 'meta_description' | 'content_markdown' | 'content_html')
  | ('word_count' | 'reading_time' | 'faq' | 'json_ld' | 'generated_at');

/** An article that has been written. */
export type ReadyArticle = ArticleRow & { [Column in Written]: NonNullable<ArticleRow[Column]> };

/** As JSON without a `<` in it, so that no text can end a script element that a CMS puts it or a part of it into. */
export function bodyOf(payload: ArticlePayload): string {
  return JSON.stringify(payload).replaceAll('<', String.raw`\u003c`);
}

/** What the publishing webhook sends (contract 2.4). */
export function payloadOf(article: ReadyArticle, publicUrl: string): ArticlePayload {
  return {
    id: article.id,
    title: article.title,
    meta_title: article.meta_title,
    slug: article.slug,
    meta_description: article.meta_description,
    content_markdown: article.content_markdown,
    content_html: article.content_html,
    keyword: article.keyword,
    article_type: article.article_type,
    word_count: article.word_count,
    reading_time: article.reading_time,
    featured_image: featuredImageOf(article, publicUrl) ?? { url: '', alt: '' },
    faq: parsed(article.faq),
    json_ld: parsed(article.json_ld),
    created_at: isoTime(article.created_at),
    generated_at: isoTime(article.generated_at),
  };
}
