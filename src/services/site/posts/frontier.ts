import type { CrawlSpent, Frontier, Settled, Waiting } from '../../../crawl/crawl.ts';
import type { Store, Tx } from '../../../db/open.ts';
import { idsIn } from '../../../db/sql.ts';
import type { System } from '../../../system.ts';
import type { JobAttempt } from '../../common/jobs.ts';
import type { OwnTexts } from '../crawled/own-texts.ts';
import { namePostPages, notePostPages, type NamedPage } from '../queries.ts';
import { unlinkedDepth } from './inventory.ts';
import { knownPage, type KnownPage } from './known.ts';
import type { PageRead } from './page.ts';

interface Needs {
  store: Store;
  system: Pick<System, 'now'>;
  ownTexts: Pick<OwnTexts, 'among'>;
  projectId: string;
  /** Who reads: what others have read is read anew. */
  reader: string;
  report: JobAttempt['report'];
  /** Keeps how far the crawl is, in the transaction that keeps its pages. */
  save(tx: Tx, spent: CrawlSpent): Promise<void>;
  maxPages: number;
}

/** The crawl's share of the job's progress. */
const crawlShare = 0.9;
/** Found addresses kept at once. */
const atOnce = 500;

export interface PostFrontier extends Frontier<PageRead> {
  /** What is known of a page that was handed out with validators; else null. */
  knownAt(url: string): KnownPage | null;
}

/** Keeps the order of a crawl in a table, so that one that is interrupted goes on where it stopped. */
export function createPostFrontier(needs: Needs): PostFrontier {
  const { store, system, ownTexts, projectId, reader, report, save, maxPages } = needs;
  const handedOut = new Map<string, KnownPage | null>();

  /** Those of these pages that may be asked whether they have changed: what was read of them is there, their text too. */
  async function knownAmong(urls: readonly string[]): Promise<Map<string, KnownPage>> {
    const pages = store.db.selectFrom('post_pages').select(['url', 'facts', 'kept']).where('project_id', '=', projectId);
    const rows = await pages.where('url', 'in', idsIn(urls)).where('kept', 'is not', null).execute();
    const texts = await ownTexts.among(
      projectId,
      rows.map(({ url }) => url),
    );
    const now = system.now();
    return new Map(
      rows.flatMap(({ url, ...row }) => {
        const known = knownPage(row, { now, reader });
        return known && (texts.has(url) || !known.kept.hasText) ? [[url, known] as const] : [];
      }),
    );
  }

  async function add(tx: Tx, found: readonly Waiting[]): Promise<void> {
    for (let at = 0; at < found.length; at += atOnce) await namePostPages(tx, projectId, found.slice(at, at + atOnce).map(named));
  }

  return {
    async next(limit) {
      const waiting = store.db
        .selectFrom('post_pages')
        .select(['url', 'depth'])
        .where('project_id', '=', projectId)
        .where('state', '=', 'waiting');
      const rows = await waiting
        .orderBy('depth')
        .orderBy('url')
        .limit(limit + handedOut.size)
        .execute();
      const fresh = rows.filter(({ url }) => !handedOut.has(url)).slice(0, limit);
      const known = await knownAmong(fresh.map(({ url }) => url));
      for (const { url } of fresh) handedOut.set(url, known.get(url) ?? null);
      return fresh.map(({ url, depth }) => {
        const validators = known.get(url)?.kept;
        return { url, depth: depth >= unlinkedDepth ? null : depth, ...(validators && { validators }) };
      });
    },

    knownAt: (url) => handedOut.get(url) ?? null,

    add: (found) => store.write((tx) => add(tx, found)),

    async settle(settled, spent) {
      const progress = crawlShare * Math.min(spent.pages / maxPages, 1);
      await report(`${spent.pages} pages read`, progress, async (tx) => {
        await notePostPages(tx, projectId, settled.map(rowOf));
        await add(
          tx,
          settled.flatMap(({ found }) => found),
        );
        await save(tx, spent);
      });
      for (const { visit } of settled) handedOut.delete(visit.url);
    },
  };
}

function named({ url, depth }: Waiting): NamedPage {
  return { url, depth: depth ?? unlinkedDepth, listed: 0, lastmod: null, fed: null };
}

function rowOf({ visit, read }: Settled<PageRead>) {
  const { url, status, redirectsTo, notModified } = visit;
  const written = (part: object | null | undefined) => (part ? JSON.stringify(part) : null);
  return {
    url,
    status: notModified ? 200 : status,
    redirects_to: redirectsTo,
    facts: written(read?.facts),
    kept: written(read?.kept),
  };
}
