import { expect, test } from 'vitest';
import type { Batch } from '../schema/batches.ts';
import { end, run, startServe, until } from './support/cli.ts';
import { temporaryHome } from './support/home.ts';
import { startReceiver } from './support/receiver.ts';
import { manual } from './support/scenario.ts';
import { callRest } from './support/wire-clients.ts';

const keywords = ['connection pool', 'idle connection', 'open connections', 'pool queue', 'connection pools', 'volcano eruptions'];

test(
  'killed in the middle of a batch and started again, the desk ends every article once and tells the end once',
  { timeout: 120_000 },
  async () => {
    const home = temporaryHome();
    const receiver = await startReceiver();
    const key = (await run(['keys', 'create'], { home })).stdout.trim();
    const first = await startServe(home);
    await callRest(first.url, key, 'knowledge_create', { markdown: manual });
    const { body } = await callRest(first.url, key, 'articles_create_batch', {
      items: keywords.map((keyword) => ({ keyword })),
      defaults: { targetWordCount: 250 },
      concurrency: 2,
      webhookUrl: receiver.url,
    });
    const { id } = body as Batch;
    const batch = async (url: string) => (await callRest(url, key, 'batches_get', { id })).body as Batch;
    await until(async () => ((await batch(first.url)).succeeded > 0 ? true : undefined));
    await end(first.child, 'SIGKILL');

    const second = await startServe(home);
    expect((await batch(second.url)).status).toBe('running');
    await until(async () => ((await batch(second.url)).status === 'completed' ? true : undefined));
    const ended = await batch(second.url);
    expect(ended).toMatchObject({ total: 6, succeeded: 5, failed: 1, canceled: 0 });
    expect(ended.items.map(({ keyword }) => keyword)).toEqual(keywords);
    type Told = { id: string; type: string; data: { articleId?: string } };
    const told = () => new Map(receiver.arrivals.map((arrival) => JSON.parse(arrival.body) as Told).map((event) => [event.id, event]));
    await until(async () => (told().size >= keywords.length + 2 ? true : undefined));
    const events = [...told().values()];
    expect(
      events
        .filter(({ type }) => type.startsWith('batch.'))
        .map(({ type }) => type)
        .toSorted(),
    ).toEqual(['batch.completed', 'batch.partial']);
    const articles = events.flatMap(({ data }) => data.articleId ?? []);
    expect(articles.toSorted()).toEqual(ended.items.map(({ articleId }) => articleId).toSorted());
    expect(await end(second.child, 'SIGTERM')).toBe(0);
  },
);
