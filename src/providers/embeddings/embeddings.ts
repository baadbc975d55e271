import type { ProviderSettings } from '../../../schema/integrations.ts';
import { AppError } from '../../errors.ts';
import type { System } from '../../system.ts';
import { list, record, text } from '../json.ts';
import type { Meter } from '../meter.ts';
import { askService, failureOf, type Service, type ServiceAnswer } from '../service.ts';

export interface Embeddings {
  /** As it is configured: vectors of two models cannot be compared. */
  model: string;
  /**
   * One vector for each text, in their order, all of one dimension. No text may be empty. Rejects with `cap_reached`, `rate_limited`, `provider_refused`,
   * `provider_failed`, or the signal's reason.
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
  /** Asks for one vector; returns what was found. Rejects as `embed` does. */
  check(signal?: AbortSignal): Promise<string>;
}

const openAi = 'https://api.openai.com/v1';
/** What text-embeddings-inference takes at once unless it is told otherwise. OpenAI takes 2,048, Gemini 100. */
export const batchSize = 32;
/** A model that runs on a processor without help may take its time. */
const deadlineMs = 120_000;
const maxDimension = 8192;

/** Vectors of texts over any OpenAI-compatible `POST /embeddings`; OpenAI's own unless its address is another. */
export function createEmbeddings(system: System, settings: ProviderSettings, meter: Meter): Embeddings {
  // Local models need no key.
  const { baseUrl = openAi, apiKey = '', model = '' } = settings;
  const service: Service = { system, name: 'The embeddings endpoint', configured: baseUrl, secrets: [apiKey] };
  const url = `${baseUrl.replace(/\/+$/, '')}/embeddings`;
  const headers: Record<string, string> = apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` };

  async function askBatch(input: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    // Numbers are the usual format; some servers refuse to be told so.
    const json = { model, input };
    const answer = await meter.spend(1, () => askService(service, { url, headers, json, deadlineMs, signal }));
    return vectorsIn(service, answer, input.length);
  }

  async function embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let from = 0; from < texts.length; from += batchSize) {
      signal?.throwIfAborted();
      vectors.push(...(await askBatch(texts.slice(from, from + batchSize), signal)));
      if (vectors.some(({ length }) => length !== vectors[0]!.length)) throw notVectors('vectors of differing dimensions');
    }
    return vectors;
  }

  return {
    model,
    embed,
    async check(signal) {
      const [vector] = await embed(['keyword'], signal);
      return `${model} answered with ${vector!.length} dimensions.`;
    },
  };
}

function vectorsIn(service: Service, answer: ServiceAnswer, count: number): Float32Array[] {
  const { data } = record(answer.json);
  if (answer.status !== 200 || !Array.isArray(data)) throw refusal(service, answer);
  const vectors = Array.from<Float32Array | undefined>({ length: count });
  for (const [at, item] of data.entries()) {
    const { index = at, embedding } = record(item);
    if (typeof index !== 'number' || !(index in vectors) || vectors[index]) throw notVectors('vectors of unknown texts');
    vectors[index] = vectorOf(embedding);
  }
  if (!vectors.every((vector) => vector !== undefined)) throw notVectors(`${data.length} vectors for ${count} texts`);
  return vectors;
}

function vectorOf(embedding: unknown): Float32Array {
  const numbers = list(embedding);
  if (numbers.length === 0 || numbers.length > maxDimension) throw notVectors(`a vector of ${numbers.length} dimensions`);
  const vector = Float32Array.from(numbers, (number) => (typeof number === 'number' ? number : Number.NaN));
  if (!vector.every(Number.isFinite)) throw notVectors('a vector that holds other things than numbers');
  return vector;
}

function notVectors(what: string): AppError {
  return new AppError('provider_failed', `The embeddings endpoint answered with ${what}.`, {
    hint: 'See that its model is one for embeddings, with integrations_test.',
  });
}

/** OpenAI and Ollama say `{ error: { message } }`, others `{ error }`, `{ message }` or `{ detail }`. */
function refusal(service: Service, answer: ServiceAnswer): AppError {
  const { error, message, detail } = record(answer.json);
  const said = [record(error)['message'], error, message, detail].map(text).find((words) => words !== '') ?? '';
  return failureOf(service, answer, { said, ...hintFor(answer) });
}

/** A server's other interfaces answer JSON of another shape. */
function hintFor({ status, json }: ServiceAnswer): { hint?: string } {
  if (status === 404 || (status === 200 && json !== undefined))
    return { hint: 'See that the address ends before /embeddings (often with /v1), and that the server has the model.' };
  return status === 413 || status === 422 ? { hint: `Let the server take ${batchSize} texts at once, or mend what it names.` } : {};
}
