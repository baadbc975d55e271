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
    return Promise.resolve({ url, status, headers: {}, truncated: false, durationMs: 1, body: Buffer.from(JSON.stringify(body)) });
  };
  const app = await start({ request });
  await app.desk.call('integrations_set', { provider: 'dataforseo', username: 'baker', password: 'p4ssword-of-baker' });
  return { ...app, requests };
}

test('without a provider figures are null and say why; intent is told, and each keyword once', async () => {
  const { search } = await start();
  const { keywords, present, hint } = await search({ keywords: ['buy  bread', 'Buy Bread', 'хлеб 🍞 bread', 'how to bake bread'] });
  expect(keywords.map(({ keyword, intent }) => [keyword, intent.label])).toEqual([
    ['buy bread', 'transactional'],
    ['хлеб 🍞 bread', 'informational'],
    ['how to bake bread', 'informational'],
  ]);
  expect(keywords[0]).toMatchObject({
    searchVolume: null,
    position: null,
    why: { searchVolume: 'integration_required', difficulty: 'integration_required', position: 'not_checked' },
  });
  expect(present).toEqual(['buy bread']);
  expect(hint).toContain('integrations_set');
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
    measured: { searchVolume: { source: 'dataforseo', checkedAt: '2024-08-09T15:36:13.000Z' } },
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

test('what the provider refuses is told and hides no row', async () => {
  const { search } = await withProvider(() => ({ status: 500, body: {} }));
  const { keywords, hint } = await search({ keywords: ['brot'], country: 'DE', language: 'de' });
  expect(keywords[0]).toMatchObject({ searchVolume: null, why: { searchVolume: 'provider_error' } });
  expect(hint).toContain('DataForSEO');
});

test('a market that it does not know, or none, is not asked for', async () => {
  const { search, requests } = await withProvider();
  expect((await search({ keywords: ['brot'], country: 'DE', language: 'ja' })).keywords[0]!.why).toMatchObject({ cpc: 'not_applicable' });
  const { keywords, hint } = await search({ keywords: ['brot'], language: 'de' });
  expect(keywords[0]!.why).toMatchObject({ cpc: 'not_checked' });
  expect(hint).toContain('country');
  expect(requests).toEqual([]);
});

test.each([
  [{ keywords: [] }, '/keywords'],
  [{ keywords: ['x'.repeat(201)] }, '/keywords/0'],
  [{ keywords: [' '] }, '/keywords/0'],
  [{ keywords: ['bread'], country: 'UK' }, '/country'],
])('%j is refused by its field', async (input, pointer) => {
  const { search } = await start();
  await expect(search(input)).rejects.toMatchObject({ code: 'invalid_input', errors: [expect.objectContaining({ pointer })] });
});
