import { AppError } from '../../errors.ts';
import { NetworkError } from '../../net/errors.ts';
import type { OutboundRequest, OutboundResponse, System } from '../../system.ts';
import { list, parseJson, record } from '../json.ts';
import { unmetered, type Meter } from '../meter.ts';
import { fitPicture, UnfitPicture } from './fit.ts';
import { failureOf, notUnderstood } from './image-errors.ts';

export interface ImageModelOptions {
  /** An OpenAI-compatible API, such as `https://api.openai.com/v1`. */
  baseUrl: string;
  /** Local models need none. */
  apiKey?: string;
  model: string;
  /** For one whole drawing, in milliseconds. Default 120,000. */
  timeoutMs?: number;
  /** Counts each picture that is asked for. Default: nobody counts. */
  meter?: Meter;
}

export interface ImageModel {
  /**
   * A picture for `prompt` as a PNG of 1200 × 630 pixels. Rejects with `provider_refused`, `rate_limited` or `provider_failed`,
   * or with the signal's reason if it is aborted.
   */
  draw(prompt: string, signal?: AbortSignal): Promise<Buffer>;
  /**
   * Asks for the provider's list of models, which costs nothing. Rejects as `draw` does.
   * `modelListed` is null if the provider has no such list.
   */
  check(signal?: AbortSignal): Promise<{ modelListed: boolean | null }>;
}

const mebibyte = 1024 * 1024;
const maxPictureBytes = 20 * mebibyte;
/** Base64 takes four bytes for three; the rest is for the JSON around it. */
const maxAnswerBytes = Math.ceil((maxPictureBytes * 4) / 3) + mebibyte;
const checkMs = 15_000;
const dataUrl = /^data:image\/\w+;base64,/;

/** The widest size each model can draw; other models get the square size, which all of them accept. */
const sizes: readonly [model: RegExp, size: string][] = [
  [/gpt-image/i, '1536x1024'],
  [/dall-e-3/i, '1792x1024'],
];

/** An image provider behind any OpenAI-compatible images endpoint. */
export function createImageModel({ request }: Pick<System, 'request'>, options: ImageModelOptions): ImageModel {
  const { apiKey, model, timeoutMs = 120_000, meter = unmetered } = options;
  const base = options.baseUrl.replace(/\/+$/, '');
  const headers = { accept: 'application/json', ...(apiKey !== undefined && apiKey !== '' && { authorization: `Bearer ${apiKey}` }) };

  async function ask(asked: OutboundRequest): Promise<OutboundResponse> {
    try {
      return await request(asked);
    } catch (error) {
      asked.signal?.throwIfAborted();
      if (!(error instanceof NetworkError)) throw error;
      throw new AppError('provider_failed', `The image provider cannot be reached. ${error.message}`, {
        hint: 'Check its address, and try again later.',
        cause: error,
      });
    }
  }

  /** Downloads a picture an answer links to. */
  async function download(url: string, signal?: AbortSignal): Promise<Buffer> {
    const answer = await ask({ url, deadlineMs: timeoutMs, maxBytes: maxPictureBytes, maxRedirects: 3, configured: base, signal });
    if (answer.status !== 200) throw notUnderstood(`its picture cannot be downloaded (status ${answer.status})`);
    if (answer.truncated) throw notUnderstood('its picture is larger than 20 MiB, or broke off');
    return answer.body;
  }

  return {
    async draw(prompt, signal) {
      const size = sizes.find(([known]) => known.test(model))?.[1] ?? '1024x1024';
      const draw = () =>
        ask({
          url: `${base}/images/generations`,
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ model, prompt, n: 1, size }),
          deadlineMs: timeoutMs,
          maxBytes: maxAnswerBytes,
          configured: base,
          signal,
        });
      const answer = await meter.spend(1, draw);
      if (answer.status !== 200) throw failureOf(answer, apiKey);
      if (answer.truncated) throw notUnderstood('its answer is larger than 20 MiB, or broke off');
      const picture = pictureIn(answer.body);
      const bytes = 'url' in picture ? await download(picture.url, signal) : picture.bytes;
      if (bytes.length > maxPictureBytes) throw notUnderstood('its picture is larger than 20 MiB');
      return fitted(bytes, signal);
    },
    async check(signal) {
      const answer = await ask({ url: `${base}/models`, headers, deadlineMs: checkMs, maxBytes: 4 * mebibyte, configured: base, signal });
      // Not every image server lists its models.
      if (answer.status === 404 || answer.status === 405) return { modelListed: null };
      if (answer.status !== 200) throw failureOf(answer, apiKey);
      const { data } = answerIn(answer.body);
      return { modelListed: Array.isArray(data) ? data.some((one) => record(one)['id'] === model) : null };
    },
  };
}

/** The prompt for a picture above an article. The article's words are data: an image model cannot act on them. */
export function promptFor({ title, keyword, audience }: { title: string; keyword: string; audience: string | null }): string {
  return [
    `A wide editorial illustration for an article on ${quoted(keyword)}, titled ${quoted(title)}.`,
    audience === null || audience.trim() === '' ? '' : `Its readers: ${quoted(audience)}.`,
    'Show one clear idea of the subject in a calm, modern style with a simple composition, its main matter near the middle, and room at the edges.',
    'No text in the picture: no letters, words, numbers, captions, signs, logos or watermarks. No borders or frames.',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

/** One line of at most 300 characters, so that no part dominates the prompt. */
function quoted(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/["“”„«»]/g, "'")
    .trim();
  return `“${[...line].slice(0, 300).join('')}”`;
}

async function fitted(bytes: Buffer, signal: AbortSignal | undefined): Promise<Buffer> {
  try {
    return await fitPicture(bytes, signal);
  } catch (error) {
    if (!(error instanceof UnfitPicture)) throw error;
    throw notUnderstood(`its picture cannot be used: ${error.message}`);
  }
}

/** The first picture of an answer, inline or as a URL. */
function pictureIn(body: Buffer): { bytes: Buffer } | { url: string } {
  const { b64_json: within, url } = record(list(answerIn(body)['data'])[0]);
  if (typeof within === 'string' && within !== '') return { bytes: bytesOf(within) };
  if (typeof url !== 'string') throw notUnderstood('there is no picture in its answer');
  // Some servers put the picture itself into its URL.
  return dataUrl.test(url) ? { bytes: bytesOf(url) } : { url };
}

function bytesOf(base64: string): Buffer {
  return Buffer.from(base64.replace(dataUrl, ''), 'base64');
}

function answerIn(body: Buffer): Record<string, unknown> {
  const answer = parseJson(body.toString('utf8'));
  if (answer === undefined) throw notUnderstood('its answer is not JSON');
  return record(answer);
}
