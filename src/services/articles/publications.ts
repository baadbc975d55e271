import type { ArticlePublication, ArticleStatus } from '../../../schema/articles.ts';
import type { Db, Tx } from '../../db/open.ts';
import type { PublicationRow, WaitingPublicationRow } from '../../db/rows/articles.ts';
import type { DeliveryRow } from '../../db/rows/deliveries.ts';
import { idsIn } from '../../db/sql.ts';
import { isoTimeOrNull, parsed, parsedOrNull } from '../common/wire.ts';
import { articlesUnpublished, isOpen } from './queries.ts';
import type { Posts } from '../site/index.ts';
import type { Turn } from './publishing/auto/line.ts';

/** Called when a publication of these articles has succeeded. One that is being written again keeps its status; all are posts from then on. */
export async function notePublished(
  tx: Tx,
  posts: Pick<Posts, 'notePublished'>,
  articleIds: readonly string[],
  now: number,
): Promise<void> {
  const written: string[] = ['ready', 'published'] satisfies ArticleStatus[];
  const of = () => tx.updateTable('articles').where('id', 'in', idsIn(articleIds));
  await of().set({ status: 'published', published_at: now, updated_at: now }).where('status', 'in', written).execute();
  await of().set({ published_at: now }).where('status', 'not in', written).execute();
  await posts.notePublished(tx, articleIds);
}

type Reading = Pick<Tx, 'selectFrom'>;
/** A publication by itself: which version is the newest, its article knows. */
export type Publication = Omit<ArticlePublication, 'current'>;

/** An article's publications: the newest webhook delivery, if still stored, then Ghost and WordPress. */
export async function publicationsOf(
  db: Reading,
  { id: articleId, version }: { id: string; version: number },
): Promise<ArticlePublication[]> {
  const send = await newestSend(db, articleId);
  const rows = await db.selectFrom('publications').selectAll().where('article_id', '=', articleId).orderBy('target').execute();
  const all = [...(send ? [toSent(send)] : []), ...rows.map(toPublication)];
  return all.map((one) => ({ ...one, current: isCurrent(one, version) }));
}

/** Where an article was published, and what it waits for before it goes out by itself; null where it does not wait. */
export interface Whereabouts {
  publications: ArticlePublication[];
  waitsFor: WaitingPublicationRow['waits_for'] | null;
}

export async function whereaboutsOf(db: Reading, article: { id: string; version: number }): Promise<Whereabouts> {
  const waiting = db.selectFrom('waiting_publications').select('waits_for').where('article_id', '=', article.id);
  return { publications: await publicationsOf(db, article), waitsFor: (await waiting.executeTakeFirst())?.waits_for ?? null };
}

function isCurrent({ version, publishedAt }: Publication, newest: number): boolean | null {
  if (publishedAt === null) return false;
  return version === null ? null : version === newest;
}

export function toPublication(row: PublicationRow): Publication {
  return {
    target: row.target,
    status: row.status,
    remoteId: parsedOrNull<{ id: string }>(row.remote)?.id ?? null,
    url: row.url,
    version: row.version,
    jobId: row.job_id,
    deliveryId: null,
    error: parsedOrNull(row.error),
    publishedAt: isoTimeOrNull(row.published_at),
  };
}

/** A publication to WordPress or Ghost that failed. */
export interface FailedPublication {
  target: string;
  message: string;
  at: number;
  /** When it last succeeded, if ever. */
  publishedAt: number | null;
  /** Whether it is tried again by itself. */
  isTriedAgain: boolean;
  /** When the article began to wait for its turn; null where it does not. */
  waitsSince: number | null;
}

/**
 * The newest articles that WordPress or Ghost did not take, and how many there are. What has ended is for a person to send anew: it is left out
 * where a gate objects, the article is being written, or its turn is to come.
 */
export async function refusedArticles(db: Db, projectId: string | undefined, limit?: number) {
  const { count, newest } = await articlesUnpublished(db, projectId, limit);
  const ids = newest.map(({ id }) => id);
  const failed = db.selectFrom('publications').select(failedColumns).where('article_id', 'in', idsIn(ids)).where('status', '=', 'failed');
  const byArticle = Map.groupBy(await failed.orderBy('target').execute(), ({ article_id }) => article_id);
  const refused = newest.map(({ detail: since, ...article }) => {
    const all = (byArticle.get(article.id) ?? []).map((row) => toFailed(row, since));
    const triedAgain = all.filter(({ isTriedAgain }) => isTriedAgain);
    return { ...article, triedAgain, ended: since === null && isOpen(article) ? all : [] };
  });
  return { count, newest: refused };
}

const failedColumns = ['article_id', 'target', 'error', 'wanted', 'updated_at', 'published_at'] as const;

/** `since`: when its article began to wait for its turn. */
function toFailed(row: Pick<PublicationRow, (typeof failedColumns)[number]>, since: number | null): FailedPublication {
  const { turn } = parsed<{ turn?: Turn }>(row.wanted);
  const message = parsedOrNull<{ message: string }>(row.error)?.message ?? 'It failed.';
  const isTriedAgain = turn !== undefined && turn.since === since && turn.nextAt !== null;
  return { target: row.target, message, at: row.updated_at, publishedAt: row.published_at, isTriedAgain, waitsSince: since };
}

const sendColumns = ['id', 'status', 'url', 'article_version', 'delivered_at'] as const;
type Send = Pick<DeliveryRow, (typeof sendColumns)[number]>;

function newestSend(db: Reading, articleId: string): Promise<Send | undefined> {
  return db
    .selectFrom('deliveries')
    .select(sendColumns)
    .where('article_id', '=', articleId)
    .where('event_type', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

const states = { pending: 'pending', delivered: 'published', failed: 'failed' } as const;

function toSent({ id, status, url, article_version, delivered_at }: Send): Publication {
  const error = { code: 'provider_failed', message: `No attempt at the delivery ${id} succeeded. See webhook_deliveries_get.` };
  return {
    target: 'webhook',
    status: states[status],
    remoteId: null,
    url,
    version: article_version,
    jobId: null,
    deliveryId: id,
    error: status === 'failed' ? error : null,
    publishedAt: isoTimeOrNull(delivered_at),
  };
}
