import type { Article, ArticlePart, ArticleStatus, ArticleSummary } from '../../../schema/articles.ts';
import type { ArticleType } from '../../../schema/article-request.ts';
import type { ArticleRow } from '../../db/tables.ts';
import { AppError } from '../../errors.ts';
import { isoTime, isoTimeOrNull, parsedOrNull } from '../wire.ts';

/** The columns of a summary: a list must not read the bodies. */
export const summaryColumns = [
  ...(['id', 'project_id', 'job_id', 'status', 'keyword', 'article_type', 'writer', 'language', 'title', 'slug'] as const),
  ...(['word_count', 'score', 'error', 'publish_held', 'created_at', 'generated_at'] as const),
] as const;

export function toSummary(row: Pick<ArticleRow, (typeof summaryColumns)[number]>): ArticleSummary {
  return {
    id: row.id,
    projectId: row.project_id,
    jobId: row.job_id,
    status: row.status as ArticleStatus,
    keyword: row.keyword,
    articleType: row.article_type as ArticleType,
    writer: row.writer,
    language: row.language,
    title: row.title,
    slug: row.slug,
    wordCount: row.word_count,
    score: row.score,
    error: parsedOrNull(row.error),
    publishHeld: row.publish_held === 1,
    createdAt: isoTime(row.created_at),
    generatedAt: isoTimeOrNull(row.generated_at),
  };
}

/** The whole article, or only the long parts that are asked for. */
export function toArticle(row: ArticleRow, include?: readonly ArticlePart[]): Article {
  const wanted = (part: ArticlePart) => include === undefined || include.includes(part);
  return {
    ...toSummary(row),
    metaTitle: row.meta_title,
    metaDescription: row.meta_description,
    contentMarkdown: wanted('markdown') ? row.content_markdown : null,
    contentHtml: wanted('html') ? row.content_html : null,
    readingTime: row.reading_time,
    outline: parsedOrNull(row.outline),
    faq: parsedOrNull(row.faq),
    jsonLd: wanted('jsonLd') ? parsedOrNull(row.json_ld) : null,
    sources: wanted('sources') ? parsedOrNull(row.sources) : null,
    breakdown: parsedOrNull(row.breakdown),
    quality: parsedOrNull(row.quality),
    webhookUrl: row.webhook_url,
    updatedAt: isoTime(row.updated_at),
  };
}

export function noArticle(id: string): AppError {
  return new AppError('not_found', `There is no article ${id}.`, { hint: 'See articles_list.' });
}
