import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Article } from '../schema/articles.ts';
import type { Imported } from '../schema/search-import.ts';
import type { DiscoveredKeywords } from '../schema/keywords.ts';
import type { SearchReport } from '../schema/search-console.ts';
import { verifySignature } from '../src/webhooks/verify.ts';
import { bin, run, startServe, until } from './support/cli.ts';
import { connectLegacy, connectModern, connectOlder, type Carrier, type Connected } from './support/mcp-clients.ts';
import { zipped } from './support/exports.ts';
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

/** An export that compares two periods: two queries nearly on the first page, and a page that lost its clicks. */
function comparing(): Buffer {
  const columns = ['Clicks', 'Impressions', 'CTR', 'Position'].flatMap((name) => [`Last 28 days ${name}`, `Previous 28 days ${name}`]);
  const dates = Array.from({ length: 28 }, (_, nth) => `2026-04-${String(nth + 1).padStart(2, '0')}`);
  const row = (key: string, clicks: [number, number], impressions: [number, number], position: [number, number]) =>
    `${key},${clicks.join()},${impressions.join()},1%,1%,${position.join()}`;
  return zipped({
    'Queries.csv': [
      `Top queries,${columns.join()}`,
      row('pool size', [12, 10], [4140, 4000], [9.3, 9.4]),
      row('idle connection', [9, 9], [3000, 3100], [11.2, 11]),
      row('pool queue', [300, 310], [6000, 6000], [3.1, 3]),
      '',
    ].join('\n'),
    'Pages.csv': [
      `Top pages,${columns.join()}`,
      row('https://example.com/pools', [310, 300], [9000, 9000], [5, 5]),
      row('https://example.com/leaks', [20, 400], [4000, 4100], [8, 4]),
      '',
    ].join('\n'),
    'Chart.csv': [`Date,${columns.join()}`, ...dates.map((date) => row(date, [11, 25], [480, 500], [6, 5])), ''].join('\n'),
    'Filters.csv': 'Filter,Value\nSearch type,Web\nDate,Compare: Last 28 days vs Previous period\n',
  });
}

test(
  'a stranger with an export, documents and no key finds quick wins, a page that decays and questions, and plans them, in eight calls',
  { timeout: 60_000 },
  async () => {
    const folder = temporaryHome();
    const [home, downloads] = ['home', 'downloads'].map((name) => join(folder, name)) as [string, string];
    mkdirSync(downloads);
    writeFileSync(join(downloads, 'export.zip'), comparing());
    const documents = ['operating.md', 'webhooks.md', 'search-console.md'];
    for (const name of documents) copyFileSync(new URL(`../docs/${name}`, import.meta.url), join(downloads, name));
    const client = await connectModern({
      script: bin,
      args: ['stdio', '--home', home, '--files', downloads],
      env: { COPYDESK_OFFLINE: '1' },
    });
    onTestFinished(() => client.close());
    let calls = 0;
    const call = <Answer>(name: string, input: Record<string, unknown>) => (calls++, callTool<Answer>(client, name, input));

    const { next, property } = await call<Imported>('search_console_import', { path: 'export.zip' });
    expect(property).toBe('https://example.com/');
    expect(next.map(({ arguments: { view } }) => view)).toEqual(['quick_wins', 'decay']);
    const [wins, decay] = [
      await call<SearchReport>(next[0]!.operation, next[0]!.arguments),
      await call<SearchReport>(next[1]!.operation, next[1]!.arguments),
    ];
    expect(wins.data!.map(({ query }) => query)).toEqual(['pool size', 'idle connection']);
    expect(decay.data!.map(({ page }) => page)).toEqual(['https://example.com/leaks']);

    for (const path of documents) await call('knowledge_create', { path });
    const { keywords, plan } = await call<DiscoveredKeywords>('keywords_discover', { questionsOnly: true, limit: 10 });
    expect(keywords.every(({ question }) => question)).toBe(true);
    const planned = plan!.arguments['slots'] as { date: string; keyword: string }[];
    const { slots } = await call<{ slots: { date: string; keyword: string }[] }>(plan!.operation, plan!.arguments);
    expect(slots).toMatchObject(planned.map(({ date, keyword }) => ({ date, keyword })));
    expect(slots).toHaveLength(planned.length);
    expect(planned.length).toBeGreaterThan(1);
    const weeks = planned.map(({ date }) => Date.parse(date) / (7 * 86_400_000));
    for (const [nth, week] of weeks.entries()) if (nth > 0) expect(week - weeks[nth - 1]!).toBe(1);
    expect(calls).toBeLessThanOrEqual(8);
  },
);
