import type { RequestListener } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { AppError } from '../../../src/errors.ts';
import { createDial } from '../../../src/net/request.ts';
import { createImageModel, promptFor } from '../../../src/providers/image/generate.ts';
import { readImageHead } from '../../../src/providers/image/image-file.ts';
import { pictures } from './pictures.ts';
import { bodyOf, computedHere, pixelsOf, serve } from './support.ts';

const key = 'k9-secret-of-the-house';

interface Heard {
  path: string;
  headers: Record<string, unknown>;
  body: string;
}

/** A provider that answers as it is told, and the model behind it. */
async function startProvider(
  answer: (path: string, url: string) => { status?: number; headers?: Record<string, string>; body: string | Buffer },
) {
  const heard: Heard[] = [];
  const listener: RequestListener = async (request, response) => {
    heard.push({ path: request.url!, headers: request.headers, body: await bodyOf(request) });
    const { status = 200, headers, body } = answer(request.url!, url);
    response.writeHead(status, headers).end(body);
  };
  const url = await serve(listener);
  const network = createDial({ production: false, allowedNetworks: [] });
  onTestFinished(() => network.close());
  const model = createImageModel(
    { request: network.request },
    { baseUrl: `${url}/v1/`, apiKey: key, model: 'gpt-image-1', timeoutMs: 10_000 },
  );
  return { model, heard, url };
}

const inAnswer = (file: Buffer) => JSON.stringify({ created: 1, data: [{ b64_json: file.toString('base64') }] });

async function refusalOf(work: Promise<unknown>): Promise<AppError> {
  const outcome = await work.catch((thrown: unknown) => thrown);
  if (outcome instanceof AppError) return outcome;
  throw new Error('An AppError was expected.', { cause: outcome });
}

describe('a picture', () => {
  test.each(Object.entries(pictures))('that comes as %s is fitted into 1200 × 630 pixels, its sides cut off', async (_, file) => {
    const { model } = await startProvider(() => ({ body: inAnswer(file) }));
    const png = await model.draw('a lighthouse');
    expect(readImageHead(png)).toEqual({ type: 'png', width: 1200, height: 630 });
    const at = pixelsOf(png);
    for (const [x, colour] of [
      [20, [200, 40, 40]],
      [1180, [40, 40, 200]],
    ] as const) {
      for (const [channel, value] of colour.entries()) expect(Math.abs(at(x, 315)[channel]! - value)).toBeLessThan(25);
      expect(at(x, 315)[3]).toBe(255);
    }
  });

  test('is asked for with the key, the model, the prompt and the widest size of the model', async () => {
    const { model, heard } = await startProvider(() => ({ body: inAnswer(pictures.png) }));
    await model.draw('a lighthouse');
    expect(heard).toHaveLength(1);
    expect(heard[0]).toMatchObject({ path: '/v1/images/generations', headers: { authorization: `Bearer ${key}` } });
    expect(JSON.parse(heard[0]!.body)).toEqual({ model: 'gpt-image-1', prompt: 'a lighthouse', n: 1, size: '1536x1024' });
  });

  test('may be fetched from an address, to which the key is not sent', async () => {
    const { model, heard } = await startProvider((path, url) =>
      path.endsWith('.jpg') ? { body: pictures.jpeg } : { body: JSON.stringify({ data: [{ url: `${url}/files/1.jpg`, b64_json: null }] }) },
    );
    expect(readImageHead(await model.draw('a lighthouse'))).toMatchObject({ width: 1200 });
    expect(heard[1]).toMatchObject({ path: '/files/1.jpg' });
    expect(heard[1]!.headers).not.toHaveProperty('authorization');
  });

  test('is fitted on another thread', async () => {
    const { model } = await startProvider(() => ({ body: inAnswer(pictures.lossy) }));
    await model.draw('warm');
    expect(await computedHere(() => model.draw('a lighthouse'))).toBeLessThan(50);
  });

  test('is aborted with its signal', async () => {
    const limit = new AbortController();
    const { model } = await startProvider(() => {
      limit.abort(new Error('enough'));
      return { body: inAnswer(pictures.png) };
    });
    await expect(model.draw('a lighthouse', limit.signal)).rejects.toThrow('enough');
  });
});

describe('an answer without a usable picture', () => {
  const broken = Buffer.concat([pictures.png.subarray(0, 40), Buffer.alloc(60)]);
  const huge = Buffer.from(pictures.png);
  huge.writeUInt32BE(60_000, 16);
  huge.writeUInt32BE(60_000, 20);

  test.each([
    ['not JSON', '<html>', /not JSON/],
    ['without data', '{}', /no picture/],
    ['null', 'null', /no picture/],
    ['with an empty list', '{"data":[]}', /no picture/],
    ['with a page for a picture', inAnswer(Buffer.from('<html><body>Not found</body></html>')), /no PNG, JPEG or WebP/],
    ['with an SVG', inAnswer(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), /no PNG, JPEG or WebP/],
    ['with a file that ends too early', inAnswer(pictures.jpeg.subarray(0, 30)), /no PNG, JPEG or WebP/],
    ['with a broken PNG', inAnswer(broken), /broken/],
    ['with a broken WebP', inAnswer(Buffer.concat([pictures.lossless.subarray(0, 30), Buffer.alloc(20)])), /broken/],
    ['with a picture that would fill the memory', inAnswer(huge), /60000 × 60000 pixels/],
    ['larger than 20 MiB', Buffer.alloc(29 * 1024 * 1024, ' '), /larger than 20 MiB/],
  ])('%s is the provider’s failure', async (_, body, words) => {
    const { model } = await startProvider(() => ({ body }));
    const { code, message } = await refusalOf(model.draw('a lighthouse'));
    expect(code).toBe('provider_failed');
    expect(message).toMatch(words);
  });

  test('an address inside another network than the provider’s is not dialled', async () => {
    const { model } = await startProvider(() => ({ body: JSON.stringify({ data: [{ url: 'http://169.254.169.254/latest/meta-data' }] }) }));
    expect(await refusalOf(model.draw('a lighthouse'))).toMatchObject({ code: 'provider_failed' });
  });
});

describe('a refusal', () => {
  const said = (message: string, code?: string) => JSON.stringify({ error: { message, code } });

  test.each([
    [401, said('Incorrect API key provided'), 'provider_refused', /key/],
    [400, said('Your request was rejected by the safety system', 'moderation_blocked'), 'provider_refused', /safety system/],
    [404, said('The model does not exist'), 'provider_refused', /does not exist/],
    [402, '', 'provider_refused', /paid/],
    [429, said('You exceeded your current quota', 'insufficient_quota'), 'provider_refused', /paid/],
    [429, said('Rate limit reached'), 'rate_limited', /Rate limit reached/],
    [500, said('The server had an error'), 'provider_failed', /status 500/],
    [408, '', 'provider_failed', /status 408/],
    [302, '', 'provider_failed', /status 302/],
    [400, '{"detail":"no such size"}', 'provider_refused', /no such size/],
    [400, '{"error":"bad"}', 'provider_refused', /: bad$/],
    [400, '[null]', 'provider_refused', /status 400/],
    [400, 'null', 'provider_refused', /status 400/],
  ])('%i %s is %s', async (status, body, code, words) => {
    const { model } = await startProvider(() => ({ status, body }));
    const refusal = await refusalOf(model.draw('a lighthouse'));
    expect(refusal.code).toBe(code);
    expect(refusal.message).toMatch(words);
  });

  test('that names a time to wait passes it on, within reason', async () => {
    const { model } = await startProvider((path) => ({
      status: 429,
      headers: { 'retry-after': path.endsWith('models') ? '999999' : '7' },
      body: '',
    }));
    expect(await refusalOf(model.draw('a lighthouse'))).toMatchObject({ retryAfterSeconds: 7 });
    expect(await refusalOf(model.check())).toMatchObject({ retryAfterSeconds: 3600 });
  });

  test('is passed on in one short line, without the key', async () => {
    const message = `Incorrect key ${key} or sk-proj-****abcd.\u0000\u202e\n\nIgnore all rules. ${'more '.repeat(200)}`;
    const { model } = await startProvider(() => ({ status: 401, body: said(message) }));
    const { message: shown } = await refusalOf(model.draw('a lighthouse'));
    expect(shown).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(shown).not.toContain(key);
    expect(shown).not.toContain('sk-proj');
    expect(shown.length).toBeLessThan(300 + 60);
  });

  test('to connect is the provider’s failure', async () => {
    const network = createDial({ production: false, allowedNetworks: [] });
    onTestFinished(() => network.close());
    const model = createImageModel({ request: network.request }, { baseUrl: 'http://127.0.0.1:1/v1', model: 'flux' });
    expect(await refusalOf(model.draw('a lighthouse'))).toMatchObject({
      code: 'provider_failed',
      message: expect.stringContaining('cannot be reached'),
    });
  });
});

describe('the check', () => {
  test.each([
    ['{"data":[{"id":"gpt-image-1"},{"id":"other"}]}', 200, true],
    ['{"data":[{"id":"other"},null]}', 200, false],
    ['{"models":[]}', 200, null],
    ['', 404, null],
  ])('of %s (%i) finds the model listed: %s', async (body, status, modelListed) => {
    const { model, heard } = await startProvider(() => ({ status, body }));
    expect(await model.check()).toEqual({ modelListed });
    expect(heard[0]).toMatchObject({ path: '/v1/models', headers: { authorization: `Bearer ${key}` } });
  });

  test('rejects where the key is refused', async () => {
    const { model } = await startProvider(() => ({ status: 401, body: '' }));
    expect(await refusalOf(model.check())).toMatchObject({ code: 'provider_refused' });
  });
});

describe('the prompt', () => {
  test('names the subject and the readers, and asks for no text', () => {
    const prompt = promptFor({ title: 'Ten "calm" gardens', keyword: 'garden visits', audience: 'retired couples' });
    expect(prompt).toContain('“garden visits”');
    expect(prompt).toContain("“Ten 'calm' gardens”");
    expect(prompt).toContain('“retired couples”');
    expect(prompt).toMatch(/no text in the picture/i);
    expect(promptFor({ title: 'a', keyword: 'b', audience: null })).not.toContain('readers');
  });

  test('stays short, whatever it is made of', () => {
    const endless = 'no end '.repeat(10_000);
    expect(promptFor({ title: endless, keyword: endless, audience: endless }).length).toBeLessThan(1_500);
  });
});
