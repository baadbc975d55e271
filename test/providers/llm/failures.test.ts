import { describe, expect, test } from 'vitest';
import { AppError } from '../../../src/errors.ts';
import type { Meter } from '../../../src/providers/meter.ts';
import { createChatModel, type TokenUsage } from '../../../src/providers/llm/index.ts';
import { startOfTests } from '../../support/clock.ts';
import type { Turn } from '../../support/llm-dialect.ts';
import { goodKey } from '../../support/llm-server.ts';
import { eventually, serveHttp } from '../../net/support.ts';
import { errorOf, openModel, openRealSystem, openSystem, providers, request } from './support.ts';

const say = 'Bread needs flour, water, salt and time.';
const date = (ms: number) => new Date(ms).toUTCString();

describe.each(providers)('%s is asked again', (provider) => {
  test.each<[string, Turn]>([
    ['500', { status: 500, error: { message: 'The server had an error.' } }],
    ['502 from a proxy', { status: 502, error: '<html><h1>Bad gateway</h1></html>' }],
    ['503', { status: 503, error: {} }],
    ['529', { status: 529, error: { message: 'Overloaded' } }],
    ['408', { status: 408, error: {} }],
    ['409', { status: 409, error: {} }],
    ['429', { status: 429, error: { message: 'Slow down.' } }],
    ['a stream that is cut', { say, breaks: 'cut' }],
    ['a stream that is reset', { say, breaks: 'reset' }],
    ['a stream that ends too early', { say, breaks: 'end' }],
    ['a stream that stalls', { say, breaks: 'stall' }],
    ['an event that is not JSON', { say, breaks: 'garbage' }],
    ['an error amid the stream', { say, breaks: { message: 'Overloaded', type: 'overloaded_error' } }],
    ['an upstream error amid the stream', { say, breaks: { message: 'Provider returned error', code: 502 } }],
    ['no words at all', { say: '' }],
    ['no content', { whole: true, say: '' }],
  ])('after %s', async (_, turn) => {
    const { model, server, waits } = await openModel(provider, [turn, { say }], { idleMs: 60 });
    const heard: string[] = [];
    const answer = await model.complete(request({ onText: (delta) => heard.push(delta), onRestart: () => heard.splice(0) }));
    expect(answer.text).toBe(say);
    expect(heard.join('')).toBe(say);
    expect([server.requests.length, waits.length]).toEqual([2, 1]);
    expect(waits[0]).toBeGreaterThanOrEqual(250);
    expect(waits[0]).toBeLessThanOrEqual(500);
  });

  test('and the broken attempt counts', async () => {
    const { model } = await openModel(provider, [{ say, breaks: 'cut' }, { say }]);
    const { usage } = await model.complete(request());
    expect(usage.estimated).toBe(true);
    expect(usage.inputTokens).toBeGreaterThan(12 + 10);
    expect(usage.outputTokens).toBeGreaterThan(34);
  });

  test('and each attempt is spent, at the price of what was said', async () => {
    const costs: (number | null)[] = [];
    const meter: Meter = {
      async spend(_, ask, costOf) {
        const answer = await ask();
        costs.push(costOf!(answer));
        return answer;
      },
    };
    const turns = [{ status: 503, error: {} }, { say, breaks: 'cut' }, { say }] as const;
    const { model } = await openModel(provider, turns, { meter, inputPrice: 1, outputPrice: 2 });
    await model.complete(request());
    expect(costs).toEqual([0, expect.any(Number), expect.any(Number)]);
    expect(Math.min(...costs.slice(1).map(Number))).toBeGreaterThan(0);
  });

  test('never, where its meter objects', async () => {
    const refusal = new AppError('cap_reached', 'Enough.');
    const { model, server } = await openModel(provider, [{ say }], { meter: { spend: () => Promise.reject(refusal) } });
    await expect(model.complete(request())).rejects.toBe(refusal);
    expect(server.requests).toEqual([]);
  });

  test('and each attempt is reported, even if none succeeds', async () => {
    const { model } = await openModel(provider, [{ say, breaks: 'cut' }]);
    const uses: TokenUsage[] = [];
    await errorOf(model.complete(request({ onUsage: (usage) => uses.push(usage) })));
    expect(uses.length).toBe(4);
    expect(uses.every(({ estimated, outputTokens }) => estimated && outputTokens > 0)).toBe(true);
  });

  test.each<[string, Record<string, string>, number]>([
    ['seconds', { 'retry-after': '7' }, 7_000],
    ['no time at all', { 'retry-after': '0' }, 0],
    ['milliseconds, which are more exact', { 'retry-after': '1', 'retry-after-ms': '150' }, 150],
    ['a date, by the clock of the one who names it', { 'retry-after': date(9_000), date: date(5_000) }, 4_000],
    ['a date that has passed', { 'retry-after': date(4_000), date: date(5_000) }, 0],
  ])('when it wants to be: in %s', async (_, headers, waitMs) => {
    const { model, waits } = await openModel(provider, [{ status: 429, error: {}, headers }, { say }]);
    expect((await model.complete(request())).text).toBe(say);
    expect(waits).toEqual([waitMs]);
  });

  test('four times in all, with longer and longer waits between', async () => {
    const { model, server, waits } = await openModel(provider, [{ status: 503, error: { message: 'Down for repairs' } }]);
    const error = await errorOf(model.complete(request()));
    expect(error).toMatchObject({ code: 'provider_failed', message: `${new URL(server.url).host} answered 503: Down for repairs.` });
    expect(server.requests.length).toBe(4);
    for (const [index, most] of [500, 1_000, 2_000].entries()) {
      expect(waits[index]).toBeGreaterThanOrEqual(most / 2);
      expect(waits[index]).toBeLessThanOrEqual(most);
    }
    expect(waits.length).toBe(3);
  });

  test('but not if it asks for too long a wait', async () => {
    const { model, server, waits } = await openModel(provider, [
      { status: 429, error: { message: 'Daily limit' }, headers: { 'retry-after': '3600' } },
    ]);
    expect(await errorOf(model.complete(request()))).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 3_600 });
    expect([server.requests.length, waits]).toEqual([1, []]);
  });

  test('and reported as busy if it stays so', async () => {
    const { model } = await openModel(provider, [{ status: 429, error: {}, headers: { 'retry-after': '2' } }]);
    expect(await errorOf(model.complete(request()))).toMatchObject({ code: 'rate_limited', retryAfterSeconds: 2 });
  });
});

describe.each(providers)('%s is not asked again', (provider) => {
  test.each<[string, Turn, RegExp]>([
    ['400', { status: 400, error: { message: 'Your credit balance is too low.' } }, /answered 400: Your credit balance is too low\.$/],
    ['401', { status: 401, error: { message: 'No.' } }, /answered 401: No\.$/],
    ['402', { status: 402, error: { message: 'Pay first' } }, /answered 402: Pay first\.$/],
    ['403', { status: 403, error: { message: 'Not in your country' } }, /answered 403: Not in your country\.$/],
    ['404', { status: 404, error: { message: 'The model `test-1` does not exist' } }, /answered 404: The model `test-1` does not exist\.$/],
    ['413', { status: 413, error: { message: 'Request exceeds the maximum size' } }, /answered 413: Request exceeds/],
    ['422', { status: 422, error: { message: 'Unprocessable' } }, /answered 422: Unprocessable\.$/],
    ['a redirect', { status: 302, error: '', headers: { location: 'https://example.com/login' } }, /answered 302\.$/],
    [
      'a quota that is used up',
      { status: 429, error: { message: 'You exceeded your quota', code: 'insufficient_quota' } },
      /exceeded your quota\.$/,
    ],
    ['a status amid the stream', { say, breaks: { message: 'Flagged', code: 403 } }, /broke its answer off with an error: Flagged\.$/],
    [
      'a bad request amid the stream',
      { say, breaks: { message: 'prompt is too long', type: 'invalid_request_error' } },
      /prompt is too long\.$/,
    ],
    [
      'a refusal',
      provider === 'openai' ? { refusal: "I'm sorry, I can't help with that." } : { say: 'I…', finish: 'refusal' },
      /refuses: I'm sorry|withholds the answer/,
    ],
  ])('after %s', async (_, turn, message) => {
    const { model, server, waits } = await openModel(provider, [turn]);
    const error = await errorOf(model.complete(request()));
    expect(error.code).toBe('provider_refused');
    expect(error.message).toMatch(message);
    expect(error.hint).toMatch(/\.$/);
    expect([server.requests.length, waits]).toEqual([1, []]);
  });

  test('when it used all its tokens before it said a word', async () => {
    const { model, server } = await openModel(provider, [{ say: '', finish: provider === 'openai' ? 'length' : 'max_tokens' }]);
    const error = await errorOf(model.complete(request()));
    expect([error.code, server.requests.length]).toEqual(['provider_refused', 1]);
    expect(error.message).toContain('was cut after 500 tokens');
  });

  test('when the whole answer takes too long, slow as it comes', async () => {
    const { model, server } = await openModel(provider, [{ say: say.repeat(50), slowMs: 20 }], { timeoutMs: 200 });
    const error = await errorOf(model.complete(request()));
    expect(error).toMatchObject({
      code: 'provider_failed',
      message: `${new URL(server.url).host} did not finish its answer within 0.2 s.`,
    });
    expect(server.requests.length).toBe(1);
    await eventually(() => server.open() === 0);
  });

  test('while slow tokens keep coming within its time', async () => {
    const { model, server } = await openModel(provider, [{ say, slowMs: 15 }], { idleMs: 150 });
    expect((await model.complete(request())).text).toBe(say);
    expect(server.requests.length).toBe(1);
  });
});

test('OpenAI’s content filter ends it for good', async () => {
  const { model, server } = await openModel('openai', [{ say, finish: 'content_filter' }]);
  const error = await errorOf(model.complete(request()));
  expect([error.code, server.requests.length]).toEqual(['provider_refused', 1]);
  expect(error.message).toContain('withholds the answer');
});

test('an error sent as a success, as by older servers, is still an error', async () => {
  const error = JSON.stringify({ object: 'error', message: 'The prompt is longer than max_model_len', code: 400 });
  const { model, server } = await openModel('openai', [{ status: 200, error }]);
  const { code, message } = await errorOf(model.complete(request()));
  expect([code, server.requests.length]).toEqual(['provider_refused', 1]);
  expect(message).toContain('longer than max_model_len');
});

describe('what a provider says of its error', () => {
  test.each(providers)('never has the key in it, though %s repeats it', async (provider) => {
    const apiKey = 'sk-proj-wrong.and ("secret")* 0123456789';
    const { model } = await openModel(provider, [{}], { apiKey });
    const error = await errorOf(model.complete(request()));
    expect(error.message).toContain('[key]');
    for (const part of [apiKey, 'secret', '0123456789']) expect(JSON.stringify([error.message, error.hint])).not.toContain(part);
  });

  test.each<[string, string]>([
    ['its beginning alone', `Incorrect API key provided: ${goodKey.slice(0, 12)}****.`],
    ['in quotation marks', `Key "${goodKey}" is unknown`],
    ['behind 65,530 spaces, where the text is cut', ' '.repeat(65_530) + goodKey],
    ['in HTML', `<p>${goodKey}</p>`],
    ['in an object of another form', JSON.stringify({ detail: [{ loc: ['header'], msg: `bad ${goodKey}` }] })],
  ])('and neither %s', async (_, error) => {
    const { model } = await openModel('openai', [{ status: 401, error }]);
    expect((await errorOf(model.complete(request()))).message).not.toMatch(/sk-t/);
  });

  test('never has the key in it, though it comes amid the stream or as a refusal', async () => {
    for (const turn of [{ say, breaks: { message: `no ${goodKey}`, code: 400 } }, { refusal: `no ${goodKey}` }]) {
      const { model } = await openModel('openai', [turn]);
      expect((await errorOf(model.complete(request()))).message).toContain('no [key]');
    }
  });

  test('is one short line of plain text', async () => {
    const { model } = await openModel('openai', [{ status: 400, error: { message: `a\r\n\u202Eb\u0007\t ${'x'.repeat(10_000)}` } }]);
    const { message } = await errorOf(model.complete(request()));
    expect(message).toMatch(/^127\.0\.0\.1:\d+ answered 400: a b x+…$/);
    expect(message.length).toBeLessThan(350);
  });
});

describe('where there is no model', () => {
  test('a website is not taken for a model', async () => {
    const site = await serveHttp((_, response) =>
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>Chat</title>'),
    );
    const model = createChatModel(openSystem(), { provider: 'openai', baseUrl: site.url, model: 'x' });
    const error = await errorOf(model.complete(request()));
    expect([error.code, site.connections()]).toEqual(['provider_refused', 1]);
    expect(error.hint).toContain('/v1');
  });

  test('a server that is down is tried a few times, and named', async () => {
    const waits: number[] = [];
    const model = createChatModel(openSystem(waits), { provider: 'openai', baseUrl: 'http://127.0.0.9:9/v1', model: 'x' });
    const error = await errorOf(model.complete(request()));
    expect(error).toMatchObject({ code: 'provider_failed', message: '127.0.0.9 does not answer on port 9 (connection refused).' });
    expect(waits.length).toBe(3);
  });

  test('an address that may never be dialled is not, whoever configured it', async () => {
    const model = createChatModel(openSystem(), { provider: 'openai', baseUrl: 'http://169.254.169.254/v1', model: 'x' });
    expect((await errorOf(model.complete(request()))).code).toBe('provider_refused');
  });

  test.each(['nonsense', 'ftp://example.com', ''])('%j is no base URL', async (baseUrl) => {
    const open = async () => createChatModel(openSystem(), { provider: 'openai', baseUrl, model: 'x' });
    expect((await errorOf(open())).code).toBe('invalid_input');
  });

  test.each([
    ['openai', 'v1/'],
    ['anthropic', ''],
    ['anthropic', 'v1'],
    ['anthropic', 'v1/'],
  ] as const)('but /%s%s is one', async (provider, path) => {
    const { server } = await openModel(provider, [{ say }]);
    const model = createChatModel(openSystem(), { provider, baseUrl: server.url + path, apiKey: goodKey, model: 'x' });
    expect((await model.complete(request())).text).toBe(say);
  });
});

test('a wait ends with the caller’s patience, and no attempt follows', async () => {
  const { server } = await openModel('openai', [{ status: 429, error: {}, headers: { 'retry-after': '15' } }]);
  const caller = new AbortController();
  const system = openRealSystem();
  const pause = (ms: number, signal?: AbortSignal) => {
    const waited = system.pause(ms, signal);
    caller.abort(new Error(`Not for ${ms} ms.`));
    return waited;
  };
  const model = createChatModel({ ...system, pause }, { provider: 'openai', baseUrl: `${server.url}v1`, apiKey: goodKey, model: 'x' });
  await expect(model.complete(request({ signal: caller.signal }))).rejects.toThrow('Not for 15000 ms.');
  expect(server.requests.length).toBe(1);
});

test('a date without the provider’s own clock is read by ours', async () => {
  const { waitAskedFor } = await import('../../../src/providers/retry-after.ts');
  expect(waitAskedFor({ 'retry-after': date(startOfTests + 5_000) }, startOfTests)).toBe(5_000);
  for (const nonsense of ['', 'soon', '-5', '1e9', 'NaN'])
    expect(waitAskedFor({ 'retry-after': nonsense }, startOfTests) ?? 0).toBeLessThanOrEqual(0);
});
