import { polite, type Polite } from '../../crawl/polite.ts';
import type { Robots } from '../../crawl/robots.ts';
import type { Store, Tx } from '../../db/open.ts';
import { AppError, toAppError } from '../../errors.ts';
import type { System } from '../../system.ts';
import type { Jobs } from '../account/index.ts';
import type { JobAttempt, JobKind } from '../common/jobs.ts';
import { parsed } from '../common/wire.ts';
import { fetchIfChanged } from './fetch.ts';
import type { Hosts } from '../common/hosts.ts';
import type { Keeping, Taken } from './keep.ts';
import { settleSitemap } from './queries.ts';
import type { Reading } from './reading.ts';
import { noteFailure, noteUnchanged } from './refresh.ts';
import { expectedLanguage, headColumns, headOf, type DocumentHead } from './rows.ts';
import { listSitemap, robotsOf, type Selection } from './sitemap-listing.ts';
import { countPages, forgetGonePages, listPages, notePage, waitingPages } from './sitemap-pages.ts';

/** The kind of job that reads the pages of a sitemap. */
export const readSitemapPages = 'knowledge.sitemap';

interface Needs {
  store: Store;
  system: System;
  jobs: Pick<Jobs, 'save'>;
  reading: Reading;
  keeping: Keeping;
  hosts: Hosts;
}

type Waiting = Awaited<ReturnType<typeof waitingPages>>[number];

/** Pages of one host read at once. */
const maxAtOnce = 2;
/** How often the job updates its counts, in pages. */
const pagesPerCount = 10;

/** Reads a sitemap's pages, each in its own transaction: an interrupted job resumes with those still waiting. */
export function createSitemapReading({ store, system, jobs, reading, keeping, hosts }: Needs): JobKind {
  /** Lists the pages once; an attempt that resumes finds them listed. Returns whether there are more than wanted. */
  async function list(sitemap: DocumentHead, { jobId, signal, report }: JobAttempt, asking: Polite, robots: Robots): Promise<boolean> {
    const { state } = await store.db.selectFrom('jobs').select('state').where('id', '=', jobId).executeTakeFirstOrThrow();
    if (state !== null) return parsed<{ hasMore: boolean }>(state).hasMore;
    const url = sitemap.address!;
    await report(`reading the sitemap of ${new URL(url).host}`, 0);
    const { entries, hasMore } = await listSitemap(asking, url, parsed<Selection>(sitemap.selection!), robots, signal);
    if (entries.length === 0) throw noPages(url);
    await report(`${entries.length} pages are listed`, 0, async (tx) => {
      await listPages(tx, system, { sitemapId: sitemap.id, jobId }, entries);
      await jobs.save(tx, jobId, { state: { hasMore } });
    });
    return hasMore;
  }

  /** The page's current text; undefined if it has not changed. */
  async function take(
    sitemap: DocumentHead,
    { url, document_id }: Waiting,
    asking: Polite,
    signal: AbortSignal,
  ): Promise<Taken | undefined> {
    const known = document_id
      ? await store.db.selectFrom('documents').select(headColumns).where('id', '=', document_id).executeTakeFirst()
      : undefined;
    const named = known?.address === url ? { etag: known.etag, lastModified: known.last_modified } : { etag: null, lastModified: null };
    const page = await fetchIfChanged(asking, url, named, signal);
    if (!page) return undefined;
    const language = await expectedLanguage(store.db, sitemap.project_id);
    const read = await reading.read({ ...page, language }, new URL(url).origin, signal);
    const { kind, url: sourceUrl, etag, lastModified } = page;
    const tags = known ? undefined : parsed<string[]>(sitemap.tags);
    return { projectId: sitemap.project_id, kind, read, tags, address: url, sourceUrl, etag, lastModified, parentId: sitemap.id };
  }

  async function readPage(
    sitemap: DocumentHead,
    page: Waiting,
    asking: Polite,
    robots: Robots,
    signal: AbortSignal,
  ): Promise<(tx: Tx) => Promise<void>> {
    const { id } = sitemap;
    if (!robots.allows(page.url)) return (tx) => notePage(tx, id, page.url, { outcome: 'robots', error: forbidden() });
    try {
      const taken = await take(sitemap, page, asking, signal);
      if (!taken) return (tx) => stayed(tx, id, page);
      const alike = await keeping.findAlike(taken, signal);
      return async (tx) => {
        const { outcome, document } = await keeping.keep(tx, taken, alike);
        await notePage(tx, id, page.url, { outcome, documentId: document.id });
      };
    } catch (thrown) {
      signal.throwIfAborted();
      const error = toAppError(thrown);
      if (error.code === 'internal') system.log.error({ err: thrown, sitemap: id }, 'a page could not be read');
      return async (tx) => {
        if (page.document_id) await noteFailure(tx, system, page.document_id, error);
        await notePage(tx, id, page.url, { outcome: 'failed', error });
      };
    }
  }

  async function stayed(tx: Tx, sitemapId: string, { url, document_id: documentId }: Waiting): Promise<void> {
    await noteUnchanged(tx, system, documentId!);
    await notePage(tx, sitemapId, url, { outcome: 'unchanged', documentId: documentId! });
  }

  return {
    resumes: true,

    async run(attempt) {
      const { jobId, signal, report } = attempt;
      const sitemap = await headOf(store.db, attempt.resourceId);
      const { id } = sitemap;
      const asking = polite(system, hosts.visit, { ownSite: null, pace: { maxAtOnce, delayMs: 0 } });
      const robots = await robotsOf(asking, sitemap.address!, signal);
      const hasMore = await list(sitemap, attempt, asking, robots);
      const count = (db: Pick<Tx, 'selectFrom'>) => countPages(db, id, jobId, hasMore);
      const pages = await waitingPages(store.db, id, jobId);
      const total = (await count(store.db)).listed;
      let done = total - pages.length;
      const waiting = pages.values();
      const turn = system.turns(signal);
      const readOne = async (page: Waiting) => {
        const write = await readPage(sitemap, page, asking, robots, signal);
        const nth = ++done;
        await report(`${nth} of ${total} pages read`, nth / total, async (tx) => {
          await write(tx);
          if (nth % pagesPerCount === 0) await jobs.save(tx, jobId, { result: await count(tx) });
        });
      };
      const readOn = async () => {
        for (const page of waiting) {
          await turn();
          signal.throwIfAborted();
          await readOne(page);
        }
      };
      const ended = await Promise.allSettled(Array.from({ length: maxAtOnce }, readOn));
      for (const end of ended) if (end.status === 'rejected') throw end.reason;
      return {
        async write(tx) {
          if (!hasMore) await forgetGonePages(tx, id, jobId);
          const now = system.now();
          await tx.updateTable('documents').set({ checked_at: now, refreshed_at: now, last_error: null }).where('id', '=', id).execute();
          await settleSitemap(tx, id);
          return { ...(await count(tx)) };
        },
      };
    },

    async failed(tx, id, error) {
      await noteFailure(tx, system, id, error);
      await settleSitemap(tx, id);
    },

    async canceled(tx, id) {
      const message = 'The reading of its pages was canceled; knowledge_refresh goes on with it.';
      await noteFailure(tx, system, id, { code: 'canceled', message });
      await settleSitemap(tx, id);
    },
  };
}

function forbidden(): AppError {
  return new AppError('unreadable_source', "The site's robots.txt asks crawlers not to read it.");
}

function noPages(url: string): AppError {
  return new AppError('unreadable_source', `The sitemap lists no page of ${new URL(url).host} that is wanted.`, {
    hint: 'See what it holds, and that include is the beginning of a path such as /docs/.',
  });
}
