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
import { keptText, readText, Sources, withMarks, type Mark } from './marks.ts';

const home = 'https://generativelanguage.googleapis.com/v1beta';

/** A Gemini model over `generateContent`, grounded with the tool `google_search` (ai.google.dev/gemini-api/docs/google-search). */
export function createGemini({ system, settings, meter }: EngineParts): AnswerEngine {
  const { baseUrl = home, apiKey = '' } = settings;
  const model = (settings.model ?? '').replace(/^models\//, '');
  const service: Service = { system, name: 'Gemini', configured: baseUrl, secrets: [apiKey] };
  const line: Line = { service, meter, costOf: (json) => priceOf(settings, tokensIn(json), searchesIn(model, json)) };

  async function ask({ prompt, webSearch }: AnswerQuestion, signal?: AbortSignal): Promise<Answered> {
    if (webSearch) refuseUnpricedSearch({ settings }, service.name);
    const url = below(baseUrl, `models/${encodeURIComponent(model)}:generateContent`);
    const question = { contents: [{ role: 'user', parts: [{ text: prompt }] }], ...(webSearch && { tools: [{ google_search: {} }] }) };
    const answer = await askEngine(line, { url, headers: { 'x-goog-api-key': apiKey }, json: question, signal });
    const json = record(answer.json);
    return {
      ...contentIn(service, answer),
      model: modelIn(json['modelVersion'], model),
      ...tokensIn(json),
      cost: line.costOf(json),
    };
  }

  return {
    provider: 'gemini',
    engine: 'gemini',
    model,
    callsFor: () => 1,
    ask,
    async check(signal) {
      await ask(checking, signal);
      return `${model} answered.`;
    },
  };
}

/** Thinking is billed as what is written, and what the search found as what is read. */
function tokensIn({ usageMetadata: usage }: Record<string, unknown>) {
  return {
    inputTokens: countOf(usage, 'promptTokenCount', 'toolUsePromptTokenCount'),
    outputTokens: countOf(usage, 'candidatesTokenCount', 'thoughtsTokenCount'),
  };
}

/** Up to Gemini 2.5 a grounded prompt is billed once, however often it searched ("Pricing" in its documentation). */
function searchesIn(model: string, json: Record<string, unknown>): number {
  const queries = list(groundingIn(json)['webSearchQueries']).length;
  return /^gemini-[12]\b/.test(model) ? Math.min(queries, 1) : queries;
}

const candidateIn = (json: Record<string, unknown>) => record(list(json['candidates'])[0]);
const groundingIn = (json: Record<string, unknown>) => record(candidateIn(json)['groundingMetadata']);

/** Other reasons, such as SAFETY, RECITATION and PROHIBITED_CONTENT, say that the model may not answer, or not go on. */
const goodEnds = new Set(['', 'STOP', 'MAX_TOKENS', 'FINISH_REASON_UNSPECIFIED']);
const brokenEnds = new Set(['OTHER', 'MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL', 'TOO_MANY_TOOL_CALLS', 'MALFORMED_RESPONSE']);

function contentIn(service: Service, answer: ServiceAnswer): Pick<Answered, 'text' | 'citations' | 'searched'> {
  const json = record(answer.json);
  const isAnswer = Array.isArray(json['candidates']) || Object.keys(record(json['promptFeedback'])).length > 0;
  if (answer.status !== 200 || !isAnswer) throw refusal(service, answer);
  const blocked = text(record(json['promptFeedback'])['blockReason']);
  if (blocked !== '') throw declined(service, blocked);
  const candidate = candidateIn(json);
  const end = text(candidate['finishReason']);
  if (brokenEnds.has(end)) throw brokeOff(service, end);
  if (!goodEnds.has(end)) throw declined(service, end);
  const sources = new Sources();
  const words = keptText(partsOf(candidate, sources).join(''));
  if (words === '') throw brokeOff(service, end === 'MAX_TOKENS' ? end : 'its text is empty');
  const { webSearchQueries: queries, groundingChunks: chunks } = groundingIn(json);
  return { text: words, citations: sources.list, searched: list(queries).length > 0 || list(chunks).length > 0 };
}

/** The texts of an answer with their marks, without what the model only thought. */
function partsOf(candidate: Record<string, unknown>, sources: Sources): string[] {
  const { groundingChunks, groundingSupports } = record(candidate['groundingMetadata']);
  const numbers = list(groundingChunks).map((chunk) => {
    const { uri, title } = record(record(chunk)['web']);
    return sources.add(uri, title);
  });
  const supports = list(groundingSupports).slice(0, maxSupports).map(record);
  const parts = list(record(candidate['content'])['parts']).map(record);
  return parts.map((part, at) => {
    if (part['thought'] === true) return '';
    const words = readText(part['text']);
    const marks = supports.flatMap(({ segment, groundingChunkIndices: indices }): Mark[] => {
      const span = record(segment);
      if ((whole(span['partIndex']) ?? 0) !== at) return [];
      return [{ at: endOf(words, span), numbers: list(indices).flatMap((index) => numbers[whole(index) ?? -1] ?? []) }];
    });
    return withMarks(words, marks, sources);
  });
}

const maxSupports = 1000;

/** Indices count bytes of UTF-8 within the part. Where they lead elsewhere than to the segment's own text, that is looked for. */
function endOf(words: string, { startIndex, endIndex, text: said }: Record<string, unknown>): number {
  const bytes = Buffer.from(words);
  const end = bytes.toString('utf8', 0, whole(endIndex) ?? 0).length;
  const spoken = text(said);
  if (spoken === '' || words.slice(0, end).endsWith(spoken)) return end;
  const found = words.indexOf(spoken, Math.max(0, Math.min(whole(startIndex) ?? 0, end) - spoken.length));
  return found === -1 ? end : found + spoken.length;
}

/** A wrong key is a 400 to it; how long to wait stands in the body. */
function refusal(service: Service, answer: ServiceAnswer) {
  const error = record(record(list(answer.json)[0] ?? answer.json)['error']);
  const isKey = answer.status === 400 && /api key/i.test(text(error['message']));
  const hint = isKey ? 'Copy the API key from Google AI Studio anew.' : 'See that the model is right and knows google_search.';
  const wait = list(error['details']).map((detail) => /^(\d{1,6}(?:\.\d+)?)s$/.exec(text(record(detail)['retryDelay']))?.[1]);
  const seconds = wait.find((one) => one !== undefined);
  const headers = seconds === undefined ? answer.headers : { 'retry-after': seconds, ...answer.headers };
  return refusalOf(service, { ...answer, headers }, { 400: hint });
}
