import { describe, expect, it } from 'vitest';
import { completing } from '../../../src/providers/suggest/complete.ts';
import { suggestSources, type SuggestQuestion, type SuggestSource } from '../../../src/providers/suggest/suggest.ts';
import type { OutboundRequest } from '../../../src/system.ts';

const question: SuggestQuestion = { text: 'pour over & co', language: 'de', country: 'AT' };

/** What a service answers, and how it was asked. */
async function ask(source: SuggestSource, body: string, { status = 200, question: asked = question } = {}) {
  const requests: OutboundRequest[] = [];
  const system = {
    now: () => 0,
    agent: 'Copydesk/1.0 (+https://desk.example.com)',
    request: async (request: OutboundRequest) => {
      requests.push(request);
      return { url: request.url, status, headers: {}, body: Buffer.from(body), truncated: false, durationMs: 1 };
    },
  };
  const answer = completing(system, source)(asked, new AbortController().signal);
  const completions = await answer.then(
    (found) => ({ found }),
    (error: unknown) => ({ error }),
  );
  return { ...completions, request: requests[0]! };
}

describe('a completion service', () => {
  it.each([
    ['duckduckgo', 'https://duckduckgo.com/ac/?q=pour+over+%26+co&type=list&kl=at-de'],
    ['wikipedia', 'https://de.wikipedia.org/w/api.php?action=opensearch&search=pour+over+%26+co&namespace=0&limit=20&format=json'],
    ['google', 'https://suggestqueries.google.com/complete/search?client=firefox&q=pour+over+%26+co&hl=de&gl=at&ie=utf-8&oe=utf-8'],
    ['bing', 'https://www.bing.com/osjson.aspx?query=pour+over+%26+co&language=de-AT&mkt=de-AT'],
    ['brave', 'https://search.brave.com/api/suggest?q=pour+over+%26+co'],
  ] as const)('is asked as it wants to be: %s', async (source, url) => {
    const { request } = await ask(source, '["pour",[]]');
    expect(request).toMatchObject({ url, method: 'GET', headers: { 'user-agent': 'Copydesk/1.0 (+https://desk.example.com)' } });
  });

  it.each(suggestSources)('is asked for no country where none is named: %s', async (source) => {
    const { request } = await ask(source, '["pour",[]]', { question: { text: 'pour', language: 'en', country: null } });
    expect(request.url).not.toMatch(/[?&](?:kl=(?!wt-wt)|gl=|mkt=|country=)/);
    expect(request.headers?.['cookie'] ?? 'country=all').toBe('country=all');
  });

  it.each([
    ['GB', 'en', 'uk-en'],
    ['JP', 'ja', 'jp-jp'],
    ['KR', 'ko', 'kr-kr'],
    ['NO', 'nb', 'no-no'],
    ['SI', 'sl', 'sl-sl'],
    ['TW', 'zh', 'tw-tzh'],
    ['CN', 'zh', 'cn-zh'],
    ['CH', 'fr', 'ch-fr'],
    ['DE', 'en', 'wt-wt'],
    ['IS', 'is', 'wt-wt'],
  ])("is asked for DuckDuckGo's own region: %s in %s", async (country, language, kl) => {
    const { request } = await ask('duckduckgo', '["pour",[]]', { question: { text: 'pour', language, country } });
    expect(new URL(request.url).searchParams.get('kl')).toBe(kl);
  });

  it.each([
    ['google', 'zh', 'TW', /hl=zh-TW/],
    ['google', 'zh', null, /hl=zh-CN/],
    ['google', 'nb', 'NO', /hl=no/],
    ['wikipedia', 'nb', 'NO', /no\.wikipedia/],
    ['bing', 'de', null, /query=pour&language=de$/],
  ] as const)('is asked in its own code of a language: %s, %s', async (source, language, country, words) => {
    const { request } = await ask(source, '["pour",[]]', { question: { text: 'pour', language, country } });
    expect(request.url).toMatch(words);
  });

  it('is told a country by a cookie where it reads it from there', async () => {
    const { request } = await ask('brave', '["pour",[]]');
    expect(request.headers).toMatchObject({ cookie: 'country=at' });
  });

  it.each([
    ['duckduckgo', '["pour over",["pour over kaffee","pour over set"]]'],
    [
      'wikipedia',
      '["pour over",["pour over kaffee","pour over set"],["",""],["https://de.wikipedia.org/wiki/A","https://de.wikipedia.org/wiki/B"]]',
    ],
    ['google', '["pour over",["pour over kaffee","pour over set"],[],{"google:suggestsubtypes":[[512],[512]]}]'],
  ] as const)('is understood: %s', async (source, body) => {
    expect(await ask(source, body)).toMatchObject({ found: ['pour over kaffee', 'pour over set'] });
  });

  it('is trusted with no markup, no repeats, nothing endless and nothing broken', async () => {
    const odd = ['<b>pour</b> over', 'pour over', 7, null, { phrase: 'x' }, '', '  ', 'x'.repeat(201), 'caf\uFFFD', 'a\u0000b\u202Ec'];
    expect(await ask('bing', JSON.stringify(['pour', odd]))).toMatchObject({ found: ['pour over', 'a bc'] });
    const { found } = (await ask('bing', JSON.stringify(['p', Array.from({ length: 500 }, (_, index) => `p ${index}`)]))) as {
      found: string[];
    };
    expect(found).toHaveLength(30);
  });

  it.each(['<html>Are you a robot?</html>', '{}', '[]', '["pour"]', '["pour","no list"]', 'null', '', '"pour"'])(
    'is refused where it answers something else: %s',
    async (body) => expect(await ask('brave', body)).toMatchObject({ error: { code: 'provider_refused' } }),
  );

  it.each([
    [429, 'rate_limited'],
    [403, 'rate_limited'],
    [202, 'rate_limited'],
    [400, 'provider_refused'],
    [503, 'provider_failed'],
  ])('says why it did not answer: %s', async (status, code) => {
    expect(await ask('google', 'no', { status })).toMatchObject({ error: { code } });
  });

  it('leaves MediaWiki alone where it says that it was asked too often', async () => {
    const body = '{"error":{"code":"ratelimited","info":"You have exceeded your rate limit."}}';
    expect(await ask('wikipedia', body)).toMatchObject({ error: { code: 'rate_limited' } });
  });

  it('tells what MediaWiki finds wrong, though it answers 200', async () => {
    const { error } = (await ask('wikipedia', '{"error":{"code":"nosearch","info":"The \\"search\\" parameter must be set."}}')) as {
      error: Error;
    };
    expect(error.message).toContain('must be set');
  });
});
