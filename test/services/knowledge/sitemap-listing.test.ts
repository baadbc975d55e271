import { expect, test } from 'vitest';
import { polite } from '../../../src/crawl/polite.ts';
import { listSitemap } from '../../../src/services/knowledge/sitemap-listing.ts';
import type { System } from '../../../src/system.ts';
import { file, startSite } from '../../support/site.ts';
import { createTestApp } from '../../support/test-app.ts';
import { watchTurns } from '../../support/turns.ts';

test('canceling the job ends the look through a huge sitemap at the next turn', async () => {
  const huge = Buffer.concat([Buffer.from('<urlset>'), Buffer.alloc(5_000_000, '<url></url>')]);
  const canceling = new AbortController();
  let turns = 0;
  const system = {
    request: async ({ url }: { url: string }) => ({ url, status: 200, headers: {}, body: huge, truncated: false, durationMs: 1 }),
    turns: (signal?: AbortSignal) => async () => {
      if (++turns === 3) canceling.abort(new Error('canceled'));
      signal?.throwIfAborted();
    },
  } as unknown as System;
  const asking = polite(system, (_url, _pace, _signal, task) => task(), { ownSite: null });
  await expect(listSitemap(asking, 'https://a.example/sitemap.xml', { maxPages: 100 }, { sitemaps: [] }, canceling.signal)).rejects.toThrow(
    'canceled',
  );
  expect(turns).toBe(3);
});

test('many forbidden pages one after another leave others their turn', async () => {
  const { desk } = await createTestApp();
  const site = await startSite({});
  site.pages['/sitemap.txt'] = file('text/plain', Array.from({ length: 100 }, (_, page) => `${site.url}/${page}/${'道'.repeat(200)}`).join('\n')); // prettier-ignore
  site.pages['/robots.txt'] = file('text/plain', `User-agent: *\n${Array.from({ length: 2500 }, (_, rule) => `Disallow: /*%E9${rule}\n`).join('')}Disallow: /*%E9`); // prettier-ignore
  const { jobId } = (await desk.call('knowledge_create', { sitemapUrl: `${site.url}/sitemap.txt` })) as { jobId: string };
  const longestTurn = watchTurns();
  await desk.runDue();
  expect(longestTurn()).toBeLessThan(150);
  expect(await desk.call('jobs_get', { id: jobId })).toMatchObject({ result: { listed: 100, pagesInKnowledge: 0, unreadCount: 100 } });
});
