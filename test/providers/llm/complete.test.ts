import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { estimateTokens } from '../../../src/providers/llm/index.ts';
import type { Turn } from '../../support/llm-dialect.ts';
import { eventually } from '../../net/support.ts';
import { errorOf, openModel, providers, request } from './support.ts';

const say = 'Bread needs flour, water, salt and time: crème brûlée does not. 面包 🍞👩‍🍳 ends.';

describe.each(providers)('a model spoken to as %s', (provider) => {
  test('answers word by word, and what that took is counted', async () => {
    const { model, server, waits } = await openModel(provider, [{ say, usage: [1_000, 50] }], { inputPrice: 3, outputPrice: 15 });
    const deltas: string[] = [];
    const answer = await model.complete(request({ onText: (delta) => deltas.push(delta), onRestart: () => expect.unreachable() }));
    expect(answer).toEqual({
      text: say,
      value: undefined,
      finish: 'stop',
      model: provider === 'openai' ? 'test-1-2026-01-01' : 'test-1-20260101',
      usage: { inputTokens: 1_000, outputTokens: 50, costUsd: (1_000 * 3 + 50 * 15) / 1e6, estimated: false },
    });
    expect(deltas.join('')).toBe(say);
    expect(deltas.length).toBeGreaterThan(5);
    expect([server.requests.length, waits]).toEqual([1, []]);
  });

  test('is heard while it is still answering', async () => {
    const { model, server } = await openModel(provider, [{ say, slowMs: 2 }]);
    const heard = Promise.withResolvers<number>();
    let isDone = false;
    const done = model.complete(request({ onText: () => heard.resolve(server.open()) })).finally(() => (isDone = true));
    expect([await heard.promise, isDone]).toEqual([1, false]);
    await done;
  });

  test.each<[string, Turn]>([
    ['lines ended by CRLF', { newline: '\r\n' }],
    ['lines ended by CR', { newline: '\r' }],
    ['comments, pings and unknown events', { chatter: true }],
    ['comments and CRLF', { chatter: true, newline: '\r\n' }],
    ['one byte at a time', { bytes: 1 }],
    ['no end to its last line', { endsAbruptly: true }],
    ['everything in one piece of JSON', { whole: true }],
  ])('is understood with %s', async (_, how) => {
    const { model, server } = await openModel(provider, [{ say, ...how }]);
    const answer = await model.complete(request());
    expect(answer).toMatchObject({ text: say, finish: 'stop', usage: { inputTokens: 12, outputTokens: 34, estimated: false } });
    expect(server.requests.length).toBe(1);
  });

  test('loses no character, wherever its stream is cut into packets', async () => {
    const turns: Turn[] = [{}];
    const { model } = await openModel(provider, turns);
    const words = fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }).filter((text) => /\S/.test(text) && text.isWellFormed());
    await fc.assert(
      fc.asyncProperty(words, fc.integer({ min: 1, max: 40 }), fc.constantFrom('\n', '\r\n', '\r'), async (text, bytes, newline) => {
        turns[0] = { say: text, bytes, newline };
        expect((await model.complete(request())).text).toBe(text);
      }),
      { numRuns: 15 },
    );
  });

  test('that sends no counts gets estimates', async () => {
    const { model } = await openModel(provider, [{ say, usage: null }], { inputPrice: 1, outputPrice: 1 });
    const { usage } = await model.complete(request());
    expect(usage).toMatchObject({ outputTokens: estimateTokens(say), estimated: true });
    expect(usage.inputTokens).toBeGreaterThan(5);
    expect(usage.costUsd).toBeGreaterThan(0);
  });

  test('has an unknown cost while one of the prices is unknown', async () => {
    const { model } = await openModel(provider, [{ say }], { inputPrice: 1 });
    expect((await model.complete(request())).usage.costUsd).toBeNull();
  });

  test('is cut at its limit, and says so', async () => {
    const { model, server } = await openModel(provider, [{ say, finish: provider === 'openai' ? 'length' : 'max_tokens' }], {
      maxOutputTokens: 70,
    });
    expect(await model.complete(request())).toMatchObject({ text: say, finish: 'length' });
    const { body } = server.requests[0]!;
    expect(body.max_tokens ?? body.max_completion_tokens).toBe(70);
  });

  test('is not waited for once it says that it is finished, even if its server keeps the connection', async () => {
    const { model, server } = await openModel(provider, [{ say, staysOpen: true }]);
    const start = performance.now();
    await model.complete(request());
    expect(performance.now() - start).toBeLessThan(2_000);
    await eventually(() => server.open() === 0);
  });

  test('counts as finished once it says so, even if its server then falls silent', async () => {
    const { model, server } = await openModel(provider, [{ say, neverCloses: true }], { idleMs: 60 });
    expect(await model.complete(request())).toMatchObject({ text: say, finish: 'stop' });
    expect(server.requests.length).toBe(1);
    await eventually(() => server.open() === 0);
  });

  test('may start with its thinking', async () => {
    const { model } = await openModel(provider, [{ say: '<think>\nBread, bread.\n</think>\n\nBread it is.' }]);
    expect((await model.complete(request())).text).toBe('Bread it is.');
  });

  test('is sent what was asked, and no half characters', async () => {
    const { model, server } = await openModel(provider, [{ say }]);
    await model.complete(
      request({
        system: 'You write \ud83c',
        messages: [
          { role: 'user', content: 'One \ud83c' },
          { role: 'assistant', content: 'Two' },
          { role: 'user', content: 'Three' },
        ],
      }),
    );
    const { body } = server.requests[0]!;
    expect(JSON.stringify(body)).toContain('You write \ufffd');
    expect(body.messages.filter(({ role }: { role: string }) => role !== 'system')).toEqual([
      { role: 'user', content: 'One \ufffd' },
      { role: 'assistant', content: 'Two' },
      { role: 'user', content: 'Three' },
    ]);
  });

  test('is not asked for more than its context can hold', async () => {
    const { model, server } = await openModel(provider, [{ say }], { contextTokens: 1_000 });
    const error = await errorOf(model.complete(request({ messages: [{ role: 'user', content: 'bread '.repeat(600) }] })));
    expect([error.code, server.requests.length]).toEqual(['provider_refused', 0]);
    expect(error.message).toMatch(/^The prompt is about \d+ tokens long, and the model's context has room for 500\.$/);
  });

  test('is checked with a few tokens', async () => {
    const { model, server } = await openModel(provider, [{ say: '', finish: provider === 'openai' ? 'length' : 'max_tokens' }]);
    await model.check();
    expect(server.requests.length).toBe(1);
    const wrong = await openModel(provider, [{}], { apiKey: 'sk-wrong' });
    expect((await errorOf(wrong.model.check())).code).toBe('provider_refused');
  });
});

describe('the caller', () => {
  test.each(providers)('who aborts beforehand has asked nothing of %s', async (provider) => {
    const { model, server } = await openModel(provider, [{ say }]);
    await expect(model.complete(request({ signal: AbortSignal.abort(new Error('Enough.')) }))).rejects.toThrow('Enough.');
    expect(server.requests.length).toBe(0);
  });

  test.each(providers)('who aborts amid the answer of %s closes the connection and gets its own reason', async (provider) => {
    const { model, server } = await openModel(provider, [{ say, breaks: 'stall' }]);
    const caller = new AbortController();
    const given = model.complete(request({ signal: caller.signal, onText: () => caller.abort(new Error('Enough.')) }));
    await expect(given).rejects.toThrow('Enough.');
    await eventually(() => server.open() === 0);
    expect(server.requests.length).toBe(1);
  });

  test('whose listener fails gets that error, not one of the provider', async () => {
    const { model, server } = await openModel('openai', [{ say }]);
    const fault = new Error('The disk is full.');
    const asked = model.complete(
      request({
        onText() {
          throw fault;
        },
      }),
    );
    await expect(asked).rejects.toBe(fault);
    expect(server.requests.length).toBe(1);
  });
});
