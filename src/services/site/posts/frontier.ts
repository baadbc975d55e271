import type { CrawlSpent, Frontier, Settled, Waiting } from '../../../crawl/crawl.ts';
import type { Store, Tx } from '../../../db/open.ts';
import type { JobAttempt } from '../../common/jobs.ts';
import { namePostPages, notePostPages, type NamedPage } from '../queries.ts';
import { unlinkedDepth } from './inventory.ts';
import type { PageOfSite } from './page.ts';

interface Needs {
  store: Store;
  projectId: string;
  report: JobAttempt['report'];
  /** Keeps how far the crawl is, in the transaction that keeps its pages. */
  save(tx: Tx, spent: CrawlSpent): Promise<void>;
  maxPages: number;
}

/** The crawl's share of the job's progress. */
const crawlShare = 0.9;
/** Found addresses kept at once. */
const atOnce = 500;

/** Keeps the order of a crawl in a table, so that one that is interrupted goes on where it stopped. */
export function createPostFrontier({ store, projectId, report, save, maxPages }: Needs): Frontier<PageOfSite> {
  const handedOut = new Set<string>();

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
      for (const { url } of fresh) handedOut.add(url);
      return fresh.map(({ url, depth }) => ({ url, depth: depth >= unlinkedDepth ? null : depth }));
    },

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

function rowOf({ visit, read }: Settled<PageOfSite>) {
  const { url, status, redirectsTo } = visit;
  return { url, status, redirects_to: redirectsTo, facts: read && JSON.stringify(read) };
}
