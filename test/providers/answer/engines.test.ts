import { expect, test } from 'vitest';
import { good, names, open, question, secret } from './support.ts';

const baker = 'https://baker.example/ovens?utm_source=openai';
const steam = 'https://steam.example/';
const wrapped = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/AUZIYQ';
const both = [
  { url: baker, title: 'Ovens | Baker' },
  { url: steam, title: 'Steam' },
];

test.each([
  [
    'openai',
    {
      text: `Use a deck oven. ([baker.example](${baker})) Steam helps. [2](${steam})`,
      citations: both,
      searched: true,
      model: 'gpt-5.1-2025-11-13',
      inputTokens: 8000,
      outputTokens: 300,
    },
  ],
  [
    'chat',
    {
      text: `Use a deck oven.[1](${baker}) Steam helps [2](${steam}).`,
      citations: both,
      searched: true,
      model: 'perplexity/sonar-pro',
      inputTokens: 12,
      outputTokens: 20,
    },
  ],
  [
    'anthropic',
    {
      text: `Answer: use a deck oven [1](${baker}) [2](${steam}). Steam helps.`,
      citations: both,
      searched: true,
      model: 'claude-sonnet-4-5-20250929',
      inputTokens: 6139,
      outputTokens: 931,
    },
  ],
  [
    'perplexity',
    {
      text: `Use a deck oven.[1](${baker}) Steam helps.[2](${steam}) \`ovens[1]\``,
      citations: both,
      searched: true,
      model: 'perplexity/sonar',
      inputTokens: 900,
      outputTokens: 80,
    },
  ],
  [
    'gemini',
    {
      text: `Öfen: use a deck oven. [1](${wrapped}) Steam helps. [1](${wrapped}) [2](${steam}) 😀 Enjoy. [2](${steam}) Now bake.`,
      citations: [
        { url: wrapped, title: 'baker.example' },
        { url: steam, title: 'steam.example' },
      ],
      searched: true,
      model: 'gemini-2.5-flash',
      inputTokens: 100,
      outputTokens: 100,
    },
  ],
] as const)('%s: text, sources and what was used are read from an answer of its documentation', async (name, read) => {
  const { engine } = await open(name, () => ({ body: good[name] }));
  expect(await engine.ask(question)).toEqual({ ...read, cost: name === 'perplexity' ? 0.011 : null });
});

test.each([
  [
    'openai',
    true,
    'POST /responses',
    {
      model: 'model-1',
      input: question.prompt,
      store: false,
      tools: [{ type: 'web_search', user_location: { type: 'approximate', country: 'DE' } }],
    },
  ],
  ['openai', false, 'POST /chat/completions', { model: 'model-1', messages: [{ role: 'user', content: question.prompt }] }],
  ['chat', true, 'POST /v1/chat/completions', { model: 'model-1', messages: [{ role: 'user', content: question.prompt }] }],
  [
    'anthropic',
    true,
    'POST /v1/messages',
    {
      model: 'model-1',
      max_tokens: 4096,
      messages: [{ role: 'user', content: question.prompt }],
      tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 5, user_location: { type: 'approximate', country: 'DE' } }],
    },
  ],
  ['anthropic', false, 'POST /v1/messages', { model: 'model-1', max_tokens: 4096, messages: [{ role: 'user', content: question.prompt }] }],
  [
    'perplexity',
    true,
    'POST /agent',
    {
      model: 'perplexity/sonar',
      preset: 'fast',
      input: question.prompt,
      store: false,
      language_preference: 'en',
      tools: [{ type: 'web_search', user_location: { country: 'DE' } }],
    },
  ],
  ['perplexity', false, 'POST /agent', { model: 'perplexity/sonar', input: question.prompt, store: false, language_preference: 'en' }],
  [
    'gemini',
    true,
    'POST /models/model-1:generateContent',
    { contents: [{ role: 'user', parts: [{ text: question.prompt }] }], tools: [{ google_search: {} }] },
  ],
  ['gemini', false, 'POST /models/model-1:generateContent', { contents: [{ role: 'user', parts: [{ text: question.prompt }] }] }],
] as const)('%s is asked the bare prompt, with web search %s', async (name, webSearch, call, body) => {
  const { engine, site, sent } = await open(name, () => ({ body: webSearch || name !== 'openai' ? good[name] : good.chat }));
  await engine.ask({ ...question, webSearch });
  expect(site.calls()).toEqual([call]);
  expect(sent()).toEqual(body);
  const { authorization, 'x-api-key': ours, 'x-goog-api-key': google } = site.asked[0]!.headers;
  expect([authorization, ours, google].filter((key) => key !== undefined).map(String)).toEqual([expect.stringContaining(secret)]);
});

test('a preset of Perplexity is asked for by its name, and the old name of its model still works', async () => {
  const answer = () => ({ body: good.perplexity });
  const preset = await open('perplexity', answer, { settings: { model: 'medium' } });
  await preset.engine.ask(question);
  expect(preset.sent()).toMatchObject({ preset: 'medium' });
  expect(preset.sent()).not.toHaveProperty('model');
  const old = await open('perplexity', answer, { settings: { model: 'sonar' } });
  await old.engine.ask({ ...question, webSearch: false });
  expect(old.sent()).toMatchObject({ model: 'perplexity/sonar' });
});

test('an OpenAI-compatible server is known by its host, and OpenAI by its name', async () => {
  const own = await open('openai', () => ({ body: good.openai }));
  const other = await open('chat', () => ({ body: good.chat }));
  expect([own.engine.engine, other.engine.engine, other.engine.provider]).toEqual(['openai', '127.0.0.1', 'openai']);
});

test.each([
  ['openai', { searchPrice: 0.01 }, 0.01],
  ['anthropic', { searchPrice: 0.01 }, 0.01],
  // Up to Gemini 2.5 a prompt is billed once.
  ['gemini', { searchPrice: 0.035, model: 'gemini-2.5-flash' }, 0.035],
  ['gemini', { searchPrice: 0.014, model: 'gemini-3-pro' }, 0.028],
] as const)('%s with %o: an answer costs its tokens and its searches', async (name, settings, searches) => {
  const prices = { inputPrice: 2, outputPrice: 10 };
  const { engine } = await open(name, () => ({ body: good[name] }), { settings: { ...settings, ...prices } });
  const { cost, inputTokens, outputTokens } = await engine.ask(question);
  expect(cost).toBeCloseTo((inputTokens! * 2 + outputTokens! * 10) / 1e6 + searches, 9);
  const without = await open(name, () => ({ body: good[name] }), { settings: prices });
  expect((await without.engine.ask(question)).cost).toBeNull();
});

test.each(['openai', 'anthropic', 'gemini'] as const)(
  '%s is not asked to search where its costs are capped and searches have no price',
  async (name) => {
    const settings = { monthlyCostCap: 5, inputPrice: 1, outputPrice: 2 };
    const { engine, site } = await open(name, () => ({ body: name === 'openai' ? good.chat : good[name] }), { settings });
    await expect(engine.ask(question)).rejects.toMatchObject({ code: 'prices_missing', hint: expect.stringContaining('searchPrice') });
    expect(site.asked).toEqual([]);
    await engine.ask({ ...question, webSearch: false });
  },
);

test.each(names)('%s: each request is paid for once, with what it cost', async (name) => {
  const paid: [number, number | null][] = [];
  const meter = {
    async spend<Answer>(calls: number, ask: () => Promise<Answer>, costOf: (answer: Answer) => number | null = () => null) {
      const answer = await ask();
      paid.push([calls, costOf(answer)]);
      return answer;
    },
  };
  const settings = { inputPrice: 1, outputPrice: 1, searchPrice: 0 };
  const { engine, site } = await open(name, () => ({ body: good[name] }), { settings, meter });
  const { cost } = await engine.ask(question);
  expect(paid).toEqual([[1, cost]]);
  expect(engine.callsFor(question)).toBe(1);
  site.instead = () => ({ status: 500, body: 'down' });
  await engine.ask(question).catch(() => {});
  expect(paid.at(-1)).toEqual([1, 0]);
});

test('Claude that pauses a long turn is sent back what it has, and goes on', async () => {
  const first = {
    ...good.anthropic,
    stop_reason: 'pause_turn',
    content: [
      { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'ovens' } },
      { type: 'web_search_tool_result', tool_use_id: 's1', content: [] },
      { type: 'text', text: 'Use a deck oven. ' },
    ],
  };
  let turns = 0;
  const { engine, site, sent } = await open('anthropic', () => ({
    body: ++turns === 1 ? first : { ...good.anthropic, content: [{ type: 'text', text: 'That is all.' }] },
  }));
  expect(await engine.ask(question)).toMatchObject({ text: 'Use a deck oven. That is all.', searched: true, inputTokens: 12_278 });
  expect(site.asked).toHaveLength(2);
  expect(sent()).toMatchObject({ messages: [{ role: 'user' }, { role: 'assistant', content: first.content }] });
});

test('Claude that pauses for ever is left with what it said', async () => {
  const { engine, site } = await open('anthropic', () => ({ body: { ...good.anthropic, stop_reason: 'pause_turn' } }));
  expect((await engine.ask(question)).text).toContain('deck oven');
  expect(site.asked).toHaveLength(5);
});

test('sources are marked where other servers annotate the text with them', async () => {
  const content = '🥖 Use a deck oven. Steam helps.';
  const annotation = { type: 'url_citation', url_citation: { url: steam, title: 'Steam', start_index: 2, end_index: 18 } };
  const { engine } = await open('chat', () => ({
    body: { ...good.chat, citations: undefined, search_results: undefined, choices: [{ message: { content, annotations: [annotation] } }] },
  }));
  expect(await engine.ask(question)).toMatchObject({
    text: `🥖 Use a deck oven. [1](${steam}) Steam helps.`,
    citations: [{ url: steam, title: 'Steam' }],
    searched: true,
  });
});

test('a server without web search says so, and what a local model thinks is not its answer', async () => {
  const { engine } = await open('chat', () => ({
    body: { choices: [{ message: { content: '<think>OvenCo? No.</think>\n\nUse a deck oven.' }, finish_reason: 'stop' }] },
  }));
  expect(await engine.ask(question)).toEqual({
    text: 'Use a deck oven.',
    citations: [],
    searched: false,
    model: 'model-1',
    inputTokens: null,
    outputTokens: null,
    cost: null,
  });
});

test("what OpenAI's model only comments on, or marks for itself, is not its answer", async () => {
  const output = [
    { type: 'message', phase: 'commentary', content: [{ type: 'output_text', text: 'Looking at OvenCo.' }] },
    {
      type: 'message',
      phase: 'final_answer',
      content: [{ type: 'output_text', text: 'Use a deck oven.\uE200cite\uE202turn0search0\uE201' }],
    },
  ];
  const { engine } = await open('openai', () => ({ body: { status: 'completed', output } }));
  expect((await engine.ask(question)).text).toBe('Use a deck oven.');
});

test("Gemini's marks stand where its segments end, also where its bytes count something else", async () => {
  const text = 'Öfen: use a deck oven. Then steam.';
  const supports = [{ segment: { startIndex: 6, endIndex: 22, text: 'use a deck oven.' }, groundingChunkIndices: [0, 9, -1, 'x'] }];
  const candidate = {
    content: { parts: [{ text }] },
    groundingMetadata: { groundingChunks: [{ web: { uri: steam } }], groundingSupports: supports },
  };
  const { engine } = await open('gemini', () => ({ body: { candidates: [candidate] } }));
  expect((await engine.ask(question)).text).toBe(`Öfen: use a deck oven. [1](${steam}) Then steam.`);
});

test.each(names)('%s is tested by a question without web search', async (name) => {
  const { engine, sent } = await open(name, () => ({ body: name === 'openai' ? good.chat : good[name] }));
  expect(await engine.check()).toBe(`${engine.model} answered.`);
  expect(sent()).not.toHaveProperty('tools');
});
