import { expect, test } from 'vitest';
import type { ProviderSettings } from '../../../schema/integrations.ts';
import { unmetered, type Meter } from '../../../src/providers/meter.ts';
import { createSearchProvider } from '../../../src/providers/search/index.ts';
import type { SearchProvider, SearchQuestion } from '../../../src/providers/search/search.ts';
import { failureOf, openSystem, startSite, type Asked, type Said } from '../publish/support.ts';

const question: SearchQuestion = { keyword: 'sourdough bread', country: 'DE', language: 'de', device: 'desktop', depth: 20 };
const key = 'sk-very-secret';
const settings: ProviderSettings = { apiKey: key, username: 'ann', password: key };

async function open(provider: SearchProvider['provider'], answer: (asked: Asked) => Said, meter: Meter = unmetered) {
  const site = await startSite(answer);
  return { site, search: createSearchProvider(openSystem(), provider, { ...settings, baseUrl: site.url }, meter) };
}

const numbered = (from: number, count: number) => Array.from({ length: count }, (_, at) => `https://site${from + at}.example/`);
const serperPage = (urls: readonly unknown[]) => ({
  body: { organic: urls.map((link) => ({ link, title: 'A <b>title</b>', snippet: 'Words' })) },
});
const task = (code: number, result: unknown, message = 'Ok.') => ({
  body: { status_code: 20000, cost: 0.0035, tasks: [{ status_code: code, status_message: message, result }] },
});

test('SearXNG is asked by its search API, and what engines say nothing for is an error that names them', async () => {
  const answers: Said[] = [
    {
      body: {
        results: [{ url: 'https://a.example/', title: 'A', content: 'x' }],
        suggestions: ['rye'],
        unresponsive_engines: [['bing', 'timeout']],
      },
    },
    { body: { results: [], unresponsive_engines: [] } },
    { body: { results: [], unresponsive_engines: [['google', 'CAPTCHA']] } },
    { body: { results: [], unresponsive_engines: [] } },
  ];
  const { site, search } = await open('searxng', () => answers.shift()!);
  expect(await search.search(question)).toMatchObject({
    organic: [{ position: 1, url: 'https://a.example/' }],
    depthChecked: 1,
    related: ['rye'],
  });
  expect(site.asked.map(({ url }) => url.pathname + url.search)[1]).toBe(
    '/search?q=sourdough+bread&format=json&categories=general&language=de-DE&pageno=2',
  );
  expect((await failureOf(search.search(question))).message).toContain('google (CAPTCHA)');
  expect((await failureOf(search.search(question))).code).toBe('provider_failed');
});

test.each([
  [{ status: 403, body: '<h1>Forbidden</h1>' }, 'provider_refused', 'search.formats'],
  [{ status: 200, body: '<html>log in</html>' }, 'provider_refused', 'log-in page'],
  [{ status: 429, body: 'Too Many Requests' }, 'rate_limited', 'limiter'],
  [{ status: 400, body: { error: 'Invalid value xx for parameter language' } }, 'provider_refused', 'Mend what it names'],
  [{ status: 500, body: { error: 'search error' } }, 'provider_failed', 'later'],
  [{ status: 302, headers: { location: 'https://example.com/?q=cats' } }, 'provider_refused', 'redirects'],
])('SearXNG that answers %j is told with how to mend it', async (said, code, hint) => {
  const { search } = await open('searxng', () => said);
  const failure = await failureOf(search.search(question));
  expect(failure).toMatchObject({ code });
  expect(failure.hint).toContain(hint);
});

test('Serper is asked page after page, ranks go on over them, and a repeated result keeps its first rank', async () => {
  const pages = [serperPage([...numbered(1, 9), 'javascript:alert(1)', null]), serperPage([...numbered(9, 10)])];
  const spent: number[] = [];
  const meter: Meter = { spend: (calls, ask) => (spent.push(calls), ask()) };
  const { site, search } = await open('serper', () => pages.shift()!, meter);
  const { organic, depthChecked, cost } = await search.search(question);
  expect(organic.map(({ position }) => position)).toEqual(Array.from({ length: 18 }, (_, at) => at + 1));
  expect(organic[8]).toMatchObject({ url: 'https://site9.example/', title: 'A title' });
  expect([depthChecked, cost, spent, search.callsFor(question)]).toEqual([18, null, [1, 1], 2]);
  expect(site.asked[1]!.headers['x-api-key']).toBe(key);
  expect([site.asked[1]!.method, site.asked[1]!.url.pathname, JSON.parse(site.asked[1]!.body.toString())]).toEqual([
    'POST',
    '/search',
    { q: 'sourdough bread', gl: 'de', hl: 'de', num: 10, page: 2, autocorrect: false },
  ]);
});

test.each([
  [
    'serper',
    { body: { ...serperPage(numbered(1, 10)).body, answerBox: { title: 'A', snippet: 'Rye.', link: 'https://snippet.example/' } } },
  ],
  [
    'dataforseo',
    task(20000, [
      {
        item_types: ['organic', 'featured_snippet'],
        items: [
          { type: 'featured_snippet', url: 'https://snippet.example/' },
          { type: 'organic', rank_group: 1, url: 'https://a.example/' },
        ],
      },
    ]),
  ],
] as const)('%s tells the page that the featured snippet shows', async (provider, said) => {
  const { search } = await open(provider, () => said);
  const { featuredUrl, features, organic } = await search.search({ ...question, depth: 10 });
  expect({ featuredUrl, features }).toMatchObject({ featuredUrl: 'https://snippet.example/', features: ['featured_snippet'] });
  expect(organic.map(({ url }) => url)).not.toContain('https://snippet.example/');
});

test('paging stops at the match, and a later page that fails leaves what came', async () => {
  const { site, search } = await open('serper', () => serperPage(numbered(1, 10)));
  await search.search(question, { until: ({ url }) => url.includes('site3') });
  expect(site.asked).toHaveLength(1);
  const pages: Said[] = [serperPage(numbered(1, 10)), { status: 500, body: '' }];
  const broken = await open('serper', () => pages.shift()!);
  expect(await broken.search.search(question)).toMatchObject({ depthChecked: 10 });
});

test.each([
  [{ status: 403, body: { message: `Unauthorized. ${key}`, statusCode: 403 } }, 'provider_refused', 'API key'],
  [{ status: 400, body: { message: 'Not enough credits', statusCode: 400 } }, 'provider_refused', 'Buy credits'],
  [{ status: 429, body: { message: 'Too many requests' } }, 'rate_limited', 'later'],
  [{ body: { organic: [] } }, 'provider_failed', 'again'],
  [{ body: '<html></html>' }, 'provider_refused', 'log-in page'],
])('Serper that answers %j is told', async (said, code, hint) => {
  const { search } = await open('serper', () => said);
  const failure = await failureOf(search.search(question));
  expect(failure).toMatchObject({ code });
  expect(failure.hint).toContain(hint);
  expect(failure.message).not.toContain(key);
});

test('Brave is asked in its own codes, and believed when it says that there are no results', async () => {
  const { site, search } = await open('brave', () => ({ body: { type: 'search', query: { more_results_available: false } } }));
  expect(await search.search({ ...question, country: 'JP', language: 'ja' })).toMatchObject({ organic: [], depthChecked: 0 });
  const { url, headers } = site.asked[0]!;
  expect(url.pathname + url.search).toBe(
    '/web/search?q=sourdough+bread&count=20&offset=0&country=JP&search_lang=jp&spellcheck=false&text_decorations=false',
  );
  expect(headers['x-subscription-token']).toBe(key);
});

test('Brave names a wrong key, and how long a used-up window lasts', async () => {
  const error = (code: string) => ({ type: 'ErrorResponse', error: { status: 422, code, detail: 'No.' } });
  const wrong = await open('brave', () => ({ status: 422, body: error('SUBSCRIPTION_TOKEN_INVALID') }));
  expect(await failureOf(wrong.search.search(question))).toMatchObject({
    code: 'provider_refused',
    hint: expect.stringContaining('API key'),
  });
  const headers = { 'x-ratelimit-remaining': '0, 900', 'x-ratelimit-reset': '1, 1419704' };
  const busy = await open('brave', () => ({ status: 429, headers, body: error('RATE_LIMITED') }));
  expect(await failureOf(busy.search.search(question))).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1 });
});

test.each([
  [
    {
      status: 422,
      body: { type: 'ErrorResponse', error: { status: 422, code: 'VALIDATION', detail: 'Unable to validate request parameter(s)' } },
    },
    'provider_refused',
    'VALIDATION',
  ],
  [
    {
      status: 400,
      body: { type: 'ErrorResponse', error: { status: 400, code: 'OPTION_NOT_IN_PLAN', detail: 'The option is not subscribed.' } },
    },
    'provider_refused',
    'OPTION_NOT_IN_PLAN',
  ],
  [
    { status: 404, body: { type: 'ErrorResponse', error: { status: 404, code: 'NOT_FOUND', detail: 'No.' } } },
    'provider_refused',
    'NOT_FOUND',
  ],
  [
    { status: 500, body: { type: 'ErrorResponse', error: { status: 500, code: 'INTERNAL', detail: 'Oops.' } } },
    'provider_failed',
    'INTERNAL',
  ],
  [{ body: '<html></html>' }, 'provider_refused', 'is not what'],
  [
    { body: { type: 'search', query: { more_results_available: true }, web: { results: [] } } },
    'provider_failed',
    'without a single result',
  ],
] as [Said, string, string][])('Brave that answers %j is told', async (said, code, words) => {
  const { search } = await open('brave', () => said);
  expect(await failureOf(search.search(question))).toMatchObject({ code, message: expect.stringContaining(words) });
});

test.each([
  ['serper', 'zh', 'TW', 'zh-TW'],
  ['serper', 'nb', 'NO', 'no'],
  ['dataforseo', 'zh', 'HK', 'zh-TW'],
  ['dataforseo', 'nb', 'NO', 'no'],
] as const)("%s is asked in Google's code of a language: %s in %s", async (provider, language, country, code) => {
  const { site, search } = await open(provider, () => ({ status: 500, body: '' }));
  await failureOf(search.search({ ...question, language, country }));
  expect(site.asked[0]!.body.toString()).toMatch(new RegExp(`"(hl|language_code)":"${code}"`));
});

test('DataForSEO is asked for one task, and ranks are those among the organic results', async () => {
  const items = [
    { type: 'people_also_ask', rank_group: 1, rank_absolute: 1, items: [{ title: 'Why sour?' }] },
    { type: 'organic', rank_group: 2, rank_absolute: 4, url: 'https://b.example/', title: 'B', description: 'b' },
    { type: 'organic', rank_group: 1, rank_absolute: 2, url: 'https://a.example/', title: 'A', description: 'a' },
    { type: 'related_searches', items: ['rye bread'] },
  ];
  const { site, search } = await open('dataforseo', () => task(20000, [{ item_types: ['organic', 'people_also_ask'], items }]));
  const { organic, ...rest } = await search.search({ ...question, keyword: '100% rye+', device: 'mobile' });
  expect(organic.map(({ url }) => url)).toEqual(['https://a.example/', 'https://b.example/']);
  expect(rest).toEqual({ depthChecked: 2, features: ['people_also_ask'], questions: ['Why sour?'], related: ['rye bread'], cost: 0.0035 });
  const { url, headers, body } = site.asked[0]!;
  expect([url.pathname, headers.authorization]).toEqual([
    '/v3/serp/google/organic/live/advanced',
    `Basic ${Buffer.from(`ann:${key}`).toString('base64')}`,
  ]);
  expect(JSON.parse(body.toString())).toEqual([
    { keyword: '100%25 rye%2B', location_code: 2276, language_code: 'de', device: 'mobile', os: 'android', depth: 20 },
  ]);
});

test.each([
  [task(40501, null, "Invalid Field: 'depth'."), 'provider_refused'],
  [task(40210, null, 'Insufficient Funds.'), 'provider_refused'],
  [task(40202, null, 'Rate limit.'), 'rate_limited'],
  [task(40101, null, 'Internal SE Server Error.'), 'provider_failed'],
  [task(40103, null, 'Task execution failed.'), 'provider_failed'],
  [task(40209, null, 'Too many requests at once.'), 'rate_limited'],
  [task(50301, null, '3rd Party API Service Unavailable.'), 'provider_failed'],
  [{ status: 402, body: { status_code: 40200, status_message: 'Payment Required.', tasks: null } }, 'provider_refused'],
  [{ status: 404, body: { status_code: 40400, status_message: 'Not Found.', tasks: null } }, 'provider_refused'],
  [{ status: 500, body: { status_code: 50000, status_message: 'Internal Error.', tasks: null } }, 'provider_failed'],
  [{ body: { status_code: 40503, status_message: 'POST Data Is Invalid.', tasks: null } }, 'provider_refused'],
  [{ status: 401, body: { status_code: 40100, status_message: 'You are not Authorized.' } }, 'provider_refused'],
  [task(20000, [{ items: [], se_results_count: 12 }]), 'provider_failed'],
  [task(20000, null), 'provider_failed'],
  [{ body: '<html></html>' }, 'provider_refused'],
])('DataForSEO that answers %j is told', async (said, code) => {
  const { search } = await open('dataforseo', () => said);
  expect((await failureOf(search.search(question))).code).toBe(code);
});

test('DataForSEO is believed when it says that there are no results', async () => {
  const { search } = await open('dataforseo', () => task(40102, null, 'No Search Results.'));
  expect(await search.search(question)).toMatchObject({ organic: [], depthChecked: 0, cost: 0.0035 });
});

test('what a provider cannot ask is told, and what it bills is known before', () => {
  const of = (provider: SearchProvider['provider']) =>
    createSearchProvider(openSystem(), provider, { ...settings, baseUrl: 'http://127.0.0.1:9' }, unmetered);
  expect((['searxng', 'serper', 'brave', 'dataforseo'] as const).map((name) => of(name).cannot(question))).toEqual([
    null,
    null,
    null,
    null,
  ]);
  for (const name of ['searxng', 'serper', 'brave'] as const)
    expect(of(name).cannot({ ...question, device: 'mobile' })).toContain('devices');
  expect(of('brave').cannot({ ...question, country: 'IS' })).toContain('IS');
  expect(of('searxng').cannot({ ...question, keyword: '!gi cats' })).toContain('commands');
  expect(of('dataforseo').cannot({ ...question, country: null })).toContain('country');
  expect(of('dataforseo').callsFor({ ...question, keyword: 'site:a.example bread', depth: 50 })).toBe(25);
  expect(of('brave').callsFor({ ...question, depth: 50 })).toBe(3);
});
