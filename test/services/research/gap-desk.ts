import { readDocument } from '../../../src/documents/reading.ts';
import type { SearchQuestion } from '../../../src/providers/search/search.ts';
import type { Job } from '../../../schema/jobs.ts';
import { keepResults } from '../../../src/services/research/results/kept.ts';
import { createCrawledPages } from '../../../src/services/site/crawled/pages.ts';
import { openStore } from '../../../src/db/open.ts';
import { quietSystem } from '../../support/store.ts';
import { createTestApp } from '../../support/test-app.ts';
import { onTestFinished } from 'vitest';
import type { GapRow } from '../../../src/services/research/gap/classes.ts';

/** What a job of the kind tells. */
export interface GapResult {
  method: string | null;
  counts: Record<string, number> | null;
  rows: Partial<GapRow>[];
  competitors: { domain: string; pagesRead?: number; rankedKeywords?: number | null }[];
  csvUrl: string | null;
  cut: boolean;
  hints: string[];
  why: Record<string, string>;
}

/** A desk whose project has a site, with what a search or a reading of pages would have stored. */
export async function startGapDesk() {
  const app = await createTestApp();
  const { data } = (await app.desk.call('projects_list')) as { data: [{ id: string }] };
  const projectId = data[0].id;
  await app.desk.call('projects_update', { id: projectId, siteUrl: 'https://www.example.com/', brandTerms: ['Exampler'] });
  const system = quietSystem();
  const store = openStore(app.home, system);
  onTestFinished(() => store.close());
  const crawled = createCrawledPages(store, { ...system, now: app.now });

  return {
    ...app,
    projectId,
    store,
    /** Keeps a results page: the addresses in the order of their ranks. */
    async keep(
      keyword: string,
      urls: readonly string[],
      more: Partial<SearchQuestion> & { at?: number; provider?: 'serper' | 'dataforseo' } = {},
    ) {
      const { at = app.now(), depth = Math.max(urls.length, 10), provider = 'serper', ...asked } = more;
      const organic = urls.map((url, index) => ({ position: index + 1, url, title: url, snippet: '' }));
      const question = { keyword, country: null, language: 'en', device: 'desktop' as const, ...asked };
      const results = { organic, depthChecked: depth, features: ['people_also_ask'], questions: [], related: [], cost: null };
      await store.write((tx) => keepResults(tx, { engine: 'google', provider, question, results }, at));
    },
    /** Stores a page as its reading would. */
    async read(url: string, markdown: string) {
      const read = await readDocument({ kind: 'markdown', content: markdown });
      const origin = new URL(url).hostname.endsWith('example.com') ? ('own' as const) : ('competitor' as const);
      await store.write((tx) => crawled.put(tx, { projectId, origin, url, title: read.title ?? null, read }));
    },
    async gap(input: Record<string, unknown> = {}): Promise<GapResult> {
      const { jobId } = (await app.desk.call('keywords_competitor_gap', input)) as { jobId: string };
      await app.desk.runDue();
      const { status, result, error } = (await app.desk.call('jobs_get', { id: jobId })) as Job;
      if (status !== 'succeeded') throw new Error(JSON.stringify(error));
      return result as unknown as GapResult;
    },
  };
}
