import type { Store, Tx } from '../../../db/open.ts';
import type { CrawledOrigin, CrawledPageRow, CrawledPassageRow } from '../../../db/rows/site.ts';
import { idsIn } from '../../../db/sql.ts';
import { hostOf } from '../../../crawl/url.ts';
import type { DocumentBeginning } from '../../../documents/reading.ts';
import type { System } from '../../../system.ts';
import type { Slice } from '../../common/group.ts';
import { addPassages, removePassages } from './passages.ts';
import { searchCrawled, type CrawledPassage, type CrawledSearch } from './search.ts';

/** A page that was read, with its main text. */
export interface ReadPage {
  projectId: string;
  origin: CrawledOrigin;
  /** Normalised: a page has one spelling. */
  url: string;
  title: string | null;
  read: Pick<DocumentBeginning, 'language' | 'wordCount' | 'passages' | 'fingerprint'>;
  /** A hash of what it was read from, for who compares before reading. */
  source?: string;
}

/** Which of a project's pages. */
export interface WhichPages {
  projectId: string;
  origin?: CrawledOrigin;
  hosts?: readonly string[];
  urls?: readonly string[];
}

/** A piece of a page's text. */
export type CrawledPiece = Pick<CrawledPassageRow, 'page_id' | 'kind' | 'heading' | 'text'>;

export type CrawledPage = Omit<CrawledPageRow, 'project_id'>;

/** The text of pages on the web, for comparing and finding: never among the knowledge that articles cite. */
export interface CrawledPages {
  /** Keeps the page's text; the same text as before costs one comparison. The oldest read make room. */
  put(tx: Tx, page: ReadPage): Promise<'added' | 'updated' | 'unchanged'>;
  /** The page was asked again, and says the same. */
  readAgain(tx: Tx, id: string): Promise<void>;
  /** Removes some; returns whether there may be more. Bounded like a `Slice`. */
  remove(tx: Tx, which: WhichPages): Promise<boolean>;
  /** The best passages of the project's pages, each with its page. */
  search(projectId: string, query: string, how?: CrawledSearch): Promise<CrawledPassage[]>;
  pageAt(projectId: string, origin: CrawledOrigin, url: string, tx?: Tx): Promise<CrawledPage | undefined>;
  /** The pages of an origin, or of one host of it, by address. */
  pagesOf(projectId: string, which: { origin: CrawledOrigin; host?: string; limit?: number }): Promise<CrawledPage[]>;
  /** The text of some pages, in order. */
  passagesOf(pageIds: readonly string[]): Promise<CrawledPiece[]>;
  /** The hosts of an origin. */
  hostsOf(projectId: string, origin: CrawledOrigin, tx?: Tx): Promise<string[]>;
}

/** Pages kept of each origin of a project: several blogs of ordinary size, or what a year of answers cites. */
export const maxPages: Readonly<Record<CrawledOrigin, number>> = { own: 5_000, competitor: 5_000, cited: 2_000 };
/** What nobody has read for so long says little of today's web. */
export const maxAgeMs = 180 * 24 * 3_600_000;
/** Per transaction, which must not hold the database for more than 20 ms. */
const maxAtOnce = { pages: 20, passages: 100 };
const maxTitleLength = 300;

export function createCrawledPages(store: Store, system: Pick<System, 'now' | 'id' | 'turns'>): CrawledPages {
  async function makeRoom(tx: Tx, { project_id, origin }: CrawledPageRow): Promise<void> {
    const pages = tx.selectFrom('crawled_pages').select('id').where('project_id', '=', project_id).where('origin', '=', origin);
    const tooOld = await pages.orderBy('read_at', 'desc').offset(maxPages[origin]).limit(maxAtOnce.pages).execute();
    if (tooOld.length > 0) await removeSome(tx, tooOld);
  }

  async function pageAt(projectId: string, origin: CrawledOrigin, url: string, tx?: Tx): Promise<CrawledPageRow | undefined> {
    const pages = (tx ?? store.db).selectFrom('crawled_pages').selectAll().where('project_id', '=', projectId);
    return pages.where('origin', '=', origin).where('url', '=', url).executeTakeFirst();
  }

  return {
    pageAt,

    async put(tx, { projectId, origin, url, title, read, source = null }) {
      const known = await pageAt(projectId, origin, url, tx);
      const now = system.now();
      const named = (title ?? url).slice(0, maxTitleLength);
      if (known?.fingerprint === read.fingerprint && known.title === named) {
        await tx.updateTable('crawled_pages').set({ read_at: now, source }).where('id', '=', known.id).execute();
        return 'unchanged';
      }
      const { language, wordCount: word_count, fingerprint, passages } = read;
      const said = { title: named, language, word_count, fingerprint, source, read_at: now, changed_at: now };
      const page: CrawledPageRow = known
        ? { ...known, ...said }
        : { id: system.id('pag'), project_id: projectId, origin, host: hostOf(url), url, ...said };
      if (known) {
        await removePassages(tx, [known.id], Number.MAX_SAFE_INTEGER);
        await tx.updateTable('crawled_pages').set(said).where('id', '=', known.id).execute();
      } else {
        await tx.insertInto('crawled_pages').values(page).execute();
        await makeRoom(tx, page);
      }
      await addPassages(tx, system.turns(), page, passages);
      return known ? 'updated' : 'added';
    },

    async readAgain(tx, id) {
      await tx.updateTable('crawled_pages').set({ read_at: system.now() }).where('id', '=', id).execute();
    },

    async remove(tx, { projectId, origin, hosts, urls }) {
      let some = tx.selectFrom('crawled_pages').select('id').where('project_id', '=', projectId);
      if (origin !== undefined) some = some.where('origin', '=', origin);
      if (hosts !== undefined) some = some.where('host', 'in', idsIn(hosts));
      if (urls !== undefined) some = some.where('url', 'in', idsIn(urls));
      return removeSome(tx, await some.limit(maxAtOnce.pages).execute());
    },

    search: (projectId, query, how = {}) => searchCrawled(store.db, projectId, query, how),

    async pagesOf(projectId, { origin, host, limit = maxPages[origin] }) {
      const pages = store.db.selectFrom('crawled_pages').selectAll().where('project_id', '=', projectId).where('origin', '=', origin);
      const wanted = host === undefined ? pages : pages.where('host', '=', host);
      return wanted.orderBy('host').orderBy('url').limit(limit).execute();
    },

    async passagesOf(pageIds) {
      const pieces = store.db.selectFrom('crawled_passages').select(['page_id', 'kind', 'heading', 'text']);
      return pieces.where('page_id', 'in', idsIn(pageIds)).orderBy('page_id').orderBy('position').execute();
    },

    async hostsOf(projectId, origin, tx) {
      const pages = (tx ?? store.db).selectFrom('crawled_pages').where('project_id', '=', projectId).where('origin', '=', origin);
      const rows = await pages.select('host').distinct().execute();
      return rows.map(({ host }) => host);
    },
  };
}

/** Removes what has not been read for long. */
export function crawledRetention({ now }: Pick<System, 'now'>): Slice {
  return async (tx) => {
    const old = tx
      .selectFrom('crawled_pages')
      .select('id')
      .where('read_at', '<', now() - maxAgeMs);
    return removeSome(tx, await old.orderBy('read_at').limit(maxAtOnce.pages).execute());
  };
}

/** First passages of these pages, then the pages; returns whether there may be more. The foreign key would remove all at once, and not from the index. */
async function removeSome(tx: Tx, pages: readonly { id: string }[]): Promise<boolean> {
  const ids = pages.map(({ id }) => id);
  if ((await removePassages(tx, ids, maxAtOnce.passages)) === maxAtOnce.passages) return true;
  await tx.deleteFrom('crawled_pages').where('id', 'in', idsIn(ids)).execute();
  return ids.length === maxAtOnce.pages;
}
