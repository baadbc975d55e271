import { createHash } from 'node:crypto';
import type { Visit } from '../../../crawl/visit.ts';
import type { Store } from '../../../db/open.ts';
import { idsIn } from '../../../db/sql.ts';
import type { DocumentBeginning } from '../../../documents/reading.ts';
import type { PageFacts } from '../../../pages/page-facts.ts';
import type { System } from '../../../system.ts';
import { isIndexPage } from '../../common/index-page.ts';
import { canonicalOf, robotsDirectives } from '../../common/indexing.ts';
import type { CrawledPages } from './pages.ts';

export type KeepText = (text: DocumentBeginning) => Promise<void>;

/** The main text of the pages of a project's own site, among the crawled pages. */
export interface OwnTexts {
  /**
   * Looks at a page that was asked. If it is one to be found, a page of text that lets itself be indexed under its own address, returns
   * what keeps its text; `same` where its bytes are those of before, and its text is there. Else `none`: what was kept of a page that is gone,
   * or is none to be found any more, is let go.
   */
  take(projectId: string, visit: Visit, facts: PageFacts | null): Promise<KeepText | 'same' | 'none'>;
  /** A page was asked, and has not changed. */
  stays(projectId: string, url: string): Promise<void>;
  /** Those of these pages whose text is there. */
  among(projectId: string, urls: readonly string[]): Promise<Set<string>>;
}

/** Of less, there is nothing to find or to compare. */
const minWords = 20;
/** When a page was last read is kept to the day: to write each time would cost more than to compare. */
const dayMs = 24 * 3_600_000;

/** Whether a page has a text of its own, rather than a list of others. */
export function hasText(url: string, facts: PageFacts): boolean {
  return facts.mainWords >= minWords && !isIndexPage(url, facts);
}

export function createOwnTexts(crawledPages: CrawledPages, store: Store, { now, agent }: Pick<System, 'now' | 'agent'>): OwnTexts {
  async function noteReading({ id, read_at }: { id: string; read_at: number }): Promise<void> {
    if (read_at <= now() - dayMs) await store.write((tx) => crawledPages.readAgain(tx, id));
  }

  return {
    async take(projectId, visit, facts) {
      const { url, body } = visit;
      const known = await crawledPages.pageAt(projectId, 'own', url);
      if (!isToBeFound(visit, facts)) {
        const wanted = { projectId, origin: 'own' as const, urls: [url] };
        if (known && saysSo(visit, facts)) while (await store.write((tx) => crawledPages.remove(tx, wanted)));
        return 'none';
      }
      // What another release reads in the same bytes may be another text.
      const source = createHash('sha256').update(agent).update(body).digest('base64url');
      if (known?.source !== source)
        return async (text) =>
          void (await store.write((tx) => crawledPages.put(tx, { projectId, origin: 'own', url, title: text.title, read: text, source })));
      await noteReading(known);
      return 'same';
    },

    async stays(projectId, url) {
      const known = await crawledPages.pageAt(projectId, 'own', url);
      if (known) await noteReading(known);
    },

    async among(projectId, urls) {
      const pages = store.db.selectFrom('crawled_pages').select('url').where('project_id', '=', projectId).where('origin', '=', 'own');
      const rows = await pages.where('url', 'in', idsIn(urls)).execute();
      return new Set(rows.map(({ url }) => url));
    },
  };
}

function isToBeFound({ url, truncated }: Visit, facts: PageFacts | null): facts is PageFacts {
  if (facts === null || truncated || !hasText(url, facts) || robotsDirectives(facts).isNoindex) return false;
  return (canonicalOf(facts)?.url ?? url) === url;
}

/** Whether an answer that is no page of text tells what is there, rather than of trouble. */
function saysSo({ outcome, status, truncated, redirectsTo }: Visit, facts: PageFacts | null): boolean {
  if (outcome !== 'answered') return false;
  return facts === null ? redirectsTo !== null || status === 404 || status === 410 : !truncated;
}
