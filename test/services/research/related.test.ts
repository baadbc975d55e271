import { expect, test } from 'vitest';
import type { DiscoveredKeywords, SearchedKeywords } from '../../../schema/keywords.ts';
import { holdSearch } from '../../support/search-console.ts';
import { startSite } from '../../support/site.ts';
import { createTestApp } from '../../support/test-app.ts';

/** A desk that may ask Serper, whose every page says what people search for besides. */
async function start(settings: Record<string, unknown> = {}) {
  const titles = ['Cold brew ratio', 'Cold brew ratio, step by step', 'Iced coffee', 'Coffee', 'Cold brew ratios'];
  const serper = await startSite({
    '/search': (_, response) => {
      const organic = titles.map((title, n) => ({ title, link: `https://site-${n}.example/`, snippet: '', position: n + 1 }));
      const relatedSearches = [{ query: 'cold brew concentrate' }, { query: 'COLD BREW RATIO' }];
      const peopleAlsoAsk = [{ question: 'How long does cold brew last?' }];
      const answer = { searchParameters: { q: 'q', type: 'search' }, organic, relatedSearches, peopleAlsoAsk };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    },
  });
  const app = await createTestApp();
  await app.desk.call('integrations_set', { provider: 'serper', apiKey: 'key', baseUrl: serper.url, ...settings });
  await app.desk.call('projects_update', { id: await projectOf(app.desk), country: 'US' });
  const searches = () => serper.asked.filter((path) => path.startsWith('/search')).length;
  const discover = async (input: Record<string, unknown>) => (await app.desk.call('keywords_discover', input)) as DiscoveredKeywords;
  const resultsOf = ({ asked }: DiscoveredKeywords) => asked.find(({ source }) => source === 'results');
  return { ...app, discover, searches, resultsOf };
}

async function projectOf(desk: Awaited<ReturnType<typeof createTestApp>>['desk']): Promise<string> {
  return ((await desk.call('projects_list')) as { data: [{ id: string }] }).data[0].id;
}

test('results pages are asked for where they are named, once, and what is kept is read without asking', async () => {
  const { discover, searches, resultsOf, now } = await start();
  const unasked = await discover({ seeds: ['cold brew'], sources: [] });
  expect([searches(), resultsOf(unasked)]).toEqual([0, undefined]);
  const asked = await discover({ seeds: ['cold brew'], sources: ['results'] });
  expect(resultsOf(asked)).toMatchObject({ requests: 1, kept: 1, cost: null, why: null });
  expect(asked.keywords.find(({ keyword }) => keyword === 'how long does cold brew last')).toMatchObject({
    question: true,
    sources: ['results'],
  });
  const again = await discover({ seeds: ['Cold  Brew'], sources: [] });
  expect(resultsOf(again)).toEqual({ source: 'results', requests: 0, kept: 1, keptSince: new Date(now()).toISOString(), why: null });
  expect(again.keywords.map(({ keyword }) => keyword)).toContain('cold brew concentrate');
  await discover({ seeds: ['cold brew'], sources: ['results'] });
  expect(searches()).toBe(1);
});

test('pages of what the project tracks are read, those about the seeds alone', async () => {
  const { desk, discover, resultsOf } = await start();
  const { results } = desk.services;
  const projectId = await projectOf(desk);
  const keywords = ['cold brew maker', 'french press'];
  await desk.call('rankings_track', { keywords, engine: 'google' });
  for (const keyword of keywords)
    await results.ask(projectId, await results.requireProvider(projectId), { keyword, country: 'US', language: 'en', device: 'desktop', depth: 10 }); // prettier-ignore
  expect(resultsOf(await discover({ seeds: ['cold brew'], sources: [] }))).toMatchObject({ kept: 1 });
});

test('over the cap, and where nobody looks pages up, the answer says so and goes on', async () => {
  const { discover, resultsOf, desk, searches } = await start({ monthlyCallCap: 1 });
  const capped = await discover({ seeds: ['cold brew', 'moka pot'], sources: ['results'] });
  expect(resultsOf(capped)).toMatchObject({ requests: 1, kept: 1, why: { reason: 'cap_reached' } });
  expect(capped.keywords.length).toBeGreaterThan(0);
  await desk.call('integrations_delete', { provider: 'serper' });
  expect(resultsOf(await discover({ seeds: ['pour over'], sources: ['results'] }))).toMatchObject({
    requests: 0,
    why: { reason: 'integration_required' },
  });
  expect(searches()).toBe(1);
});

test('a kept page tells how hard its keyword is, by whom and when', async () => {
  const { desk, now } = await start();
  const { results } = desk.services;
  const projectId = await projectOf(desk);
  const question = { keyword: 'cold brew ratio', country: 'US', language: 'en', device: 'desktop', depth: 10 } as const;
  await results.ask(projectId, await results.requireProvider(projectId), question);
  const found = (await desk.call('keywords_search', {
    keywords: ['Cold Brew Ratio', 'tea'],
    include: ['serpFeatures'],
  })) as SearchedKeywords;
  const checkedAt = new Date(now()).toISOString();
  expect(found.keywords[0]).toMatchObject({
    difficulty: 60,
    difficultyMethod: 'results',
    serpFeatures: expect.arrayContaining(['people_also_ask']),
    measured: [{ figures: ['difficulty', 'serpFeatures'], source: 'serper', checkedAt }],
  });
  expect(found.keywords[1]).toMatchObject({ difficulty: null, why: { difficulty: 'integration_required' } });
  expect(found.keywords[1]).not.toHaveProperty('difficultyMethod');
  expect(found.asked).toEqual([{ source: 'results', requests: 0, kept: 1, keptSince: checkedAt, why: null }]);
});

test('searches are read beyond the first hundred, those about the seeds are taken, and how many is told', async () => {
  const app = await createTestApp({ offline: true });
  const { keep } = await holdSearch(app);
  const seen = Array.from({ length: 2_500 }, (_, at) => ({
    date: '2026-04-20',
    query: `tea ${at}`,
    clicks: 0,
    impressions: 5_000 - at,
    position: 9,
  }));
  await keep([...seen, { date: '2026-04-20', query: 'cold brew jar', clicks: 1, impressions: 3, position: 4 }]);
  const found = (await app.desk.call('keywords_discover', { seeds: ['cold brew'] })) as DiscoveredKeywords;
  expect(found.keywords.find(({ keyword }) => keyword === 'cold brew jar')).toMatchObject({ position: 4, sources: ['search_console'] });
  expect(found.asked.find(({ source }) => source === 'search_console')).toMatchObject({
    requests: 0,
    kept: 2_501,
    keptSince: '2026-04-20',
    why: null,
  });
});
