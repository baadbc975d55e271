import { expect, test } from 'vitest';
import type { SearchQuestion } from '../../../src/providers/search/search.ts';
import { writtenKey } from '../../../src/services/common/asked-keyword.ts';
import { resultsLimits } from '../../../src/services/research/results/kept.ts';
import { rowsOf } from '../../support/rows.ts';
import { startSite } from '../../support/site.ts';
import { createTestApp } from '../../support/test-app.ts';

const question: SearchQuestion = { keyword: 'Connection  pool', country: 'US', language: 'en', device: 'desktop', depth: 10 };
const place = { country: 'US', language: 'en' };

/** A desk whose project may ask Serper, which answers with these addresses. */
async function startDesk(settings: Record<string, unknown> = {}) {
  const found = { urls: ['https://one.example/', 'https://two.example/'] };
  const serper = await startSite({
    '/search': (_, response) => {
      const organic = found.urls.map((link, n) => ({ title: 'T'.repeat(1000), link, snippet: 'S'.repeat(5000), position: n + 1 }));
      const answer = { searchParameters: { q: 'q', type: 'search' }, organic, relatedSearches: [{ query: 'pool size' }] };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    },
  });
  const app = await createTestApp();
  await app.desk.call('integrations_set', { provider: 'serper', apiKey: 'key', baseUrl: serper.url, ...settings });
  const { data } = (await app.desk.call('projects_list')) as { data: [{ id: string }] };
  const { results } = app.desk.services;
  const ask = async (more: Partial<SearchQuestion> = {}) =>
    results.ask(data[0].id, await results.requireProvider(data[0].id), { ...question, ...more });
  return { ...app, found, serper, results, ask, projectId: data[0].id };
}

test('what is asked is kept, and read with its age by all who write the keyword alike', async () => {
  const { results, ask, advance, now } = await startDesk();
  const before = now();
  await ask();
  await advance(3 * 86_400_000);
  const kept = await results.kept(place, ['CONNECTION pool ', 'unknown']);
  expect([...kept.keys()]).toEqual([writtenKey('connection pool')]);
  expect(kept.get('connection pool')).toMatchObject({
    keyword: 'Connection  pool',
    source: 'serper',
    engine: 'google',
    checkedAt: new Date(before).toISOString(),
    ageDays: 3,
    depthChecked: 2,
    organic: [{ position: 1, url: 'https://one.example/' }, { position: 2 }],
    related: ['pool size'],
  });
  expect(kept.get('connection pool')!.organic[0]!.title).toHaveLength(resultsLimits.title);
  expect(await results.kept({ ...place, country: null }, ['connection pool'])).toEqual(new Map());
  expect(await results.kept({ ...place, device: 'mobile' }, ['connection pool'])).toEqual(new Map());
});

test('asking asks always, and the newest answer takes the place of the older', async () => {
  const { results, ask, found, serper, home } = await startDesk();
  await ask();
  found.urls = ['https://three.example/'];
  await ask({ keyword: 'connection POOL' });
  expect(serper.asked.length).toBeGreaterThan(1);
  expect(await rowsOf(home).count('results_pages')).toBe(1);
  expect((await results.kept(place, ['connection pool'])).get('connection pool')!.organic.map(({ url }) => url)).toEqual(found.urls);
});

test('the cap holds, and a refused question leaves what is kept as it was', async () => {
  const { ask, home } = await startDesk({ monthlyCallCap: 1 });
  await ask();
  await expect(ask({ keyword: 'another' })).rejects.toMatchObject({ code: 'cap_reached' });
  expect(await rowsOf(home).count('results_pages')).toBe(1);
});

test('without a provider it is said which there are and how each is set', async () => {
  const { desk } = await createTestApp();
  const { data } = (await desk.call('projects_list')) as { data: [{ id: string }] };
  const refused = await desk.services.results.requireProvider(data[0].id).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'integration_required' });
  for (const name of ['serper', 'dataforseo', 'brave', 'searxng']) expect((refused as { hint: string }).hint).toContain(`${name}: `);
});

test('what is older than 90 days is told no more, and removed', async () => {
  const { results, ask, advance, desk, home } = await startDesk();
  await ask();
  await advance(resultsLimits.keptMs);
  expect(await results.kept(place, ['connection pool'])).toEqual(new Map());
  await desk.services.retention.sweep(new AbortController().signal);
  expect(await rowsOf(home).count('results_pages')).toBe(0);
});
