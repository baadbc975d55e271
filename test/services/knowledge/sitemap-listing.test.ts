import { expect, test } from 'vitest';
import { createHosts } from '../../../src/crawl/hosts.ts';
import { listSitemap } from '../../../src/services/knowledge/sitemap-listing.ts';
import type { System } from '../../../src/system.ts';

test('canceling the job ends the look through a huge sitemap at the next turn', async () => {
  const huge = Buffer.concat([Buffer.from('<urlset>'), Buffer.alloc(5_000_000, '<url></url>')]);
  const canceling = new AbortController();
  let turns = 0;
  const system = {
    request: async ({ url }: { url: string }) => ({ url, status: 200, headers: {}, body: huge, truncated: false, durationMs: 1 }),
    pause: async (_: number, signal?: AbortSignal) => {
      if (++turns === 3) canceling.abort(new Error('canceled'));
      signal?.throwIfAborted();
    },
  } as unknown as System;
  const needs = { system, hosts: createHosts(system), signal: canceling.signal };
  const robots = { allows: () => true, delayMs: 0, sitemaps: [] };
  await expect(listSitemap(needs, 'https://a.example/sitemap.xml', { maxPages: 100 }, robots)).rejects.toThrow('canceled');
  expect(turns).toBe(3);
});
