import { LLMock, type MockServerOptions } from '@copilotkit/aimock';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createChatModel, type ChatModel } from '../../../src/providers/llm/index.ts';
import { errorOf, openSystem, providers, request } from './support.ts';

const say = 'Bread needs flour, water, salt and time: crème brûlée does not. 面包 🍞';
const ask = (content: string) => request({ messages: [{ role: 'user', content }] });

/** A third party's simulation of both providers. */
async function openMock(
  provider: (typeof providers)[number],
  options: MockServerOptions = {},
): Promise<{ mock: LLMock; model: ChatModel; waits: number[] }> {
  const mock = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent', ...options });
  await mock.start();
  onTestFinished(() => mock.stop());
  const waits: number[] = [];
  const baseUrl = provider === 'openai' ? `${mock.url}/v1` : mock.url;
  const model = createChatModel(openSystem(waits), {
    provider,
    baseUrl,
    apiKey: 'sk-anything',
    model: provider === 'openai' ? 'gpt-4o' : 'claude-sonnet-4-5',
    timeoutMs: 3_000,
  });
  return { mock, model, waits };
}

describe.each(providers)('against a third-party simulator, %s', (provider) => {
  test('streams words and counts them', async () => {
    const { mock, model } = await openMock(provider);
    mock.onMessage(
      'bread',
      { content: say, usage: { prompt_tokens: 21, completion_tokens: 17, total_tokens: 38, input_tokens: 21, output_tokens: 17 } },
      { chunkSize: 3 },
    );
    const deltas: string[] = [];
    const answer = await model.complete({ ...ask('bread'), onText: (delta) => deltas.push(delta) });
    expect(answer).toMatchObject({ text: say, finish: 'stop', usage: { inputTokens: 21, outputTokens: 17, estimated: false } });
    expect(deltas.join('')).toBe(say);
    expect(deltas.length).toBeGreaterThan(10);
  });

  test('gives JSON of the wanted shape', async () => {
    const { mock, model } = await openMock(provider);
    const value = { title: 'Bread', words: [1, 2, 3] };
    const name = 'outline';
    if (provider === 'openai') mock.on({ userMessage: 'bread', responseFormat: 'json_schema' }, { content: value });
    else mock.onMessage('bread', { toolCalls: [{ name, arguments: value }] });
    const shape = z.object({ title: z.string(), words: z.array(z.int()) });
    const answer = await model.complete(request({ messages: [{ role: 'user', content: 'bread' }], schema: { name, shape } }));
    expect(answer.value).toEqual(value);
  });

  test('is cut at its limit', async () => {
    const { mock, model } = await openMock(provider);
    mock.onMessage('bread', { content: say, finishReason: 'length' });
    expect(await model.complete(ask('bread'))).toMatchObject({ text: say, finish: 'length' });
  });

  test('does not show its thinking', async () => {
    const { mock, model } = await openMock(provider);
    mock.onMessage('bread', { content: say, reasoning: 'They want bread.' });
    expect((await model.complete(ask('bread'))).text).toBe(say);
  });

  test('is asked again after an error, a rate limit and a stream that is cut', async () => {
    const { mock, model, waits } = await openMock(provider);
    mock.onMessage('bread', { content: say }, { truncateAfterChunks: 3 });
    mock.nextRequestError(503, { message: 'Down', type: 'server_error' });
    const error = await errorOf(model.complete(ask('bread')));
    expect(error.code).toBe('provider_failed');
    expect([mock.getRequests().length, waits.length]).toEqual([4, 3]);
    mock.clearFixtures();
    mock.onMessage('bread', { content: say });
    mock.nextRequestError(429, { message: 'Slow down', type: 'rate_limit_error' });
    expect((await model.complete(ask('bread'))).text).toBe(say);
  });

  test('is given up on when it always limits the rate', async () => {
    const { mock, model } = await openMock(provider, { chaos: { rateLimitRate: 1 } });
    mock.onMessage('bread', { content: say });
    expect((await errorOf(model.complete(ask('bread')))).code).toBe('rate_limited');
  });

  test.each(['malformedRate', 'dropRate', 'disconnectRate'] as const)('is given up on when its answers always fail (%s)', async (kind) => {
    const { mock, model } = await openMock(provider, { chaos: { [kind]: 1 } });
    mock.onMessage('bread', { content: say });
    expect((await errorOf(model.complete(ask('bread')))).code).toBe('provider_failed');
    expect(mock.getRequests().length).toBe(4);
  });

  test('refuses what it does not know, and is not asked again', async () => {
    const { mock, model } = await openMock(provider);
    const error = await errorOf(model.complete(ask('cake')));
    expect(error.code).toBe('provider_refused');
    expect(mock.getRequests().length).toBe(1);
  });
});
