import { expect, test } from 'vitest';
import { createKeywordData } from '../../../src/providers/keyword-data/index.ts';
import { unmetered, type Meter } from '../../../src/providers/meter.ts';
import { failureOf, openSystem, startSite, type Asked, type Said } from '../publish/support.ts';
import { answer, item, place } from './labs.ts';

const market = { country: 'DE', language: 'de' };
const codes = { location_code: 2276, language_code: 'de' };
const password = 'very-secret';

async function open(answerOf: (asked: Asked) => Said, meter: Meter = unmetered) {
  const site = await startSite(answerOf);
  const taskOf = (at: number) => JSON.parse(site.asked[at]!.body.toString());
  return { site, taskOf, labs: createKeywordData(openSystem(), { baseUrl: site.url, username: 'ann', password }, meter) };
}

test('all keywords are asked for at once, as DataForSEO writes them, and answered in their order', async () => {
  const { site, taskOf, labs } = await open(() => answer([item('roggenbrot'), item('c++'), item('brot', { search_volume: 0, cpc: null })]));
  const keywords = ['Brot', 'C++', 'zzz qqq', '  BROT ', 'Roggenbrot'];
  const { rows, requests, cost } = await labs.metrics(keywords, market);
  expect([requests, cost]).toEqual([1, 0.0103]);
  expect(site.calls()).toEqual(['POST /v3/dataforseo_labs/google/keyword_overview/live']);
  expect(taskOf(0)).toEqual([{ keywords: ['brot', 'c%2B%2B', 'zzz qqq', 'roggenbrot'], ...codes, include_serp_info: true }]);
  expect(site.asked[0]!.headers.authorization).toBe(`Basic ${Buffer.from(`ann:${password}`).toString('base64')}`);
  expect(rows.map(({ keyword, why, figures }) => [keyword, why, figures?.searchVolume])).toEqual([
    ['Brot', null, 0],
    ['C++', null, 90],
    ['zzz qqq', 'provider_has_none', undefined],
    ['  BROT ', null, 0],
    ['Roggenbrot', null, 90],
  ]);
  expect(rows[4]!.figures).toEqual({
    searchVolume: 90,
    cpc: 1.25,
    competition: 0.02,
    difficulty: 39,
    intent: 'commercial',
    monthly: [
      { month: '2024-07', searches: 50 },
      { month: '2024-06', searches: 0 },
      { month: '2023-12', searches: 10 },
    ],
    updatedAt: Date.UTC(2024, 7, 9, 15, 36, 13),
    features: ['people_also_ask', 'video'],
  });
});

test('keywords that it does not take are told and not sent: one of them would fail them all', async () => {
  const { taskOf, site, labs } = await open(() => answer([]));
  const strange = ['', '🍞 brot', 'x'.repeat(81), 'a b c d e f g h i j k'];
  const { rows } = await labs.metrics(['brot', ...strange], market);
  expect(rows.map(({ why }) => why)).toEqual(['provider_has_none', ...strange.map(() => 'not_applicable')]);
  expect(taskOf(0)[0].keywords).toEqual(['brot']);
  const none = await labs.metrics(strange, market);
  expect([none.rows.every(({ why }) => why === 'not_applicable'), none.requests]).toEqual([true, 0]);
  expect(site.asked).toHaveLength(1);
  await expect(labs.metrics(Array.from({ length: 701 }, String), market)).rejects.toThrow(RangeError);
});

test('figures that are out of their range or no figures are none', async () => {
  const odd = {
    search_volume: '90',
    cpc: -1,
    competition: 1.5,
    last_updated_time: 'yesterday',
    monthly_searches: [{ year: 2024, month: 13 }, null],
  };
  const { labs } = await open(() =>
    answer([
      {
        ...item('brot', odd),
        keyword_properties: { keyword_difficulty: 101 },
        search_intent_info: { main_intent: 'fun' },
        serp_info: null,
      },
      null,
      { keyword: 7 },
    ]),
  );
  const { rows } = await labs.metrics(['brot'], market);
  expect(rows[0]).toEqual({
    keyword: 'brot',
    why: null,
    figures: {
      searchVolume: null,
      cpc: null,
      competition: null,
      difficulty: null,
      intent: null,
      monthly: [],
      updatedAt: null,
      features: null,
    },
  });
});

test('suggestions come for a seed, with how many there are', async () => {
  const { site, taskOf, labs } = await open(() => answer([item('roggenbrot backen'), item('roggenbrot rezept')], 812));
  const { rows, total } = await labs.suggestions(' Roggenbrot', { ...market, limit: 2000 });
  expect([rows.map(({ keyword }) => keyword), total]).toEqual([['roggenbrot backen', 'roggenbrot rezept'], 812]);
  expect(site.calls()).toEqual(['POST /v3/dataforseo_labs/google/keyword_suggestions/live']);
  expect(taskOf(0)).toEqual([{ keyword: 'roggenbrot', ...codes, limit: 1000 }]);
  expect((await labs.suggestions('brot', { ...market, limit: 1 })).rows).toHaveLength(1);
});

test('what a domain ranks for is read page after page, each keyword at its best place', async () => {
  const pages = [
    answer(
      [...Array.from({ length: 998 }, (_, at) => place(`brot ${at}`, 3)), place('brot', 9), place('werbung', 1, { type: 'paid' })],
      1002,
    ),
    answer([place('brot', 4, { url: 'https://a.example/better' }), place('mehl', 0)], 1002),
  ];
  const spent: unknown[] = [];
  const meter: Meter = {
    async spend(calls, ask, costOf) {
      const said = await ask();
      spent.push([calls, costOf?.(said)]);
      return said;
    },
  };
  const { site, taskOf, labs } = await open(() => pages.shift()!, meter);
  const { rows, total, complete } = await labs.ranked('www.A.example:8080', { ...market, limit: 5000 });
  expect([rows.length, total, complete]).toEqual([999, 1002, true]);
  expect(rows.find(({ keyword }) => keyword === 'brot')).toMatchObject({ position: 4, url: 'https://a.example/better' });
  expect(site.calls()).toEqual(Array(2).fill('POST /v3/dataforseo_labs/google/ranked_keywords/live'));
  const order_by = ['keyword_data.keyword_info.search_volume,desc', 'ranked_serp_element.serp_item.rank_group,asc'];
  const task = { target: 'a.example', ...codes, item_types: ['organic'], order_by, limit: 1000 };
  expect([taskOf(0), taskOf(1)]).toEqual([[{ ...task, offset: 0 }], [{ ...task, offset: 1000 }]]);
  expect(spent).toEqual([
    [1, 0.0103],
    [1, 0.0103],
  ]);
});

const thousand = Array.from({ length: 1000 }, (_, at) => place(`brot ${at}`, 3));

test('a list that is cut, by the limit, by a failure or by the provider, says so', async () => {
  const { labs, taskOf } = await open(() => answer(thousand, 3000));
  expect(await labs.ranked('a.example', { ...market, limit: 1500 })).toMatchObject({ total: 3000, complete: false });
  expect(taskOf(1)[0]).toMatchObject({ limit: 500, offset: 1000 });
  const pages: Said[] = [answer(thousand, 3000), { status: 500, body: '' }];
  const broken = await (await open(() => pages.shift()!)).labs.ranked('a.example', { ...market, limit: 5000 });
  expect([broken.rows.length, broken.complete]).toEqual([1000, false]);
  const short = await open(() => answer([place('brot', 1)], 3000));
  expect(await short.labs.ranked('a.example', { ...market, limit: 5000 })).toMatchObject({ complete: false });
  expect(short.site.asked).toHaveLength(1);
});

test('nothing is an answer where DataForSEO says so, and only there', async () => {
  const none = await open(() => answer(null, 0));
  expect(await none.labs.ranked('a.example', { ...market, limit: 100 })).toEqual({ rows: [], total: 0, complete: true, wholeAbove: null });
  expect((await none.labs.metrics(['brot'], market)).rows).toMatchObject([{ figures: null, why: 'provider_has_none' }]);
  const said = { body: { status_code: 20000, tasks: [{ status_code: 40102, status_message: 'No Search Results.', result: null }] } };
  expect(await (await open(() => said)).labs.suggestions('brot', { ...market, limit: 10 })).toEqual({ rows: [], total: 0 });
  for (const odd of [{ items: 'x' }, {}, null]) {
    const { labs } = await open(() => ({ body: { status_code: 20000, tasks: [{ status_code: 20000, result: [odd] }] } }));
    expect((await failureOf(labs.metrics(['brot'], market))).code).toBe('provider_failed');
  }
});

test('a run that is aborted on a later page throws the reason, and no part of the answer', async () => {
  const stop = new AbortController();
  const reason = new Error('enough');
  const { labs, site } = await open(() => answer(thousand, 3000));
  site.instead = (_asked, given) => {
    if (site.asked.length === 2) stop.abort(reason);
    return given();
  };
  await expect(labs.ranked('a.example', { ...market, limit: 5000 }, stop.signal)).rejects.toBe(reason);
});

test('a run that is aborted between two pages pays no further one', async () => {
  const stop = new AbortController();
  const reason = new Error('enough');
  let paid = 0;
  const meter: Meter = {
    async spend(_calls, ask) {
      paid++;
      const said = await ask();
      stop.abort(reason);
      return said;
    },
  };
  const { labs } = await open(() => answer(thousand, 3000), meter);
  await expect(labs.ranked('a.example', { ...market, limit: 5000 }, stop.signal)).rejects.toBe(reason);
  expect(paid).toBe(1);
});

test('a first page that fails is a failure', async () => {
  const { labs } = await open(() => ({ status: 500, body: '' }));
  expect((await failureOf(labs.ranked('a.example', { ...market, limit: 5000 }))).code).toBe('provider_failed');
});

test('a market that it does not know is told, never guessed', async () => {
  const { labs, site } = await open(() => answer([]));
  expect(labs.cannot({ country: 'IS', language: 'is' })).toContain('country IS');
  expect(labs.cannot({ country: 'de', language: 'fr' })).toContain('has keywords in de, not in fr');
  expect(labs.cannot({ country: 'XX', language: 'en' })).toContain('XX');
  expect(await failureOf(labs.metrics(['brot'], { country: 'DE', language: 'fr' }))).toMatchObject({ code: 'provider_refused' });
  expect(await failureOf(labs.suggestions('brot', { country: '', language: '', limit: 5 }))).toMatchObject({ code: 'provider_refused' });
  expect(site.asked).toHaveLength(0);
});

test.each([
  ['no', 'NO', 'nb', 2578],
  ['nb', 'NO', 'nb', 2578],
  ['zh', 'TW', 'zh-TW', 2158],
  ['zh', 'SG', 'zh-CN', 2702],
  ['FR', 'ch', 'fr', 2756],
])('%s in %s is asked for as %s', async (language, country, language_code, location_code) => {
  const { labs, taskOf } = await open(() => answer([]));
  await labs.metrics(['brot'], { country, language });
  expect(taskOf(0)[0]).toMatchObject({ language_code, location_code });
});

test.each(['', 'localhost', '127.0.0.1', '[::1]', 'a b'])('%j is no domain that anyone could rank with', async (domain) => {
  const { labs, site } = await open(() => answer([]));
  expect((await failureOf(labs.ranked(domain, { ...market, limit: 10 }))).code).toBe('provider_refused');
  expect(site.asked).toHaveLength(0);
});

test.each([
  ['a.example/path?x=1', 'a.example'],
  ['user@a.example', 'a.example'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['пример.рф', 'xn--e1afmkfd.xn--p1ai'],
])('%j is asked for as %s', async (domain, target) => {
  const { labs, taskOf } = await open(() => answer([]));
  await labs.ranked(domain, { ...market, limit: 10 });
  expect(taskOf(0)[0].target).toBe(target);
});

test.each([
  [{ status: 401, body: { status_code: 40100, status_message: 'You are not Authorized.', tasks: null } }, 'provider_refused'],
  [{ body: { status_code: 20000, tasks: [{ status_code: 40501, status_message: "Invalid Field: 'keywords'." }] } }, 'provider_refused'],
  [{ body: { status_code: 20000, tasks: [{ status_code: 40202, status_message: 'Rate limit.' }] } }, 'rate_limited'],
  [{ status: 500, body: 'oops' }, 'provider_failed'],
  [{ body: '<html></html>' }, 'provider_refused'],
])('DataForSEO that answers %j is told', async (said, code) => {
  const { labs } = await open(() => said);
  expect((await failureOf(labs.metrics(['brot'], market))).code).toBe(code);
});
