import { expect, test } from 'vitest';
import type { SearchedKeywords } from '../../../schema/keywords.ts';
import type { CopydeskOptions } from '../../../src/app.ts';
import { metricsKeptMs } from '../../../src/services/research/keywords/kept.ts';
import { answer, item } from '../../providers/keyword-data/labs.ts';
import { createTestApp } from '../../support/test-app.ts';

async function start(options: CopydeskOptions = {}) {
  const app = await createTestApp(options);
  const search = async (input: Record<string, unknown>) => (await app.desk.call('keywords_search', input)) as SearchedKeywords;
  return { ...app, search };
}

/** A desk with DataForSEO, and what was asked of it. */
async function withProvider(reply: () => { status?: number; body: unknown } = () => answer([item('brot')])) {
  const requests: string[] = [];
  const request: NonNullable<CopydeskOptions['request']> = ({ url, body: sent }) => {
    requests.push(String(sent));
    const { status = 200, body } = reply();
    return Promise.resolve({
      url,
      status,
      headers: {},
      truncated: false,
      durationMs: 1,
      body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    });
  };
  const app = await start({ request });
  await app.desk.call('integrations_set', { provider: 'dataforseo', username: 'baker', password: 'p4ssword-of-baker' });
  return { ...app, requests };
}

test('without a provider figures are null and say why; intent is told, and each keyword once', async () => {
  const { search } = await start();
  const { keywords, why, present, hint } = await search({ keywords: ['buy  bread', 'Buy Bread', 'хлеб 🍞 bread', 'how to bake bread'] });
  expect(keywords.map(({ keyword, intent }) => [keyword, intent.label])).toEqual([
    ['buy bread', 'transactional'],
    ['хлеб 🍞 bread', 'informational'],
    ['how to bake bread', 'informational'],
  ]);
  expect(keywords[0]).toMatchObject({ searchVolume: null, position: null });
  expect(why).toMatchObject({ searchVolume: 'integration_required', difficulty: 'integration_required', position: 'not_checked' });
  expect(present).toEqual(['buy bread']);
  expect(hint).toContain('integrations_set');
});

test("a gateway's page in place of an answer costs nothing, and stops no cap of costs", async () => {
  let reply: { status?: number; body: unknown } = { status: 502, body: '<html>Bad Gateway</html>' };
  const { search, desk } = await withProvider(() => reply);
  await desk.call('integrations_set', { provider: 'dataforseo', username: 'baker', monthlyCostCap: 1 });
  const wanted = { keywords: ['Brot'], country: 'DE', language: 'de' };
  const spent = async () => {
    const { data } = (await desk.call('integrations_list', { limit: 100 })) as { data: { provider: string; spent: unknown }[] };
    return data.find(({ provider }) => provider === 'dataforseo')!.spent;
  };
  expect((await search(wanted)).why).toMatchObject({ searchVolume: 'provider_error' });
  expect(await spent()).toMatchObject({ calls: 1, cost: 0 });
  reply = answer([item('brot')]);
  expect((await search(wanted)).keywords[0]).toMatchObject({ searchVolume: 90 });
  // A whole answer that does not say what it cost is another thing.
  reply = { body: '<html>Log in</html>' };
  await search({ ...wanted, keywords: ['Kuchen'] });
  expect(await spent()).toMatchObject({ calls: 3, cost: null });
});

test('DataForSEO is asked once, and its figures are kept for thirty days', async () => {
  const { search, requests, advance } = await withProvider();
  const wanted = { keywords: ['Brot', 'unbekannt'], country: 'DE', language: 'de' };
  const { keywords, hint } = await search(wanted);
  expect(keywords[0]).toMatchObject({
    keyword: 'Brot',
    searchVolume: 90,
    cpc: 1.25,
    difficulty: 39,
    difficultyMethod: 'provider',
    measured: [
      { figures: ['searchVolume', 'cpc', 'competition', 'difficulty'], source: 'dataforseo', checkedAt: '2024-08-09T15:36:13.000Z' },
    ],
  });
  expect(keywords[1]).toMatchObject({ searchVolume: null, why: { searchVolume: 'provider_has_none' } });
  expect(hint).toBeNull();
  await advance(metricsKeptMs - 1);
  expect((await search(wanted)).keywords).toEqual(keywords);
  expect(requests).toHaveLength(1);
  await advance(1);
  await search(wanted);
  expect(requests).toHaveLength(2);
});

test('monthly searches, features and evidence come when they are included', async () => {
  const { search } = await withProvider();
  const wanted = { keywords: ['Brot', 'unbekannt'], country: 'DE', language: 'de' };
  expect((await search(wanted)).keywords[0]).not.toHaveProperty('monthlySearches');
  const { keywords } = await search({ ...wanted, include: ['monthlySearches', 'serpFeatures', 'evidence'] });
  expect(keywords[0]).toMatchObject({
    intent: { label: 'commercial', evidence: ['DataForSEO says so'] },
    monthlySearches: [
      { month: '2024-07', searches: 50 },
      { month: '2024-06', searches: 0 },
      { month: '2023-12', searches: 10 },
    ],
    serpFeatures: ['people_also_ask', 'video'],
  });
  expect(keywords[1]).toMatchObject({ monthlySearches: null, serpFeatures: null, why: { monthlySearches: 'provider_has_none' } });
});

test('what a question cost is told, and of what is kept since when', async () => {
  const { search, now, advance } = await withProvider();
  const wanted = { keywords: ['brot'], country: 'DE', language: 'de' };
  const askedAt = new Date(now()).toISOString();
  expect((await search(wanted)).asked).toEqual([{ source: 'dataforseo', requests: 1, kept: 0, keptSince: null, cost: 0.0103, why: null }]);
  await advance(86_400_000);
  expect((await search(wanted)).asked).toEqual([{ source: 'dataforseo', requests: 0, kept: 1, keptSince: askedAt, cost: 0, why: null }]);
});

test('who asks for the same at once is told what the first was told', async () => {
  const { search, requests } = await withProvider(() => answer([item('mehl'), item('brot'), item('brot', { search_volume: null })]));
  const wanted = { keywords: ['brot', 'mehl', 'hefe'], country: 'DE', language: 'de' };
  const [one, other] = await Promise.all([search(wanted), search(wanted)]);
  expect(one.keywords.map(({ searchVolume }) => searchVolume)).toEqual([90, 90, null]);
  expect(other.keywords).toEqual(one.keywords);
  expect(requests).toHaveLength(1);
});

test('over the cap nothing is asked, and what is kept is told', async () => {
  const { search, desk, requests } = await withProvider();
  await desk.call('integrations_set', { provider: 'dataforseo', username: 'baker', password: 'p4ssword-of-baker', monthlyCallCap: 1 });
  await search({ keywords: ['brot'], country: 'DE', language: 'de' });
  const { keywords, asked } = await search({ keywords: ['brot', 'mehl'], country: 'DE', language: 'de' });
  expect(keywords).toMatchObject([{ searchVolume: 90 }, { searchVolume: null, why: { searchVolume: 'cap_reached' } }]);
  expect(asked).toMatchObject([{ requests: 0, kept: 1, why: { reason: 'cap_reached', detail: expect.stringContaining('month') } }]);
  expect(requests).toHaveLength(1);
});

test('who gives up meanwhile is told so, and nothing is kept', async () => {
  const giving = new AbortController();
  const { desk, search, requests } = await withProvider(() => {
    if (requests.length > 1) return answer([item('brot')]);
    giving.abort(new Error('given up'));
    throw giving.signal.reason;
  });
  const wanted = { keywords: ['brot'], country: 'DE', language: 'de' };
  await expect(desk.services.keywords.search(wanted, { signal: giving.signal })).rejects.toThrow('given up');
  expect((await search(wanted)).asked).toMatchObject([{ requests: 1, kept: 0 }]);
});

test('keywords that say the same stay rows of their own, and are told', async () => {
  const { search } = await start();
  const { keywords, same } = await search({ keywords: ['cold brew ratio', 'ratio cold brews', 'the cold brew ratio', 'cold brew'] });
  expect(keywords).toHaveLength(4);
  expect(same).toEqual([
    { keyword: 'ratio cold brews', into: 'cold brew ratio' },
    { keyword: 'the cold brew ratio', into: 'cold brew ratio' },
  ]);
});

test('names of what every object has are keywords as others', async () => {
  const { search } = await start();
  const names = ['constructor', '__proto__', 'toString'];
  expect((await search({ keywords: names })).keywords.map(({ keyword }) => keyword)).toEqual(names);
});

test('what the provider refuses is told and hides no row', async () => {
  const { search } = await withProvider(() => ({ status: 500, body: {} }));
  const { keywords, why, asked } = await search({ keywords: ['brot'], country: 'DE', language: 'de' });
  expect(keywords).toMatchObject([{ keyword: 'brot', searchVolume: null }]);
  expect(why).toMatchObject({ searchVolume: 'provider_error' });
  expect(asked).toMatchObject([
    { source: 'dataforseo', requests: 1, why: { reason: 'provider_error', detail: expect.stringContaining('DataForSEO') } },
  ]);
});

test('a market that it does not know, or none, is not asked for', async () => {
  const { search, requests } = await withProvider();
  expect((await search({ keywords: ['brot'], country: 'DE', language: 'ja' })).why).toMatchObject({ cpc: 'not_applicable' });
  const { why, asked } = await search({ keywords: ['brot'], language: 'de' });
  expect(why).toMatchObject({ cpc: 'not_checked' });
  expect(asked).toMatchObject([{ requests: 0, why: { detail: expect.stringContaining('country') } }]);
  expect(requests).toEqual([]);
});

test.each([
  [{ keywords: [] }, '/keywords'],
  [{ keywords: ['x'.repeat(201)] }, '/keywords/0'],
  [{ keywords: [' '] }, '/keywords/0'],
  [{ keywords: ['bread', '\u200B'] }, '/keywords/1'],
  [{ keywords: ['\u202E\u200D'] }, '/keywords/0'],
  [{ keywords: Array.from({ length: 700 }, (_, at) => `bread ${at}`) }, '/keywords'],
  [{ keywords: ['bread'], country: 'UK' }, '/country'],
])('%j is refused by its field', async (input, pointer) => {
  const { search } = await start();
  await expect(search(input)).rejects.toMatchObject({ code: 'invalid_input', errors: [expect.objectContaining({ pointer })] });
});
