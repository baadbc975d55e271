import { LLMock, type ChatCompletionRequest, type MockServerOptions } from '@copilotkit/aimock';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Article } from '../../../schema/articles.ts';
import { addManual } from '../../support/documents.ts';
import { answer, askOf } from '../../support/llm-writer.ts';
import { createTestApp } from '../../support/test-app.ts';
import { gates, protocols } from './model-desk.ts';

/** A third party's simulation of the provider, which answers with the honest writer's text. */
async function openDesk(provider: (typeof protocols)[number], options: MockServerOptions = {}) {
  const mock = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent', ...options });
  mock.on({ predicate: () => true }, (request) => spoken(provider, request), { chunkSize: 7 });
  await mock.start();
  onTestFinished(() => mock.stop());
  const app = await createTestApp();
  await addManual(app.desk);
  const baseUrl = provider === 'openai' ? `${mock.url}/v1` : mock.url;
  const model = provider === 'openai' ? 'gpt-4o' : 'claude-sonnet-4-5';
  await app.desk.call('integrations_set', { provider, baseUrl, apiKey: 'sk-anything', model, contextTokens: 32_000 });
  const made = { keyword: 'connection pool', targetWordCount: 250, includeImage: false };
  const { id } = (await app.desk.call('articles_create', made)) as Article;
  return { app, mock, read: async () => (await app.desk.call('articles_get', { id })) as Article };
}

/** The simulator passes on requests of every protocol in the form of one. */
function spoken(provider: (typeof protocols)[number], { messages, response_format: format, tools }: ChatCompletionRequest) {
  const name = tools?.[0]?.function.name;
  const ask = askOf({ body: { messages, response_format: format ?? (name && { json_schema: { name } }) } });
  const content = answer(ask);
  return provider === 'anthropic' && name ? { toolCalls: [{ name, arguments: content }] } : { content };
}

describe.each(protocols)('with a third party’s simulator, %s', (provider) => {
  test('an article is written', async () => {
    const { app, mock, read } = await openDesk(provider);
    await app.desk.runDue();
    const article = await read();
    expect(article).toMatchObject({ status: 'ready', writer: 'llm', usage: { provider } });
    expect(gates(article)).toEqual([]);
    expect(article.usage!.calls).toBe(mock.getRequests().length);
  });

  test('an error during the work is overcome', async () => {
    const { app, mock, read } = await openDesk(provider);
    mock.nextRequestError(503, { message: 'Down', type: 'server_error' });
    await app.desk.runDue();
    expect(await read()).toMatchObject({ status: 'ready' });
  });
});
