import { createAnswerEngine, type AnswerProvider } from '../../../src/providers/answer/index.ts';
import type { AnswerQuestion } from '../../../src/providers/answer/answer.ts';
import { unmetered, type Meter } from '../../../src/providers/meter.ts';
import type { ProviderSettings } from '../../../schema/integrations.ts';
import type { System } from '../../../src/system.ts';
import { openSystem, startSite, type Asked, type Said } from '../publish/support.ts';

export const secret = 'sk-hush-4711';
export const question: AnswerQuestion = { prompt: 'Which oven bakes rye best?', country: 'de', language: 'en', webSearch: true };
export const names = ['openai', 'chat', 'anthropic', 'perplexity', 'gemini'] as const;
export type Name = (typeof names)[number];

/** What stands at OpenAI's own address is looked for at this one instead. */
export function inPlaceOfOpenAi(at: string, system = openSystem()): System {
  return {
    ...system,
    request: (asked) => {
      const url = asked.url.replace('https://api.openai.com/v1', at);
      return system.request(url === asked.url ? asked : { ...asked, url, configured: at });
    },
  };
}

export interface Opening {
  settings?: ProviderSettings;
  system?: System;
  meter?: Meter;
}

/** An engine and its service on 127.0.0.1; `openai` is OpenAI's own, `chat` any compatible server. */
export async function open(
  name: Name,
  answer: (asked: Asked) => Said,
  { settings, system = openSystem(), meter = unmetered }: Opening = {},
) {
  const site = await startSite(answer);
  const provider: AnswerProvider = name === 'chat' ? 'openai' : name;
  const at = name === 'openai' ? {} : { baseUrl: name === 'chat' ? `${site.url}/v1` : site.url };
  const reached = name === 'openai' ? inPlaceOfOpenAi(site.url, system) : system;
  const engine = createAnswerEngine(provider, {
    system: reached,
    settings: { apiKey: secret, model: name === 'perplexity' ? 'perplexity/sonar' : 'model-1', ...at, ...settings },
    meter,
  });
  const sent = () => JSON.parse(site.asked.at(-1)!.body.toString()) as Record<string, unknown>;
  return { site, engine, sent };
}

const baker = { url: 'https://baker.example/ovens?utm_source=openai', title: 'Ovens | Baker' };
const steam = { url: 'https://steam.example/', title: 'Steam' };

/** One answer of each, in the form of its documentation. */
export const good: Readonly<Record<Name, object>> = {
  openai: {
    id: 'resp_1',
    object: 'response',
    status: 'completed',
    model: 'gpt-5.1-2025-11-13',
    output: [
      { type: 'reasoning', id: 'rs_1', summary: [] },
      { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'best rye oven' } },
      { type: 'web_search_call', id: 'ws_2', status: 'completed', action: { type: 'open_page', url: baker.url } },
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        content: [
          {
            type: 'output_text',
            text: `Use a deck oven. ([baker.example](${baker.url})) Steam helps.`,
            annotations: [
              { type: 'url_citation', start_index: 17, end_index: 82, ...baker },
              { type: 'url_citation', start_index: 84, end_index: 95, ...steam },
            ],
          },
        ],
      },
    ],
    usage: { input_tokens: 8000, output_tokens: 300, total_tokens: 8300 },
  },
  chat: {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model: 'perplexity/sonar-pro',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Use a deck oven.[1] Steam helps [2].' }, finish_reason: 'stop' }],
    citations: [baker.url, steam.url],
    search_results: [baker, steam],
    usage: { prompt_tokens: 12, completion_tokens: 20, total_tokens: 32 },
  },
  anthropic: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-5-20250929',
    content: [
      { type: 'text', text: "I'll search for rye ovens by OvenCo." },
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'best rye oven' } },
      {
        type: 'web_search_tool_result',
        tool_use_id: 'srvtoolu_1',
        content: [{ type: 'web_search_result', ...baker, encrypted_content: 'EqgfCio', page_age: 'April 30, 2025' }],
      },
      { type: 'text', text: 'Answer: ' },
      {
        type: 'text',
        text: 'use a deck oven',
        citations: [
          { type: 'web_search_result_location', ...baker, encrypted_index: 'Eo8B', cited_text: 'A deck oven …' },
          { type: 'web_search_result_location', ...steam, encrypted_index: 'Eo9C', cited_text: 'Steam …' },
        ],
      },
      { type: 'text', text: '. Steam helps.' },
    ],
    stop_reason: 'end_turn',
    usage: {
      input_tokens: 6039,
      output_tokens: 931,
      cache_read_input_tokens: 100,
      cache_creation_input_tokens: 0,
      server_tool_use: { web_search_requests: 1 },
    },
  },
  perplexity: {
    id: 'resp_1',
    object: 'response',
    status: 'completed',
    model: 'perplexity/sonar',
    output: [
      { type: 'search_results', queries: ['best rye oven'], results: [{ id: 1, ...baker, snippet: 'A deck oven …', source: 'web' }] },
      { type: 'search_results', queries: ['rye steam'], results: [{ id: 7, ...steam, snippet: 'Steam …', source: 'web' }] },
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: 'Use a deck oven.[1] Steam helps.[web:7] `ovens[1]`', annotations: [] }],
      },
    ],
    usage: {
      input_tokens: 900,
      output_tokens: 80,
      total_tokens: 980,
      cost: { currency: 'USD', input_cost: 0.0009, output_cost: 0.0001, tool_calls_cost: 0.01, total_cost: 0.011 },
    },
  },
  gemini: {
    candidates: [
      {
        content: {
          role: 'model',
          parts: [{ text: 'They want an oven.', thought: true }, { text: 'Öfen: use a deck oven. Steam helps. 😀 Enjoy. Now bake.' }],
        },
        finishReason: 'STOP',
        groundingMetadata: {
          webSearchQueries: ['best rye oven', 'rye steam'],
          searchEntryPoint: { renderedContent: '<style>…</style>' },
          groundingChunks: [
            { web: { uri: 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/AUZIYQ', title: 'baker.example' } },
            { web: { uri: steam.url, title: 'steam.example' } },
          ],
          groundingSupports: [
            { segment: { partIndex: 1, startIndex: 7, endIndex: 23, text: 'use a deck oven.' }, groundingChunkIndices: [0] },
            { segment: { partIndex: 1, startIndex: 24, endIndex: 36, text: 'Steam helps.' }, groundingChunkIndices: [0, 1] },
            { segment: { partIndex: 1, startIndex: 42, endIndex: 48 }, groundingChunkIndices: [1] },
          ],
        },
      },
    ],
    usageMetadata: {
      promptTokenCount: 10,
      toolUsePromptTokenCount: 90,
      candidatesTokenCount: 40,
      thoughtsTokenCount: 60,
      totalTokenCount: 200,
    },
    modelVersion: 'gemini-2.5-flash',
  },
};
