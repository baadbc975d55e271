import type { UpdateObject } from 'kysely';
import type { Article, ArticleSource } from '../../../schema/articles.ts';
import type { Tx } from '../../db/open.ts';
import type { ArticleRow } from '../../db/rows/articles.ts';
import { idsIn } from '../../db/sql.ts';
import type { Tables } from '../../db/tables.ts';
import { quotedIn, type KeptEvidence } from '../../writing/claims/kept.ts';
import { parsed } from '../common/wire.ts';
import { indexArticles } from './words.ts';

type FinishedColumn =
  | (
      | 'title'
      | 'meta_title'
      | 'meta_description'
      | 'slug'
      | 'language'
      | 'content_markdown'
      | 'content_html'
      | 'outline'
      | 'faq'
      | 'json_ld'
    )
  | ('sources' | 'score' | 'breakdown' | 'quality' | 'gated' | 'word_count' | 'reading_time' | 'sketch' | 'evidence')
  | ('claims' | 'grounding');

/** The columns written when an article is finished: its content and its assessment. */
export type FinishedArticle = { [Column in FinishedColumn]: NonNullable<ArticleRow[Column]> };

export type VersionReason = 'written' | 'draft' | 'edited' | 'regenerated' | 'restored';

/** What a version stores: everything a person or a model wrote, nothing derived from it. */
export interface ArticleContent {
  title: string;
  metaTitle: string;
  metaDescription: string;
  slug: string;
  language: string;
  markdown: string;
  outline: NonNullable<Article['outline']>;
  faq: NonNullable<Article['faq']>;
  sources: ArticleSource[];
  evidence: KeptEvidence[];
}

export function contentOf(row: ArticleRow): ArticleContent {
  const sources = parsed<ArticleSource[]>(row.sources ?? '[]');
  return {
    title: row.title ?? '',
    metaTitle: row.meta_title ?? '',
    metaDescription: row.meta_description ?? '',
    slug: row.slug ?? '',
    language: row.language ?? 'und',
    markdown: row.content_markdown ?? '',
    outline: parsed(row.outline ?? '[]'),
    faq: parsed(row.faq ?? '[]'),
    sources,
    evidence: row.evidence === null ? quotedIn(sources) : parsed(row.evidence),
  };
}

/** Makes this the article's content and stores it as its newest version. Undefined if the article was deleted. */
export async function writeContent(
  tx: Tx,
  article: Pick<ArticleRow, 'id' | 'project_id'>,
  finished: FinishedArticle,
  { reason, now, ...values }: { reason: VersionReason; now: number } & UpdateObject<Tables, 'articles'>,
): Promise<ArticleRow | undefined> {
  const slug = await freeSlug(tx, article, finished.slug);
  const row = await tx
    .updateTable('articles')
    .set(({ eb }) => ({ ...finished, ...values, slug, version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', article.id)
    .returningAll()
    .executeTakeFirst();
  if (!row) return undefined;
  await keepVersion(tx, row, reason, now);
  await indexArticles(tx, [row]);
  return row;
}

/** Whether this is what the article holds already. */
export async function isUnchanged(tx: Tx, article: ArticleRow, finished: FinishedArticle): Promise<boolean> {
  const slug = await freeSlug(tx, article, finished.slug);
  return asText(contentOf({ ...article, ...finished, slug })) === asText(contentOf(article));
}

/** All fields as one text. */
export function asText({ title, metaTitle, metaDescription, slug, markdown, faq }: ArticleContent): string {
  const questions = faq.map(({ question, answer }) => `Q: ${question}\nA: ${answer}\n`).join('\n');
  return `title: ${title}\nmetaTitle: ${metaTitle}\nmetaDescription: ${metaDescription}\nslug: ${slug}\n\n${markdown.trim()}\n${questions && `\n${questions}`}`;
}

/** Older versions of an article are deleted. */
const maxVersions = 100;

async function keepVersion(tx: Tx, row: ArticleRow, reason: VersionReason, now: number): Promise<void> {
  const version = {
    article_id: row.id,
    number: row.version,
    reason,
    title: row.title ?? '',
    word_count: row.word_count ?? 0,
    score: row.score,
    content: JSON.stringify(contentOf(row)),
    created_at: now,
  };
  await tx.insertInto('article_versions').values(version).execute();
  await tx
    .deleteFrom('article_versions')
    .where('article_id', '=', row.id)
    .where('number', '<=', row.version - maxVersions)
    .execute();
}

/** As in the schema of a slug. */
const maxSlugLength = 100;
/** Looked up with one statement. */
const slugsAtOnce = 20;

/** The slug, or the first of slug-2, slug-3, … that no other article of the project has, shortened if it would be too long. */
async function freeSlug(tx: Tx, { id, project_id }: Pick<ArticleRow, 'id' | 'project_id'>, slug: string, from = 1): Promise<string> {
  const candidates = Array.from({ length: slugsAtOnce }, (_, index) => numbered(slug, from + index));
  const rows = await tx
    .selectFrom('articles')
    .select('slug')
    .where('project_id', '=', project_id)
    .where('slug', 'in', idsIn(candidates))
    .where('id', '!=', id)
    .execute();
  const taken = new Set(rows.map((row) => row.slug));
  return candidates.find((one) => !taken.has(one)) ?? freeSlug(tx, { id, project_id }, slug, from + slugsAtOnce);
}

function numbered(slug: string, number: number): string {
  const ending = number === 1 ? '' : `-${number}`;
  return slug.slice(0, maxSlugLength - ending.length).replace(/-$/, '') + ending;
}
