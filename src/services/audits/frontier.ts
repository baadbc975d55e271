import type { CrawlSpent, Frontier, Settled, Waiting } from '../../crawl/crawl.ts';
import type { Store, Tx } from '../../db/open.ts';
import type { JobAttempt } from '../common/jobs.ts';
import { addAside, addFound, addPageLinks, notePages, type FoundAddress, type ReadPageRow } from './queries.ts';
import { keepFindings, type Compared } from './findings.ts';
import { sitemapDepth, type KeptFacts } from './page.ts';
import type { PageRead } from './read.ts';
import { waitingPages } from './stored.ts';

/** Addresses that are asked only whether they are there, of each kind and audit: beyond it they are left out. */
export const maxAside = { external: 10_000, image: 5_000, resource: 1_000, named: 5_000, feed: 50 };

interface Needs {
  store: Store;
  audit: Compared & { maxPages: number };
  report: JobAttempt['report'];
}

/** Addresses, links and findings written in one transaction, which holds the event loop: a page may have thousands, and is written whole. */
const maxWritten = 1500;

/** The part of a job's progress that is the crawl's. */
export const crawlShare = 0.7;

/** Keeps the order of a crawl in tables: everything that a page brings is written with it, so that a kill loses nothing that was read. */
export async function openFrontier({ store, audit, report }: Needs): Promise<Frontier<PageRead>> {
  const handedOut = new Map<string, number>();
  const aside = await knownAside(store, audit.id);
  const { id, maxPages } = audit;

  /** Those that are new, and for which there is room. */
  function newAside(settled: readonly Settled<PageRead>[]): PageRead['aside'] {
    const fresh = new Map<string, PageRead['aside'][number]>();
    const counts = { ...aside.counts };
    for (const one of settled.flatMap((page) => page.read?.aside ?? [])) {
      if (aside.urls.has(one.url) || fresh.has(one.url) || counts[one.kind] >= maxAside[one.kind]) continue;
      counts[one.kind]++;
      fresh.set(one.url, one);
    }
    return [...fresh.values()];
  }

  async function write(tx: Tx, settled: readonly Settled<PageRead>[], fresh: PageRead['aside'], spent: CrawlSpent): Promise<void> {
    const found = await addFound(
      tx,
      id,
      nearest(
        settled.flatMap((one) => one.found),
        false,
      ),
    );
    const pages = settled.map((one) => ({ ...one, number: handedOut.get(one.visit.url)! }));
    await notePages(tx, id, pages.map(rowOf));
    const linked = pages.filter((page) => (page.read?.links.length ?? 0) > 0 || (page.read?.anchors ?? '') !== '');
    const stored = linked.map((page) => ({ number: page.number, links: JSON.stringify(page.read!.links), anchors: page.read!.anchors }));
    await addPageLinks(tx, id, stored);
    await addAside(tx, id, fresh);
    const faults = settled.flatMap(({ visit, read: page }) =>
      (page?.faults ?? []).map((fault) => ({ ...fault, url: visit.url, isPage: true })),
    );
    await keepFindings(tx, audit, faults);
    const asked = settled.filter(({ visit }) => visit.outcome !== 'forbidden').length;
    const html = settled.filter((page) => page.read?.facts.html).length;
    await tx
      .updateTable('audits')
      .set(({ eb }) => ({
        spent: JSON.stringify(spent),
        found: eb('found', '+', found),
        pages_read: eb('pages_read', '+', asked),
        html_pages: eb('html_pages', '+', html),
      }))
      .where('id', '=', id)
      .execute();
  }

  return {
    async next(limit) {
      const rows = await waitingPages(store.db, id, limit + handedOut.size);
      const fresh = rows.filter(({ url }) => !handedOut.has(url)).slice(0, limit);
      for (const { url, number } of fresh) handedOut.set(url, number);
      return fresh.map(({ url, depth }) => ({ url, depth: depth === sitemapDepth ? null : depth }));
    },

    async add(found) {
      await report('looking for pages', 0, async (tx) => {
        const added = await addFound(tx, id, nearest(found, true));
        await tx
          .updateTable('audits')
          .set(({ eb }) => ({ found: eb('found', '+', added) }))
          .where('id', '=', id)
          .execute();
      });
    },

    async settle(settled, spent) {
      const progress = crawlShare * Math.min(spent.pages / maxPages, 1);
      for (const some of inPortions(settled)) {
        const fresh = newAside(some);
        await report(`${spent.pages} pages read`, progress, (tx) => write(tx, some, fresh, spent));
        for (const { url, kind } of fresh) {
          aside.urls.add(url);
          aside.counts[kind]++;
        }
        for (const { visit } of some) handedOut.delete(visit.url);
      }
    },
  };
}

/** Pages in portions that one transaction writes in some milliseconds. */
function inPortions(settled: readonly Settled<PageRead>[]): Settled<PageRead>[][] {
  const portions: Settled<PageRead>[][] = [[]];
  let written = 0;
  for (const one of settled) {
    const { links = [], aside = [], faults = [] } = one.read ?? {};
    written += one.found.length + links.length / 4 + aside.length + faults.length;
    if (written > maxWritten && portions.at(-1)!.length > 0) {
      portions.push([]);
      written = 0;
    }
    portions.at(-1)!.push(one);
  }
  return portions;
}

async function knownAside(store: Store, auditId: string) {
  const rows = await store.db.selectFrom('audit_links').select(['url', 'kind']).where('audit_id', '=', auditId).execute();
  const counts = { external: 0, image: 0, resource: 0, named: 0, feed: 0 };
  for (const { kind } of rows) counts[kind]++;
  return { urls: new Set(rows.map(({ url }) => url)), counts };
}

/** Each address once, as near to the start as it was found. Pages that only a sitemap named lead to others without a depth, which it does not list. */
function nearest(found: readonly Waiting[], isListing: boolean): FoundAddress[] {
  const best = new Map<string, FoundAddress>();
  for (const { url, depth } of found) {
    const known = best.get(url);
    const listed = (isListing && depth === null) || known?.listed === 1 ? 1 : 0;
    best.set(url, { url, depth: Math.min(depth ?? sitemapDepth, known?.depth ?? sitemapDepth), listed });
  }
  return [...best.values()];
}

function rowOf({ visit, read, number }: Settled<PageRead> & { number: number }): ReadPageRow {
  const facts: KeptFacts = read?.facts ?? { ms: visit.durationMs, bytes: 0 };
  return { number, state: visit.outcome === 'forbidden' ? 'forbidden' : 'read', status: visit.status, facts: JSON.stringify(facts) };
}
