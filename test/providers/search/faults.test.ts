import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { unmetered, type Meter } from '../../../src/providers/meter.ts';
import { createSearchProvider } from '../../../src/providers/search/index.ts';
import type { SearchProvider, SearchQuestion } from '../../../src/providers/search/search.ts';
import type { System } from '../../../src/system.ts';
import { listen } from '../../net/support.ts';
import { failureOf, openSystem, startSite, type Asked, type Said } from '../publish/support.ts';

const question: SearchQuestion = { keyword: 'sourdough bread', country: 'DE', language: 'de', device: 'desktop', depth: 50 };
const names: readonly SearchProvider['provider'][] = ['searxng', 'serper', 'brave', 'dataforseo'];

async function open(
  provider: SearchProvider['provider'],
  answer: (asked: Asked) => Said,
  { system = openSystem(), meter = unmetered }: { system?: System; meter?: Meter } = {},
) {
  const site = await startSite(answer);
  const settings = { baseUrl: site.url, apiKey: 'k', username: 'ann', password: 'p' };
  return { site, search: createSearchProvider(system, provider, settings, meter) };
}

/** Full pages without end, as each provider answers them. */
function pages(provider: SearchProvider['provider']): (asked: Asked) => Said {
  let page = 0;
  return () => {
    page++;
    const results = Array.from({ length: 20 }, (_, at) => {
      const url = `https://site${page}-${at}.example/`;
      return { type: 'organic', rank_group: at + 1, url, link: url, title: 'T' };
    });
    if (provider === 'brave') return { body: { type: 'search', query: { more_results_available: true }, web: { results } } };
    if (provider === 'dataforseo') return { body: { status_code: 20000, tasks: [{ status_code: 20000, result: [{ items: results }] }] } };
    return { body: { results, organic: results, unresponsive_engines: [] } };
  };
}

/** The same way out, with less patience. */
function hurried(deadlineMs: number): System {
  const system = openSystem();
  return { ...system, request: (asked) => system.request({ ...asked, deadlineMs }) };
}

test.each(names)('%s that does not answer in time has failed', async (provider) => {
  const { search, site } = await open(provider, pages(provider), { system: hurried(60) });
  site.instead = () => new Promise(() => {});
  const failure = await failureOf(search.search(question));
  expect(failure).toMatchObject({ code: 'provider_failed', message: expect.stringContaining('cannot be reached') });
});

test.each(names)(
  '%s is found at its address with a path, whatever slashes end it, and read in gzip and under any type',
  async (provider) => {
    const said = pages(provider)({} as Asked);
    const body = gzipSync(JSON.stringify(said?.body));
    const server = createServer((request, response) => {
      request.resume();
      asked.push(request.url!.replace(/\?.*/, ''));
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(body);
    });
    const asked: string[] = [];
    const { port } = await listen(server, '127.0.0.1', 'connection', 'http', 0);
    for (const end of ['', '/', '//']) {
      const settings = { baseUrl: `http://127.0.0.1:${port}/sub${end}`, apiKey: 'k', username: 'ann', password: 'p' };
      const { organic } = await createSearchProvider(openSystem(), provider, settings, unmetered).search({ ...question, depth: 10 });
      expect(organic).toHaveLength(10);
    }
    expect(new Set(asked)).toEqual(new Set([asked[0]]));
    expect(asked[0]).toMatch(/^\/sub\/\w/);
  },
);

test.each(names)('an answer of %s that is longer than is read was cut off, not misunderstood', async (provider) => {
  const whole = JSON.stringify(pages(provider)({} as Asked)?.body);
  const { search } = await open(provider, () => ({ body: whole + ' '.repeat(33 * 1024 * 1024) }));
  expect(await failureOf(search.search(question))).toMatchObject({ code: 'provider_failed', message: expect.stringContaining('cut off') });
});

test.each(names)('%s that stops in the middle of its answer has failed', async (provider) => {
  const { search } = await open(provider, () => ({ headers: { 'content-length': '5000' }, body: '{"organic":[' }), {
    system: hurried(200),
  });
  expect((await failureOf(search.search(question))).code).toBe('provider_failed');
});

test.each(['searxng', 'serper', 'brave'] as const)(
  '%s that is aborted on its second page throws the reason, and no part',
  async (provider) => {
    const stop = new AbortController();
    const reason = new Error('enough');
    const { search, site } = await open(provider, pages(provider));
    site.instead = (_asked, given) => {
      if (site.asked.length === 2) stop.abort(reason);
      return given();
    };
    await expect(search.search(question, { signal: stop.signal })).rejects.toBe(reason);
    expect(site.asked).toHaveLength(2);
  },
);

test('a run that is aborted between two pages pays no further one', async () => {
  const stop = new AbortController();
  const reason = new Error('enough');
  let paid = 0;
  const meter: Meter = {
    async spend(_calls, ask) {
      paid++;
      const answer = await ask();
      stop.abort(reason);
      return answer;
    },
  };
  const { search } = await open('serper', pages('serper'), { meter });
  await expect(search.search(question, { signal: stop.signal })).rejects.toBe(reason);
  expect(paid).toBe(1);
});

test('a fault of our own on a later page is not taken for the end of the results', async () => {
  const fault = new TypeError('a bug');
  let page = 0;
  const meter: Meter = { spend: (_calls, ask) => (++page === 2 ? Promise.reject(fault) : ask()) };
  const { search } = await open('serper', pages('serper'), { meter });
  await expect(search.search(question)).rejects.toBe(fault);
});

test('DataForSEO that is aborted while its one task is under way throws the reason', async () => {
  const stop = new AbortController();
  const reason = new Error('enough');
  const { search, site } = await open('dataforseo', pages('dataforseo'));
  site.instead = (_asked, given) => (stop.abort(reason), given());
  await expect(search.search(question, { signal: stop.signal })).rejects.toBe(reason);
});

test('Brave is asked page after page: its offset counts pages, not results', async () => {
  const { search, site } = await open('brave', pages('brave'));
  const { organic, depthChecked } = await search.search(question);
  expect(site.asked.map(({ url }) => [url.searchParams.get('count'), url.searchParams.get('offset')])).toEqual([
    ['20', '0'],
    ['20', '1'],
    ['20', '2'],
  ]);
  expect([organic.length, depthChecked, organic.at(-1)!.url]).toEqual([50, 50, 'https://site3-9.example/']);
  await search.search({ ...question, depth: 10 });
  expect(site.asked.at(-1)!.url.searchParams.get('count')).toBe('10');
});

test.each([
  ['zh', 'TW', 'zh-TW'],
  ['zh', 'CN', 'zh-CN'],
  ['de', 'CH', 'de'],
])('DataForSEO is asked for %s in %s as %s', async (language, country, code) => {
  const { search, site } = await open('dataforseo', pages('dataforseo'));
  await search.search({ ...question, language, country });
  expect(JSON.parse(site.asked[0]!.body.toString())[0].language_code).toBe(code);
});
