import type { Db, Tx } from '../../db/open.ts';
import type { SitemapPageRow } from '../../db/rows/knowledge.ts';
import type { SitemapEntry } from '../../crawl/sitemap.ts';
import type { AppError } from '../../errors.ts';
import type { System } from '../../system.ts';
import { inBatches } from '../common/slices.ts';
import { parsed } from '../common/wire.ts';
import { upsertPages } from './queries.ts';

export type PageOutcome = NonNullable<SitemapPageRow['outcome']>;

/** How many unread or gone pages a result names. */
const maxNamedPages = 20;

/** Pages recorded by one statement. */
const listedAtOnce = 200;

/** Records the pages a job found listed. A page whose lastmod has not changed since it was read is not read again. */
export async function listPages(
  tx: Tx,
  system: Pick<System, 'turns'>,
  listing: { sitemapId: string; jobId: string },
  entries: readonly SitemapEntry[],
): Promise<void> {
  const pages = entries.map(({ url, lastmod }, position) => ({ url, position, lastmod }));
  await inBatches(pages, listedAtOnce, system.turns(), (some) => upsertPages(tx, listing, some));
}

/** The waiting pages, in the sitemap's order. */
export function waitingPages(db: Db, sitemapId: string, jobId: string): Promise<Pick<SitemapPageRow, 'url' | 'document_id'>[]> {
  return db
    .selectFrom('sitemap_pages')
    .select(['url', 'document_id'])
    .where('sitemap_id', '=', sitemapId)
    .where('outcome', 'is', null)
    .where('listed_by', '=', jobId)
    .orderBy('position')
    .execute();
}

interface PageResult {
  outcome: PageOutcome;
  documentId?: string;
  error?: AppError;
}

export async function notePage(tx: Tx, sitemapId: string, url: string, { outcome, documentId, error }: PageResult): Promise<void> {
  const why = error ? JSON.stringify({ code: error.code, message: error.message }) : null;
  await tx
    .updateTable('sitemap_pages')
    .set({ outcome, error: why })
    .$if(documentId !== undefined, (update) => update.set(({ ref }) => ({ document_id: documentId, read_lastmod: ref('lastmod') })))
    .where('sitemap_id', '=', sitemapId)
    .where('url', '=', url)
    .execute();
}

/** The result of a sitemap's job so far. `hasMore`: whether more pages are listed than wanted. */
export async function countPages(db: Pick<Db, 'selectFrom'>, sitemapId: string, jobId: string, hasMore: boolean) {
  const rows = await db
    .selectFrom('sitemap_pages')
    .select(['url', 'document_id', 'listed_by', 'outcome', 'error'])
    .where('sitemap_id', '=', sitemapId)
    .orderBy('position')
    .execute();
  const listed = rows.filter((row) => row.listed_by === jobId);
  const gone = hasMore ? [] : rows.filter((row) => row.listed_by !== jobId);
  const of = (outcome: PageOutcome) => listed.filter((row) => row.outcome === outcome);
  const unread = listed.flatMap(({ url, error }) => (error === null ? [] : [{ url, error }]));
  return {
    /** Pages of the sitemap that are wanted. */
    listed: listed.length,
    /** Those of them whose text the project has now. */
    pagesInKnowledge: listed.filter((row) => row.document_id !== null).length,
    added: of('added').length,
    updated: of('updated').length,
    unchanged: of('unchanged').length,
    /** Pages whose text the project already had from another address. */
    duplicates: of('duplicate').length,
    /** Pages that could not be read, or that robots.txt asks not to read. `knowledge_get` names them all. */
    unreadCount: unread.length,
    unread: unread.slice(0, maxNamedPages).map(({ url, error }) => ({ url, ...parsed<{ code: string; message: string }>(error) })),
    hasMore,
    /** Listed before but not now; their documents are kept. Unknown if more pages are listed than wanted. */
    goneCount: gone.length,
    gone: gone.slice(0, maxNamedPages).map(({ url }) => url),
  };
}

/** Pages told in one answer. */
const unreadAtOnce = 50;

/** The pages that could not be read until now, in the sitemap's order. */
export async function unreadPages(
  db: Db,
  sitemapId: string,
  offset: number,
): Promise<{ unreadPages: { url: string; reason: string }[]; nextOffset: number | null }> {
  const rows = await db
    .selectFrom('sitemap_pages')
    .select(['url', 'error'])
    .where('sitemap_id', '=', sitemapId)
    .where('error', 'is not', null)
    .orderBy('position')
    .orderBy('url')
    .limit(unreadAtOnce + 1)
    .offset(offset)
    .execute();
  const shown = rows.slice(0, unreadAtOnce).map(({ url, error }) => ({ url, reason: parsed<{ message: string }>(error!).message }));
  return { unreadPages: shown, nextOffset: rows.length > unreadAtOnce ? offset + unreadAtOnce : null };
}

/** What the sitemap no longer lists nobody will read. */
export async function forgetGonePages(tx: Tx, sitemapId: string, jobId: string): Promise<void> {
  await tx
    .updateTable('sitemap_pages')
    .set({ error: null })
    .where('sitemap_id', '=', sitemapId)
    .where('error', 'is not', null)
    .where('listed_by', '<>', jobId)
    .execute();
}
