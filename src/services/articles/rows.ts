import type { Article, ArticlePart, ArticleParts, ArticleStatus, ArticleSummary, QualityFlag } from '../../../schema/articles.ts';
import type { ArticleType, Writer } from '../../../schema/article-request.ts';
import type { VerdictCounts } from '../../../schema/claims.ts';
import type { Tx } from '../../db/open.ts';
import type { ArticleRow } from '../../db/rows/articles.ts';
import { AppError } from '../../errors.ts';
import type { Grounding } from '../../writing/claims/support.ts';
import { isoTime, isoTimeOrNull, parsedOrNull } from '../common/wire.ts';
import { publicationsOf } from './publications.ts';
import { stageNames } from './request.ts';

/** The columns of a summary. Lists must not read the bodies. */
export const summaryColumns = [
  ...(['id', 'project_id', 'job_id', 'batch_id', 'topic_id', 'status', 'keyword', 'article_type', 'writer', 'language', 'title'] as const),
  ...(['slug', 'version', 'word_count', 'score', 'grounding', 'quality', 'error', 'publish_held'] as const),
  ...(['published_at', 'created_at', 'generated_at'] as const),
] as const;

export type SummaryRow = Pick<ArticleRow, (typeof summaryColumns)[number]>;

export function toSummary(row: SummaryRow): ArticleSummary {
  return {
    id: row.id,
    projectId: row.project_id,
    jobId: row.job_id,
    status: row.status as ArticleStatus,
    keyword: row.keyword,
    articleType: row.article_type as ArticleType,
    writer: row.writer as Writer,
    topicId: row.topic_id,
    batchId: row.batch_id,
    language: row.language,
    title: row.title,
    slug: row.slug,
    version: row.version,
    wordCount: row.word_count,
    score: row.score,
    grounding: groundingOf(row)?.grounding ?? null,
    error: parsedOrNull(row.error),
    gates: openGatesOf(row),
    publishHeld: row.publish_held === 1,
    publishedAt: isoTimeOrNull(row.published_at),
    createdAt: isoTime(row.created_at),
    generatedAt: isoTimeOrNull(row.generated_at),
  };
}

/** The long parts in `include`; the others are null. */
export function partsOf(row: ArticleRow, include: readonly ArticlePart[]): ArticleParts {
  const wanted = (part: ArticlePart) => include.includes(part);
  return {
    contentMarkdown: wanted('markdown') ? row.content_markdown : null,
    contentHtml: wanted('html') ? row.content_html : null,
    outline: wanted('outline') ? parsedOrNull(row.outline) : null,
    jsonLd: wanted('jsonLd') ? parsedOrNull(row.json_ld) : null,
    sources: wanted('sources') ? parsedOrNull(row.sources) : null,
    breakdown: wanted('breakdown') ? parsedOrNull(row.breakdown) : null,
  };
}

function groundingOf({ grounding }: Pick<ArticleRow, 'grounding'>): Grounding | null {
  return parsedOrNull(grounding);
}

export function verdictsOf<Counted extends Grounding | null>(counted: Counted): VerdictCounts | Extract<Counted, null> {
  if (counted === null) return null as Extract<Counted, null>;
  const { grounding: _, ...verdicts } = counted;
  return verdicts;
}

/** The codes of the quality gates that object to its text. */
export function openGatesOf({ quality }: Pick<ArticleRow, 'quality'>): string[] {
  return (parsedOrNull<QualityFlag[]>(quality) ?? []).flatMap(({ gate, code }) => (gate ? [code] : []));
}

export function featuredImageOf(
  row: Pick<ArticleRow, 'image_token' | 'image_alt'>,
  publicUrl: string,
): { url: string; alt: string } | null {
  return row.image_token === null ? null : { url: `${publicUrl}/media/${row.image_token}.png`, alt: row.image_alt ?? '' };
}

/** Throws `not_found`. */
export async function articleRow(db: Pick<Tx, 'selectFrom'>, id: string): Promise<ArticleRow> {
  const row = await db.selectFrom('articles').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new AppError('not_found', `There is no article ${id}.`, { hint: 'See articles_list.' });
  return row;
}

/** Reads an article with its publications and the long parts in `include`; `publicUrl` begins absolute URLs, without a trailing slash. Throws `not_found`. */
export async function readArticle(
  db: Pick<Tx, 'selectFrom'>,
  id: string,
  publicUrl: string,
  include: readonly ArticlePart[],
): Promise<Article> {
  const row = await articleRow(db, id);
  return {
    ...toSummary(row),
    metaTitle: row.meta_title,
    metaDescription: row.meta_description,
    ...partsOf(row, include),
    verdicts: verdictsOf(groundingOf(row)),
    readingTime: row.reading_time,
    faq: parsedOrNull(row.faq),
    quality: parsedOrNull(row.quality),
    stages: include.includes('stages') ? await stagesOf(db, id) : null,
    usage: parsedOrNull(row.usage),
    featuredImage: featuredImageOf(row, publicUrl),
    publications: await publicationsOf(db, row),
    draftDueAt: isoTimeOrNull(row.draft_due_at),
    webhookUrl: row.webhook_url,
    updatedAt: isoTime(row.updated_at),
  };
}

/** Without what they made. */
async function stagesOf(db: Pick<Tx, 'selectFrom'>, id: string): Promise<NonNullable<Article['stages']>> {
  const rows = await db
    .selectFrom('article_stages')
    .select(['stage', 'status', 'attempts', 'error', 'started_at', 'finished_at'])
    .where('article_id', '=', id)
    .execute();
  return stageNames.flatMap((stage) => {
    const row = rows.find((one) => one.stage === stage);
    if (!row) return [];
    const { status, attempts } = row;
    const times = { startedAt: isoTime(row.started_at), finishedAt: isoTimeOrNull(row.finished_at) };
    return [{ stage, status, attempts, error: parsedOrNull(row.error), ...times }];
  });
}

/** Whether the article has content; stays true while it is being written again. */
export function isWritten(row: Pick<ArticleRow, 'version'>): boolean {
  return row.version > 0;
}

const endings: readonly string[] = ['ready', 'published', 'failed', 'canceled'] satisfies ArticleStatus[];

/** Whether no work on it is left. */
export function hasEnded({ status }: Pick<ArticleRow, 'status'>): boolean {
  return endings.includes(status);
}

/** A hint on how to get an article without text written: by its agent, by its job, or by regenerating it. */
export function howToHaveItWritten(row: Pick<ArticleRow, 'id' | 'status' | 'job_id'>): string {
  if (row.status === 'awaiting_draft')
    return 'It waits for its agent: read articles_brief and hand the text in with articles_submit_draft.';
  if (hasEnded(row)) return `Nothing works on it any more: have it written with articles_regenerate, id ${row.id}.`;
  return `Wait for its job with jobs_get (waitSeconds): ${row.job_id}.`;
}
