import { list, record, text, whole } from '../json.ts';
import type { Service, ServiceAnswer } from '../service.ts';
import type { AnswerEngine, AnswerQuestion, Answered, EngineParts } from './answer.ts';
import { askEngine, below, brokeOff, checking, countOf, modelIn, refusalOf, type Line } from './asking.ts';
import { keptText, readText, Sources, withLinks, withMarks } from './marks.ts';
import { marksOf } from './url-citations.ts';

const home = 'https://api.perplexity.ai/v1';
const ownModel = 'perplexity/sonar';

/**
 * Perplexity over its Agent API (POST /v1/agent, docs.perplexity.ai/docs/agent-api), which took the place of Sonar's chat completions on 27 September 2026.
 * `model` is one in the form `perplexity/sonar`, or one of its presets: fast, low, medium, high, xhigh.
 */
export function createPerplexity({ system, settings, meter }: EngineParts): AnswerEngine {
  const { baseUrl = home, apiKey = '', model: configured = ownModel } = settings;
  const model = configured === 'sonar' ? ownModel : configured;
  const service: Service = { system, name: 'Perplexity', configured: baseUrl, secrets: [apiKey] };
  const line: Line = { service, meter, costOf: ({ usage }) => costIn(usage) };

  async function ask(question: AnswerQuestion, signal?: AbortSignal): Promise<Answered> {
    const url = below(baseUrl, 'agent');
    const headers = { authorization: `Bearer ${apiKey}` };
    const answer = await askEngine(line, { url, headers, json: bodyOf(model, question), signal });
    const json = record(answer.json);
    return {
      ...responseIn(service, answer),
      model: modelIn(json['model'], model),
      inputTokens: countOf(json['usage'], 'input_tokens'),
      outputTokens: countOf(json['usage'], 'output_tokens'),
      cost: costIn(json['usage']),
    };
  }

  return {
    provider: 'perplexity',
    engine: 'perplexity',
    model,
    callsFor: () => 1,
    ask,
    async check(signal) {
      await ask(checking, signal);
      return `${model} answered.`;
    },
  };
}

/** A preset brings its web search along; a model is given the preset `fast`, whose instructions have it cite, only where it is to search. */
function bodyOf(model: string, { prompt, country, language, webSearch }: AnswerQuestion): object {
  const isPreset = !model.includes('/');
  const place = country === null ? {} : { user_location: { country: country.toUpperCase() } };
  return {
    ...(isPreset ? { preset: model } : { model, ...(webSearch && { preset: 'fast' }) }),
    input: prompt,
    store: false,
    ...(language !== null && { language_preference: language }),
    ...(webSearch && { tools: [{ type: 'web_search', ...place }] }),
  };
}

/** In USD: no answer costs as much. What is told beyond it is no cost. */
const maxCost = 1000;

function costIn(usage: unknown): number | null {
  const { total_cost: cost } = record(record(usage)['cost']);
  return typeof cost === 'number' && cost >= 0 && cost <= maxCost ? cost : null;
}

/** `output` has items `search_results`, whose results have the ids that the marks in the text name, and `message`, whose parts may be annotated. */
function responseIn(service: Service, answer: ServiceAnswer): Pick<Answered, 'text' | 'citations' | 'searched'> {
  const json = record(answer.json);
  if (answer.status !== 200 || !Array.isArray(json['output'])) throw refusalOf(service, answer);
  if (json['status'] === 'failed' || json['status'] === 'cancelled') throw brokeOff(service, text(record(json['error'])['message']));
  const items = list(json['output']).map(record);
  const results = items.flatMap((item) => (item['type'] === 'search_results' ? list(item['results']).map(record) : []));
  const sources = new Sources();
  const numbers = new Map<number, number>();
  for (const [at, { id, url, title }] of results.entries()) {
    const number = sources.add(url, title);
    if (number !== null) numbers.set(whole(id) ?? at + 1, number);
  }
  const parts = items.flatMap((item) => (item['type'] === 'message' ? list(item['content']).map(record) : []));
  const said = parts.map((part) => {
    const words = readText(part['text']);
    const marks = numbers.size > 0 ? [] : marksOf(words, list(part['annotations']), sources);
    return withLinks(withMarks(words, marks, sources), (mark) => numbers.get(mark), sources);
  });
  const words = keptText(said.join('\n\n'));
  if (words === '') throw brokeOff(service, 'its text is empty');
  return { text: words, citations: sources.list, searched: items.some(({ type }) => type === 'search_results') };
}
