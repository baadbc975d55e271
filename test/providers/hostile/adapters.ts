import { createAnswerEngine } from '../../../src/providers/answer/index.ts';
import { createEmbeddings } from '../../../src/providers/embeddings/embeddings.ts';
import { createKeywordData } from '../../../src/providers/keyword-data/index.ts';
import { unmetered } from '../../../src/providers/meter.ts';
import { createSearchConsole } from '../../../src/providers/search-console/search-console.ts';
import { createSearchProvider } from '../../../src/providers/search/index.ts';
import type { SearchProvider, SearchQuestion } from '../../../src/providers/search/search.ts';
import { completing } from '../../../src/providers/suggest/complete.ts';
import type { System } from '../../../src/system.ts';
import { good as answers, inPlaceOfOpenAi, names, question as prompt } from '../answer/support.ts';
import { answer, item, place } from '../keyword-data/labs.ts';

/** One question to an outside service, and a proper answer to it. */
export interface Adapter {
  name: string;
  /** `at`: where the service is. */
  ask(system: System, at: string): Promise<unknown>;
  good: unknown;
}

const question: SearchQuestion = { keyword: 'rye bread', country: 'DE', language: 'de', device: 'desktop', depth: 10 };
const market = { country: 'DE', language: 'de' };
const result = { title: 'Rye', content: 'Bread', snippet: 'Bread', description: 'Bread' };
const address = 'https://a.example/rye';
const settingsAt = (baseUrl: string) => ({ baseUrl, apiKey: 'key-secret', username: 'ann', password: 'key-secret', model: 'small' });

const search = (provider: SearchProvider['provider'], good: unknown): Adapter => ({
  name: provider,
  ask: (system, at) => createSearchProvider(system, provider, settingsAt(at), unmetered).search(question),
  good,
});

/** OpenAI's own, in its place, and what else answers. */
const answering = names.map((name): Adapter => ({
  name: `answers of ${name}`,
  ask(system, at) {
    const { baseUrl, apiKey, model } = settingsAt(at);
    const isOpenAi = name === 'openai';
    return createAnswerEngine(name === 'chat' ? 'openai' : name, {
      system: isOpenAi ? inPlaceOfOpenAi(at, system) : system,
      settings: { apiKey, model, ...(!isOpenAi && { baseUrl }) },
      meter: unmetered,
    }).ask(prompt);
  },
  good: answers[name],
}));

export const adapters: readonly Adapter[] = [
  ...answering,
  search('searxng', {
    query: 'rye bread',
    results: [{ ...result, url: address, engine: 'bing', positions: [1] }],
    answers: [{ answer: '42', url: null }],
    corrections: [],
    infoboxes: [{ infobox: 'Rye' }],
    suggestions: ['rye flour'],
    unresponsive_engines: [['google', 'CAPTCHA']],
  }),
  search('serper', {
    searchParameters: { q: 'rye bread', type: 'search' },
    organic: [{ ...result, link: address, position: 1 }],
    answerBox: { title: 'Rye', snippet: 'A grain.', link: address },
    peopleAlsoAsk: [{ question: 'Why rye?', link: address }],
    relatedSearches: [{ query: 'rye flour' }],
    credits: 1,
  }),
  search('brave', {
    type: 'search',
    query: { original: 'rye bread', more_results_available: true },
    web: { type: 'search', results: [{ ...result, url: address }] },
    faq: { type: 'faq', results: [{ question: 'Why rye?' }] },
  }),
  search('dataforseo', {
    status_code: 20000,
    cost: 0.002,
    tasks: [
      {
        status_code: 20000,
        result: [
          {
            item_types: ['organic', 'people_also_ask'],
            se_results_count: 9,
            items: [
              { ...result, type: 'organic', rank_group: 1, url: address },
              { type: 'featured_snippet', url: address },
              { type: 'people_also_ask', items: [{ title: 'Why rye?' }] },
              { type: 'related_searches', items: ['rye flour'] },
            ],
          },
        ],
      },
    ],
  }),
  {
    name: 'keyword metrics',
    ask: (system, at) => createKeywordData(system, settingsAt(at), unmetered).metrics(['rye'], market),
    good: answer([item('rye')])?.body,
  },
  {
    name: 'ranked keywords',
    ask: (system, at) => createKeywordData(system, settingsAt(at), unmetered).ranked('a.example', { ...market, limit: 10 }),
    good: answer([place('rye', 3)], 1)?.body,
  },
  {
    name: 'embeddings',
    ask: (system, at) => createEmbeddings(system, settingsAt(at), unmetered).embed(['rye']),
    good: {
      object: 'list',
      data: [{ object: 'embedding', index: 0, embedding: [0.5, 0.25] }],
      model: 'small',
      usage: { prompt_tokens: 1 },
    },
  },
  {
    name: 'properties',
    ask: (system, at) => createSearchConsole(system, googleAt(at), unmetered).properties(),
    good: { siteEntry: [{ siteUrl: 'sc-domain:a.example', permissionLevel: 'siteOwner' }], ...tokenAnswer() },
  },
  {
    name: 'search analytics',
    ask: (system, at) => createSearchConsole(system, googleAt(at), unmetered).query('sc-domain:a.example', analytics),
    good: {
      rows: [{ keys: ['rye'], clicks: 1, impressions: 9, ctr: 0.1, position: 3.5 }],
      responseAggregationType: 'byProperty',
      ...tokenAnswer(),
    },
  },
  {
    name: 'completions',
    ask: (system, at) =>
      completing({ ...system, request: (asked) => system.request({ ...asked, url: at, configured: at }) }, 'bing')(
        { text: 'rye', ...market },
        new AbortController().signal,
      ),
    good: ['rye', ['rye bread', 'rye flour']],
  },
];

const analytics = { startDate: '2026-04-01', endDate: '2026-04-01', dimensions: ['query'] as const, rowLimit: 10, startRow: 0 };
const googleAt = (baseUrl: string) => ({ baseUrl, clientId: 'client', clientSecret: 'key-secret', refreshToken: 'key-secret' });

/** The same server answers for the token and for the question. */
function tokenAnswer() {
  return { access_token: 'token', expires_in: 3599 };
}
