import { list, record, text } from '../json.ts';
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
import { keptText, readText, Sources, withLinks, withMarks } from './marks.ts';
import { marksOf } from './url-citations.ts';

const home = 'https://api.openai.com/v1';

/**
 * Any OpenAI-compatible model over chat completions. OpenAI's own search the web over the Responses API; of other servers those answer with sources that
 * search by themselves, such as OpenRouter's `:online` models and Perplexity's, and tell it as OpenAI or as Perplexity does.
 */
export function createOpenAiAnswers({ system, settings, meter }: EngineParts): AnswerEngine {
  const { baseUrl = home, apiKey, model = '' } = settings;
  const { hostname, host } = new URL(baseUrl);
  const isOpenAi = /(^|\.)api\.openai\.com$/.test(hostname);
  const name = isOpenAi ? 'OpenAI' : host;
  const service: Service = { system, name, configured: baseUrl, secrets: apiKey === undefined ? [] : [apiKey] };
  const headers: Record<string, string> = apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };

  async function ask({ prompt, country, webSearch }: AnswerQuestion, signal?: AbortSignal): Promise<Answered> {
    const isSearching = webSearch && isOpenAi;
    if (isSearching) refuseUnpricedSearch({ settings }, name);
    const line: Line = { service, meter, costOf: (json) => priceOf(settings, tokensIn(json), searchesIn(json)) };
    const question = isSearching ? responsesQuestion(model, prompt, country) : { model, messages: [{ role: 'user', content: prompt }] };
    const url = below(baseUrl, isSearching ? 'responses' : 'chat/completions');
    const answer = await askEngine(line, { url, headers, json: question, signal });
    const read = isSearching ? responseIn(service, answer) : completionIn(service, answer);
    const json = record(answer.json);
    return { ...read, model: modelIn(json['model'], model), ...tokensIn(json), cost: line.costOf(json) };
  }

  return {
    provider: 'openai',
    engine: isOpenAi ? 'openai' : hostname.replace(/^www\./, '').replace(/[^a-z0-9.-]/g, ''),
    model,
    callsFor: () => 1,
    ask,
    async check(signal) {
      await ask(checking, signal);
      return `${model} answered.`;
    },
  };
}

/** developers.openai.com/api/docs/guides/tools-web-search: the model itself decides whether it searches. */
function responsesQuestion(model: string, input: string, country: string | null): object {
  const place = country === null ? {} : { user_location: { type: 'approximate', country: country.toUpperCase() } };
  return { model, input, store: false, tools: [{ type: 'web_search', ...place }] };
}

function tokensIn({ usage }: Record<string, unknown>) {
  return {
    inputTokens: countOf(usage, 'input_tokens', 'prompt_tokens'),
    outputTokens: countOf(usage, 'output_tokens', 'completion_tokens'),
  };
}

/** Of the actions in a `web_search_call`, opening a page and finding a word in it are not billed. */
function searchesIn(json: Record<string, unknown>): number {
  const isSearch = ({ type, action }: Record<string, unknown>) =>
    type === 'web_search_call' && ['', 'search'].includes(text(record(action)['type']));
  return list(json['output']).map(record).filter(isSearch).length;
}

type Read = Pick<Answered, 'text' | 'citations' | 'searched'>;

/** `output` has reasoning, searches and messages; a message's parts are `output_text` with annotations, or a `refusal`. */
function responseIn(service: Service, answer: ServiceAnswer): Read {
  const json = record(answer.json);
  if (answer.status !== 200 || !Array.isArray(json['output'])) throw refusalOf(service, answer);
  if (json['status'] === 'failed') throw brokeOff(service, text(record(json['error'])['message']));
  const items = list(json['output']).map(record);
  // A model that thinks aloud calls that a commentary.
  const messages = items.filter(({ type, phase }) => type === 'message' && phase !== 'commentary');
  const parts = messages.flatMap(({ content }) => list(content).map(record));
  const refuses = parts.some((part) => text(part['refusal']) !== '');
  const reason = text(record(json['incomplete_details'])['reason']);
  if (refuses || reason === 'content_filter') throw declined(service, reason || 'refusal');
  const sources = new Sources();
  const said = parts.map((part) => {
    const words = readText(part['text']);
    return withMarks(words, marksOf(words, list(part['annotations']), sources), sources);
  });
  const words = keptText(said.join('\n\n'));
  if (words === '') throw brokeOff(service, reason || 'its text is empty');
  const searched = items.some(({ type, status }) => type === 'web_search_call' && status !== 'failed');
  return { text: words, citations: sources.list, searched };
}

/**
 * developers.openai.com/api/reference/chat: `choices[0].message` with `content`, `refusal` and, of models that search, `annotations`. Perplexity's form has
 * `citations` (addresses) and `search_results` (`title`, `url`) beside the choices, and marks such as [1] in the text.
 */
function completionIn(service: Service, answer: ServiceAnswer): Read {
  const json = record(answer.json);
  const choice = record(list(json['choices'])[0]);
  const message = record(choice['message']);
  if (answer.status !== 200 || Object.keys(message).length === 0) throw refusalOf(service, answer);
  if (text(message['refusal']) !== '') throw declined(service, 'refusal');
  if (choice['finish_reason'] === 'content_filter') throw declined(service, 'content_filter');
  const sources = new Sources();
  const words = withoutThinking(readText(contentOf(message['content'])));
  const annotations = list(message['annotations']);
  const numbers = annotations.length > 0 ? [] : listedSources(json, sources);
  const marked = withMarks(words, marksOf(words, annotations, sources), sources);
  const kept = keptText(withLinks(marked, (mark) => numbers[mark - 1] ?? undefined, sources));
  if (kept === '') throw brokeOff(service, text(choice['finish_reason']) || 'its text is empty');
  return { text: kept, citations: sources.list, searched: sources.list.length > 0 };
}

/** The number of each of the sources that stand beside the choices. */
function listedSources(json: Record<string, unknown>, sources: Sources): (number | null)[] {
  const results = list(json['search_results']).map(record);
  const titles = new Map(results.map(({ url, title }) => [url, title]));
  const cited = list(json['citations']);
  const urls = cited.length > 0 ? cited.map((one) => (typeof one === 'string' ? one : record(one)['url'])) : results.map(({ url }) => url);
  return urls.map((url) => sources.add(url, titles.get(url)));
}

/** A string, or from some servers a list of parts of which some are thinking. */
function contentOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return list(content)
    .map((part) => text(record(part)['text']))
    .join('');
}

/** Local models think at the beginning of their answer. */
function withoutThinking(words: string): string {
  return words.replace(/^\s*<think>[\s\S]*?(<\/think>|$)/, '');
}
