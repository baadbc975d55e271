import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import type { Batch } from '../../../schema/batches.ts';
import { startKeyedDesk } from '../../faces/keyed-desk.ts';
import { addManual } from '../../support/documents.ts';
import { startReceiver } from '../../support/receiver.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

async function start({ desk }: TestApp, input: object): Promise<Batch> {
  await addManual(desk);
  const defaults = { targetWordCount: 250, includeImage: false };
  return (await desk.call('articles_create_batch', { defaults, ...input })) as Batch;
}

const read = async ({ desk }: TestApp, id: string) => (await desk.call('batches_get', { id })) as Batch;

const table = [{ keyword: 'connection pool' }, { keyword: '' }, { keyword: 'open connections' }, { keyword: 'pool', words: 900 }];

test('an item that is no valid request is refused with what to mend, and the others are written', async () => {
  const app = await createTestApp();
  const receiver = await startReceiver();
  const half = 'pool \ud800';
  const items = [...table, { keyword: half }, 'pool', { keyword: 'idle connection', sources: [] }];
  const { id, ...begun } = await start(app, { items, webhookUrl: receiver.url });
  expect(begun).toMatchObject({ total: 2, queued: 2 });
  expect(begun.refused.map(({ index, errors }) => [index, ...errors.map(({ pointer, code }) => `${pointer} ${code}`)])).toEqual([
    [1, '/items/1/keyword too_small'],
    [3, '/items/3/words unknown_field'],
    [4, '/items/4/keyword broken_text'],
    [5, '/items/5 invalid_type'],
    [6, '/items/6/sources too_small'],
  ]);
  expect(begun.refused[1]!.errors[0]!.detail).toContain('Known fields: keyword, title');
  await app.desk.runDue();
  const ended = await read(app, id);
  expect(ended).toMatchObject({ status: 'completed', succeeded: 2, failed: 0, refused: begun.refused });
  const told = receiver.arrivals.map(({ body }) => JSON.parse(body) as { type: string; data: { total: number; articles: unknown[] } });
  const ends = told.filter(({ type }) => type.startsWith('batch.'));
  expect(ends.map(({ type, data }) => [type, data.total, data.articles.length])).toEqual([['batch.completed', 2, 2]]);
});

test('an item whose sources are none is refused; where those of all or of the defaults are none, the batch does not begin', async () => {
  const app = await createTestApp();
  const items = [
    { keyword: '' },
    { keyword: 'connection pool', sources: ['not a url'] },
    table[2],
    { keyword: 'pool', sources: ['doc_no'] },
  ];
  const { total, refused } = await start(app, { items });
  expect(total).toBe(1);
  expect(refused.map(({ index, errors }) => [index, ...errors.map(({ pointer }) => pointer)])).toEqual([
    [0, '/items/0/keyword'],
    [1, '/items/1/sources/0'],
    [3, '/items/3/sources/0'],
  ]);
  const none = { keyword: 'pool', sources: ['doc_no'] };
  await expect(start(app, { items: [none, none] })).rejects.toMatchObject({ code: 'invalid_input', errors: [{ pointer: '/items/1/sources/0' }] }); // prettier-ignore
  const defaults = { sources: ['https://a.example/', 'http://'] };
  await expect(start(app, { items: [table[0]], defaults })).rejects.toMatchObject({ code: 'invalid_input', errors: [{ pointer: '/defaults/sources/1' }] }); // prettier-ignore
});

test('a batch without a valid item, or with anything else that is wrong, does not begin', async () => {
  const app = await createTestApp();
  const bad = Array.from({ length: 30 }, () => ({ keyword: '' }));
  await expect(start(app, { items: bad })).rejects.toMatchObject({
    code: 'invalid_input',
    errors: bad.map((_, index) => expect.objectContaining({ pointer: `/items/${index}/keyword` })),
  });
  await expect(start(app, { items: table, concurrency: 11 })).rejects.toMatchObject({
    errors: ['/items/1/keyword', '/items/3/words', '/concurrency'].map((pointer) => expect.objectContaining({ pointer })),
  });
  await expect(start(app, { items: Array(101).fill(table[1]) })).rejects.toMatchObject({ code: 'invalid_input' });
  expect((await app.desk.call('articles_list')) as { data: unknown[] }).toMatchObject({ data: [] });
});

test('a batch sent again under its key is answered with what was refused; one whose bad item differs is another', async () => {
  const { desk, call } = await startKeyedDesk();
  await addManual(desk);
  const first = await call('articles_create_batch', { items: table }, 'k');
  expect(await call('articles_create_batch', { items: table }, 'k')).toEqual({ ...first, replayed: 'true' });
  expect(first.body.refused).toHaveLength(2);
  const other = [table[0], { keyword: '', title: 'Pools' }, ...table.slice(2)];
  expect(await call('articles_create_batch', { items: other }, 'k')).toMatchObject({ status: 422 });
});

test('a batch of a hundred articles is read in at most 6,000 tokens, each with its words, score and flags', async () => {
  const app = await createTestApp({ id: undefined });
  const items = Array.from({ length: 100 }, (_, index) => ({ keyword: `connection pool ${index}`, title: 'Pools in Practice' }));
  const { id } = await start(app, { items: [...items.slice(0, 97), ...table.slice(1, 4)] });
  await app.desk.runDue();
  const batch = await read(app, id);
  expect(batch).toMatchObject({ total: 98, succeeded: 98 });
  expect(batch.items[0]).toMatchObject({ wordCount: expect.any(Number), score: expect.any(Number) });
  const all = batch.items.flatMap(({ flags }) => flags);
  expect(all.length).toBeGreaterThan(0);
  expect(new Map(batch.flags.map(({ code, articles }) => [code, articles]))).toEqual(
    new Map([...Map.groupBy(all, (code) => code)].map(([code, { length }]) => [code, length])),
  );
  expect(batch.flags.map(({ gate }) => gate)).toEqual(batch.flags.map(({ gate }) => gate).toSorted((a, b) => Number(b) - Number(a)));
  expect(encode(JSON.stringify(batch)).length).toBeLessThanOrEqual(6000);
}, 60_000);
