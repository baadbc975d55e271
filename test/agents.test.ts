import { describe, expect, test } from 'vitest';
import type { Article } from '../schema/articles.ts';
import { verifySignature } from '../src/webhooks/verify.ts';
import { bin, run, startServe, until } from './support/cli.ts';
import { connectLegacy, connectModern, connectOlder, type Carrier, type Connected } from './support/mcp-clients.ts';
import { startReceiver } from './support/receiver.ts';
import { rowsOf } from './support/rows.ts';
import { manual } from './support/scenario.ts';
import { temporaryHome } from './support/home.ts';

const clients = [
  ['today’s client, 2026-07-28', connectModern, '2026-07-28'],
  ['today’s client, 2025 era', connectLegacy, '2025-11-25'],
  ['the older client', connectOlder, undefined],
] as const;

const carriers = {
  'over stdio': async (home: string): Promise<Carrier> => ({ script: bin, args: ['stdio', '--home', home] }),
  'over HTTP': async (home: string): Promise<Carrier> => {
    const key = (await run(['keys', 'create', '--scope', 'admin'], { home })).stdout.trim();
    return { url: new URL('/mcp', (await startServe(home)).url), key };
  },
};

async function callTool<Answer>(client: Connected, name: string, input: Record<string, unknown>): Promise<Answer> {
  const { isError, structuredContent, content } = await client.call(name, input);
  expect(isError ?? false, JSON.stringify(content)).toBe(false);
  return structuredContent as Answer;
}

describe.each(Object.entries(carriers))('%s', (_, carry) => {
  test.each(clients)('%s writes an article from a document and a receiver gets the verified event', async (_name, connect, version) => {
    const home = temporaryHome();
    const receiver = await startReceiver();
    const client = await connect(await carry(home));
    if (version) expect(client.version()).toBe(version);
    expect(client.instructions()).toContain('knowledge_create');
    expect((await client.list()).map((tool) => tool.name)).toContain('articles_create');
    await callTool(client, 'knowledge_create', { markdown: manual });
    const { id, jobId } = await callTool<Article>(client, 'articles_create', {
      keyword: 'connection pool',
      targetWordCount: 250,
      webhookUrl: receiver.url,
    });
    expect(await callTool(client, 'jobs_get', { id: jobId, waitSeconds: 30 })).toMatchObject({ status: 'succeeded' });
    const article = await callTool<Article>(client, 'articles_get', { id, include: ['markdown', 'sources'] });
    expect(article).toMatchObject({ status: 'ready', contentHtml: null, contentMarkdown: expect.stringContaining('[1]') });
    const { secret } = await callTool<{ secret: string }>(client, 'webhook_secret_get', {});
    const [arrival] = await until(async () => (receiver.arrivals.length > 0 ? receiver.arrivals : undefined));
    const header = arrival!.headers['x-service-signature'] as string;
    expect(verifySignature({ header, body: arrival!.body, secret })).toEqual({ ok: true });
    expect(JSON.parse(arrival!.body)).toMatchObject({ type: 'article.ready', data: { articleId: id, title: article.title } });
    const refused = await client.call('articles_create', { keyword: 'medieval falconry' });
    expect(refused.isError).toBe(true);
    expect(refused).not.toHaveProperty('structuredContent');
    expect(JSON.parse((refused.content[0] as { text: string }).text)).toMatchObject({
      code: 'insufficient_sources',
      status: 422,
      hint: expect.stringContaining('knowledge_create'),
    });
    await client.close();
  });
});

test('a desk that cannot start tells an agent client why, as JSON-RPC', async () => {
  const home = temporaryHome();
  await run(['doctor'], { home });
  await rowsOf(home).setVersion(999);
  const stdin = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '0' } } })}\n`;
  const { code, stdout } = await run(['stdio'], { home, stdin });
  expect(code).toBe(1);
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object),
  ).toEqual([
    {
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32603, message: expect.stringContaining('newer Copydesk'), data: expect.objectContaining({ code: 'unavailable' }) },
    },
  ]);
});
