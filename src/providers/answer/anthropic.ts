import { AppError } from '../../errors.ts';
import { list, record, text, whole } from '../json.ts';
import type { Service, ServiceAnswer } from '../service.ts';
import type { AnswerEngine, AnswerQuestion, Answered, EngineParts } from './answer.ts';
import {
  askEngine,
  below,
  brokeOff,
  checking,
  countOf,
  declined,
  modelIn,
  priceOf,
  refusalOf,
  refuseUnpricedSearch,
  type Line,
} from './asking.ts';
import { keptText, readText, Sources, withMarks } from './marks.ts';

const home = 'https://api.anthropic.com';
const maxTokens = 4096;
const maxSearches = 5;
/** How often an answer that was paused is gone on with. */
const maxTurns = 5;

/**
 * A Claude model over the Messages API, with the server tool `web_search_20250305`, which every model with web search knows
 * (platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool).
 */
export function createAnthropicAnswers({ system, settings, meter }: EngineParts): AnswerEngine {
  const { baseUrl = home, apiKey = '', model = '' } = settings;
  const service: Service = { system, name: 'Anthropic', configured: baseUrl, secrets: [apiKey] };
  // Many write the address with the version, as for other providers.
  const url = below(baseUrl.replace(/\/+$/, '').replace(/\/v1$/, ''), 'v1/messages');
  const headers = { 'anthropic-version': '2023-06-01', 'x-api-key': apiKey };
  const line: Line = { service, meter, costOf: ({ usage }) => priceOf(settings, tokensIn(usage), searchesIn(usage)) };

  /** Each turn on its own: where a long one is paused, its content so far is sent back, and the next goes on from there. */
  async function turnsOf(question: AnswerQuestion, signal: AbortSignal | undefined): Promise<Turn[]> {
    const turns: Turn[] = [];
    do {
      signal?.throwIfAborted();
      const json = bodyOf(model, question, turns);
      turns.push(turnIn(service, await askEngine(line, { url, headers, json, signal })));
    } while (turns.at(-1)!.isPaused && turns.length < maxTurns);
    return turns;
  }

  async function ask(question: AnswerQuestion, signal?: AbortSignal): Promise<Answered> {
    if (question.webSearch) refuseUnpricedSearch({ settings }, service.name);
    const turns = await turnsOf(question, signal);
    const costs = turns.map(({ json }) => line.costOf(json));
    return {
      ...readBlocks(service, turns),
      model: modelIn(turns[0]!.json['model'], model),
      inputTokens: sum(turns.map(({ json }) => tokensIn(json['usage']).inputTokens)),
      outputTokens: sum(turns.map(({ json }) => tokensIn(json['usage']).outputTokens)),
      cost: costs.includes(null) ? null : sum(costs),
    };
  }

  return {
    provider: 'anthropic',
    engine: 'anthropic',
    model,
    callsFor: () => 1,
    ask,
    async check(signal) {
      await ask(checking, signal);
      return `${model} answered.`;
    },
  };
}

interface Turn {
  json: Record<string, unknown>;
  content: readonly unknown[];
  isPaused: boolean;
}

function bodyOf(model: string, { prompt, country, webSearch }: AnswerQuestion, turns: readonly Turn[]): object {
  const place = country === null ? {} : { user_location: { type: 'approximate', country: country.toUpperCase() } };
  const soFar = turns.flatMap(({ content }) => content);
  return {
    model,
    max_tokens: maxTokens,
    messages: [{ role: 'user', content: prompt }, ...(soFar.length > 0 ? [{ role: 'assistant', content: soFar }] : [])],
    ...(webSearch && { tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: maxSearches, ...place }] }),
  };
}

function turnIn(service: Service, answer: ServiceAnswer): Turn {
  const json = record(answer.json);
  const { content, stop_reason: reason } = json;
  if (answer.status !== 200 || !Array.isArray(content)) throw refusalOf(service, answer, hints);
  if (reason === 'refusal') throw declined(service, reason);
  return { json, content, isPaused: reason === 'pause_turn' };
}

const hints: Readonly<Record<number, string>> = {
  400: 'See that the model is right and knows web search, and that web search is enabled in the Claude Console; or ask without webSearch.',
  404: 'See that the name of the model is right.',
};

function readBlocks(service: Service, turns: readonly Turn[]): Pick<Answered, 'text' | 'citations' | 'searched'> {
  const blocks = turns.flatMap(({ content }) => content.map(record));
  const results = blocks.filter(({ type }) => type === 'web_search_tool_result');
  const searched = results.some(({ content }) => Array.isArray(content));
  if (results.length > 0 && !searched) throw searchFailure(service, results);
  const sources = new Sources();
  const said = blocks.map((block, at) => {
    if (block['type'] !== 'text') return '';
    const cited = list(block['citations']).map(record);
    // It only announces the search that follows.
    if (cited.length === 0 && blocks[at + 1]?.['type'] === 'server_tool_use') return '';
    const words = readText(block['text']);
    const numbers = cited.flatMap(({ type, url, title }) => (type === 'web_search_result_location' ? (sources.add(url, title) ?? []) : []));
    return withMarks(words, [{ at: words.length, numbers }], sources);
  });
  const words = keptText(said.join(''));
  if (words === '') throw brokeOff(service, text(turns.at(-1)!.json['stop_reason']) || 'its text is empty');
  return { text: words, citations: sources.list, searched };
}

/** A search that fails is no failed answer to Anthropic: its model then answers from memory, which is not what was asked for. */
function searchFailure(service: Service, results: readonly Record<string, unknown>[]): AppError {
  const codes = results.map(({ content }) => text(record(content)['error_code']));
  if (codes.includes('too_many_requests')) {
    return new AppError('rate_limited', `${service.name} could not search the web: too_many_requests.`, { hint: 'Try again later.' });
  }
  return brokeOff(service, `the web search failed with ${codes.find((code) => /^[a-z_]{1,40}$/.test(code)) ?? 'an error'}`);
}

function tokensIn(usage: unknown) {
  return {
    inputTokens: countOf(usage, 'input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'),
    outputTokens: countOf(usage, 'output_tokens'),
  };
}

function searchesIn(usage: unknown): number {
  return whole(record(record(usage)['server_tool_use'])['web_search_requests']) ?? 0;
}

function sum(numbers: readonly (number | null)[]): number | null {
  const known = numbers.filter((one) => one !== null);
  return known.length === 0 ? null : known.reduce((total, one) => total + one, 0);
}
