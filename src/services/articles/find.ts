import type { ArticleSummary } from '../../../schema/articles.ts';
import type { Page } from '../../../schema/common.ts';
import type { Project } from '../../../schema/projects.ts';
import { articleIndex, type Condition } from '../../db/full-text.ts';
import type { Db, Store } from '../../db/open.ts';
import { idsIn } from '../../db/sql.ts';
import { AppError } from '../../errors.ts';
import type { System } from '../../system.ts';
import { flagTerm, soughtFlags, wordsSought } from '../../writing/score/found-by.ts';
import { decodeCursor, decodePosition, defaultLimit, encodeCursor, pageBy, pageByTime } from '../common/paging.ts';
import { isBefore } from '../common/queries.ts';
import { summaryColumns, toSummary, type SummaryRow } from './rows.ts';
import { topicsThere } from './topic.ts';
import { indexWaiting } from './words.ts';

export interface ArticleFilter {
  q?: string;
  status?: string;
  slug?: string;
  batchId?: string;
  topicId?: string;
  since?: string;
  quality?: string;
  limit?: number;
  cursor?: string;
}

/** A project's articles, newest first. */
export async function findArticles(
  store: Store,
  pause: System['pause'],
  project: Project,
  { limit = defaultLimit, cursor, ...filter }: ArticleFilter,
): Promise<Page<ArticleSummary>> {
  if (filter.q === undefined && filter.quality === undefined) return listed(store.db, project.id, filter, limit, cursor);
  const before = Number(decodeCursor(cursor, /^\d{1,15}$/) ?? Number.MAX_SAFE_INTEGER);
  const all = await conditionsOf(store.db, project, filter);
  await indexWaiting(store, pause);
  const found = await newest(store.db, pause, { projectId: project.id, all, before }, limit + 1, isWanted(project.id, filter));
  return pageBy(found, limit, toSummary, ({ number }) => encodeCursor(String(number)));
}

async function listed(
  db: Db,
  projectId: string,
  { status, slug, batchId, topicId, since }: ArticleFilter,
  limit: number,
  cursor: string | undefined,
): Promise<Page<ArticleSummary>> {
  const before = decodePosition(cursor, 'art');
  let query = db.selectFrom('articles').select(summaryColumns);
  // A batch and a topic belong to one project: with both, their indexes might not be used.
  if (batchId !== undefined) query = query.where('batch_id', '=', (await projectOfBatch(db, batchId)) === projectId ? batchId : '');
  if (topicId !== undefined)
    query = query.where('topic_id', '=', (await topicsThere(db, projectId, [topicId])).has(topicId) ? topicId : '');
  if (batchId === undefined && topicId === undefined) query = query.where('project_id', '=', projectId);
  if (status !== undefined) query = query.where('status', '=', status);
  if (slug !== undefined) query = query.where('slug', '=', slug);
  if (since !== undefined) query = query.where('created_at', '>=', Date.parse(since));
  if (before) query = query.where(isBefore(before));
  const rows = await query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  return pageByTime(rows, limit, toSummary);
}

/** Undefined where there is no such batch. */
export async function projectOfBatch(db: Db, id: string | undefined): Promise<string | undefined> {
  if (id === undefined) return undefined;
  const batch = await db.selectFrom('batches').select('project_id').where('id', '=', id).executeTakeFirst();
  return batch?.project_id;
}

/** Articles looked at between two looks into the index. */
const atOnce = 200;

/** The first `enough` wanted articles of those with the words. */
async function newest(
  db: Db,
  pause: System['pause'],
  { before: from, ...sought }: { projectId: string; all: readonly Condition[]; before: number },
  enough: number,
  wanted: (article: SummaryRow) => boolean,
): Promise<(SummaryRow & { number: number })[]> {
  const found: (SummaryRow & { number: number })[] = [];
  for (let before = from; ;) {
    const numbers = await articleIndex.newest(db, { ...sought, upTo: before - 1, limit: atOnce });
    const rows = await db
      .selectFrom('article_words')
      .innerJoin('articles', 'articles.id', 'article_id')
      .select([...summaryColumns, 'number'])
      .where('number', 'in', idsIn(numbers))
      .orderBy('number', 'desc')
      .execute();
    found.push(...rows.filter(wanted));
    if (found.length >= enough || numbers.length < atOnce) return found.slice(0, enough);
    before = numbers.at(-1)!;
    // Where few of many are wanted, other calls go in between.
    await pause(0);
  }
}

function isWanted(projectId: string, { status, slug, batchId, topicId, since }: ArticleFilter): (article: SummaryRow) => boolean {
  const from = since === undefined ? 0 : Date.parse(since);
  return (article) =>
    article.project_id === projectId &&
    (status === undefined || article.status === status) &&
    (slug === undefined || article.slug === slug) &&
    (batchId === undefined || article.batch_id === batchId) &&
    (topicId === undefined || article.topic_id === topicId) &&
    article.created_at >= from;
}

/** What an article must have a term of each of. Throws `invalid_input` for words and flags that nothing can be found by. */
async function conditionsOf(db: Db, { id, language }: Project, { q, quality }: ArticleFilter): Promise<Condition[]> {
  if (quality !== undefined && !soughtFlags.has(quality))
    throw refused('quality', 'must be gated or the code of a flag', `It takes ${[...soughtFlags].join(', ')}.`);
  const flags = quality === undefined ? [] : [{ anyOf: [flagTerm(quality)] }];
  if (q === undefined) return flags;
  const rows = await db.selectFrom('articles').select('language').distinct().where('project_id', '=', id).execute();
  const languages = rows.flatMap((row) => row.language ?? []);
  const words = wordsSought(q, language, languages);
  if (words.length === 0) throw refused('q', 'holds no word that can be searched for', 'Give a word that tells the article from others.');
  return [...words.map((terms) => ({ anyOf: terms })), ...flags];
}

function refused(field: string, detail: string, hint: string): AppError {
  return new AppError('invalid_input', `${field}: ${detail}.`, { hint, errors: [{ pointer: `/${field}`, detail, code: 'invalid_value' }] });
}
