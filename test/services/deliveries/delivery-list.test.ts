import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { Delivery } from '../../../schema/deliveries.ts';
import { eventTypes } from '../../../schema/events.ts';
import { startOfTests } from '../../support/clock.ts';
import { emitTo } from '../../support/events.ts';
import { startReceiver } from '../../support/receiver.ts';
import { rowsOf } from '../../support/rows.ts';
import { storeDeliveries, type OldDelivery } from '../../support/stored-deliveries.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { callRest } from '../../support/wire-clients.ts';

type Listed = { data: Delivery[]; nextCursor: string | null };

const list = async ({ desk }: TestApp, input: Record<string, unknown> = {}) =>
  (await desk.call('webhook_deliveries_list', input)) as Listed;
const idsOf = ({ data }: Listed) => data.map(({ id }) => id);
const iso = (millis: number) => new Date(millis).toISOString();
const minute = 60_000;

describe('the filters of the list', () => {
  const kept: OldDelivery[] = [
    { id: 'dlv_1', status: 'failed', createdAt: startOfTests },
    { id: 'dlv_2', status: 'delivered', eventType: 'batch.completed', createdAt: startOfTests + minute },
    { id: 'dlv_3', kind: 'publish', status: 'failed', url: 'https://cms.example.com/', createdAt: startOfTests + 2 * minute },
    { id: 'dlv_4', status: 'pending', eventType: 'article.failed', createdAt: startOfTests + 3 * minute },
    { id: 'dlv_5', status: 'failed', acknowledged: true, createdAt: startOfTests - minute },
  ];
  const cms = 'https://cms.example.com/';
  const sends: OldDelivery[] = [
    { id: 'dlv_6', kind: 'publish', url: cms, articleId: 'art_1', standing: 'superseded', supersededBy: 'dlv_8' },
    { id: 'dlv_7', kind: 'publish', url: cms, articleId: 'art_1', status: 'delivered', standing: 'outdated', supersededBy: 'dlv_8' },
    { id: 'dlv_8', kind: 'publish', url: cms, articleId: 'art_1', status: 'pending' },
    { id: 'dlv_9', articleId: 'art_1', status: 'pending', standing: 'untried' },
    { id: 'dlv_91', articleId: 'art_2', standing: 'test' },
  ];

  test.each([
    [{ undelivered: true }, ['dlv_8', 'dlv_4', 'dlv_3', 'dlv_1']],
    [{ undelivered: true, status: 'pending' }, ['dlv_8', 'dlv_4']],
    [{ undelivered: false, articleId: 'art_1' }, ['dlv_9', 'dlv_7', 'dlv_6']],
    [{ superseded: true }, ['dlv_7', 'dlv_6']],
    [{ superseded: false, status: 'failed' }, ['dlv_91', 'dlv_3', 'dlv_1', 'dlv_5']],
    [{ articleId: 'art_1' }, ['dlv_9', 'dlv_8', 'dlv_7', 'dlv_6']],
    [{ articleId: 'art_1', url: cms, status: 'pending' }, ['dlv_8']],
    [{ articleId: 'art_2', kind: 'publish' }, []],
  ])('%j matches %j, also among sends of articles', async (filter, ids) => {
    const app = await createTestApp();
    await storeDeliveries(rowsOf(app.home), [...kept, ...sends.map((one) => ({ ...one, createdAt: startOfTests + 4 * minute }))]);
    const found = idsOf(await list(app, filter));
    expect(found.toSorted()).toEqual(ids.toSorted());
  });

  test.each([
    [{}, ['dlv_4', 'dlv_3', 'dlv_2', 'dlv_1', 'dlv_5']],
    [{ status: 'failed' }, ['dlv_3', 'dlv_1', 'dlv_5']],
    [{ flagged: true }, ['dlv_3', 'dlv_1']],
    [{ flagged: false }, ['dlv_4', 'dlv_2', 'dlv_5']],
    [{ flagged: true, status: 'delivered' }, []],
    [{ flagged: false, status: 'failed' }, ['dlv_5']],
    [{ eventType: 'batch.completed' }, ['dlv_2']],
    [{ kind: 'event' }, ['dlv_4', 'dlv_2', 'dlv_1', 'dlv_5']],
    [{ kind: 'publish' }, ['dlv_3']],
    [{ kind: 'event', eventType: 'article.ready' }, ['dlv_1', 'dlv_5']],
    [{ url: 'https://cms.example.com/' }, ['dlv_3']],
    [{ url: 'https://cms.example.com' }, []],
    [{ since: iso(startOfTests + minute), until: iso(startOfTests + 2 * minute) }, ['dlv_3', 'dlv_2']],
    [{ until: '2026-05-03T11:30:00+02:00' }, ['dlv_1', 'dlv_5']],
    [{ kind: 'event', status: 'failed', url: 'http://127.0.0.1:9/hook', since: iso(startOfTests) }, ['dlv_1']],
  ])('%j matches %j', async (filter, ids) => {
    const app = await createTestApp();
    await storeDeliveries(rowsOf(app.home), kept);
    expect(idsOf(await list(app, filter))).toEqual(ids);
  });
});

test('a receiver that is no URL is refused, so that a mistyped one does not look as if all were well', async () => {
  const app = await createTestApp();
  await expect(list(app, { url: 'hooks.example.com' })).rejects.toMatchObject({ code: 'invalid_input', errors: [{ code: 'invalid_url' }] });
});

test('a cursor that is used with a narrower period stays within it', async () => {
  const app = await createTestApp();
  const at = (id: string, minutes: number) => ({ id, createdAt: startOfTests + minutes * minute });
  await storeDeliveries(rowsOf(app.home), [at('dlv_1', 0), at('dlv_2', 1), at('dlv_3', 2), at('dlv_4', 3)]);
  const { nextCursor: cursor } = await list(app, { limit: 1 });
  expect(idsOf(await list(app, { cursor, until: iso(startOfTests + minute) }))).toEqual(['dlv_2', 'dlv_1']);
  expect(idsOf(await list(app, { cursor, since: iso(startOfTests + 3 * minute) }))).toEqual([]);
});

const instants = fc.integer({ min: 0, max: 5 }).map((step) => startOfTests + step);
const delivery = fc.record({
  kind: fc.constantFrom('event' as const, 'publish' as const),
  eventType: fc.constantFrom(...eventTypes),
  url: fc.constantFrom('https://one.example.com/', 'https://two.example.com/'),
  status: fc.constantFrom('pending' as const, 'delivered' as const, 'failed' as const),
  createdAt: instants,
});
const maybe = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined });
const filters = fc
  .record({
    status: maybe(fc.constantFrom('pending', 'delivered', 'failed')),
    eventType: maybe(fc.constantFrom(...eventTypes)),
    kind: maybe(fc.constantFrom('event', 'publish')),
    url: maybe(fc.constantFrom('https://one.example.com/', 'https://two.example.com/')),
    period: fc.tuple(maybe(instants), maybe(instants)),
  })
  .filter(
    ({ kind, eventType, period: [since, until] }) =>
      (kind === 'publish' ? eventType === undefined : true) && !((since ?? 0) > (until ?? Infinity)),
  );

test('the pages hold every matching delivery once, newest first, also while deliveries come in', async () => {
  const app = await createTestApp();
  const rows = rowsOf(app.home);
  const runs = fc.asyncProperty(
    fc.array(delivery, { maxLength: 40 }),
    filters,
    fc.integer({ min: 1, max: 7 }),
    async (made, filter, limit) => {
      await rows.delete('deliveries');
      const kept = made.map((one, index) => ({ ...one, id: `dlv_${String(index).padStart(3, '0')}` }));
      await storeDeliveries(rows, kept);
      const { period, ...rest } = filter;
      const [since, until] = period;
      const expected = kept
        .filter(
          (one) =>
            (filter.status ?? one.status) === one.status &&
            (filter.kind ?? one.kind) === one.kind &&
            (filter.url ?? one.url) === one.url &&
            (filter.eventType === undefined || (one.kind === 'event' && one.eventType === filter.eventType)) &&
            one.createdAt >= (since ?? 0) &&
            one.createdAt <= (until ?? Infinity),
        )
        .toSorted((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1));
      const input = { ...rest, since: since && iso(since), until: until && iso(until), limit };
      const seen: string[] = [];
      for (let cursor: string | undefined | null; cursor !== null;) {
        const page: Listed = await list(app, { ...input, cursor });
        expect(page.data.length).toBeLessThanOrEqual(limit);
        seen.push(...idsOf(page));
        cursor = page.nextCursor;
        // What is created meanwhile is newer than all there was.
        await storeDeliveries(rows, [{ ...made[0], id: `dlv_new${seen.length}`, createdAt: startOfTests + 5 + seen.length }]);
      }
      expect(seen).toEqual(expected.map(({ id }) => id));
    },
  );
  await fc.assert(runs, { numRuns: 150 });
});

describe('bad input is refused with the name of the field', () => {
  test.each([
    [{ since: '2026-05-04T00:00:00Z', until: '2026-05-03T00:00:00Z' }, '/since'],
    [{ since: 'yesterday' }, '/since'],
    [{ until: '2026-02-30T00:00:00Z' }, '/until'],
    [{ until: '2026-05-03T00:00:00' }, '/until'],
    [{ status: 'lost' }, '/status'],
    [{ eventType: 'article.lost' }, '/eventType'],
    [{ kind: 'publish', eventType: 'article.ready' }, '/eventType'],
    [{ kind: 'mail' }, '/kind'],
    [{ url: 'x'.repeat(2001) }, '/url'],
    [{ cursor: 'nonsense' }, '/cursor'],
    [{ cursor: Buffer.from('dlv_1').toString('base64url') }, '/cursor'],
    [{ cursor: Buffer.from('1.art_1').toString('base64url') }, '/cursor'],
    [{ cursor: `${Buffer.from('1.dlv_1').toString('base64url')}=` }, '/cursor'],
    [{ limit: 101 }, '/limit'],
  ])('%j: %s', async (input, pointer) => {
    const { desk } = await createTestApp();
    const { url } = await desk.listen({ port: 0 });
    const { key } = await desk.services.keys.create({ name: 'test', scope: 'read' });
    const answer = await callRest(url, key, 'webhook_deliveries_list', input);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', errors: [{ pointer }] } });
  });
});

describe('acknowledging', () => {
  const acknowledge = ({ desk }: TestApp, id: string) => desk.call('webhook_deliveries_acknowledge', { id });

  test('clears the flag of a failed delivery and says when', async () => {
    const app = await createTestApp();
    await storeDeliveries(rowsOf(app.home), [{ id: 'dlv_1' }]);
    expect((await list(app)).data[0]).toMatchObject({ flagged: true, acknowledgedAt: null });
    const acknowledged = await acknowledge(app, 'dlv_1');
    expect(acknowledged).toMatchObject({
      id: 'dlv_1',
      status: 'failed',
      flagged: false,
      acknowledgedAt: iso(startOfTests),
      response: { status: 500 },
    });
    expect((await list(app)).data[0]).toEqual(acknowledged);
  });

  test('a second time changes nothing, not even the time', async () => {
    const app = await createTestApp();
    await storeDeliveries(rowsOf(app.home), [{ id: 'dlv_1' }]);
    const first = await acknowledge(app, 'dlv_1');
    await app.advance(minute);
    expect(await acknowledge(app, 'dlv_1')).toEqual(first);
  });

  test('is refused for one that arrived', async () => {
    const app = await createTestApp();
    await storeDeliveries(rowsOf(app.home), [{ id: 'dlv_1', status: 'delivered' }]);
    await expect(acknowledge(app, 'dlv_1')).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('delivered') });
  });

  test('cancels one that waits: it has failed then, and is attempted no more until somebody asks', async () => {
    const app = await createTestApp();
    const receiver = await startReceiver(500);
    const id = await emitTo(app, receiver.url);
    await app.desk.runDue();
    const canceled = await acknowledge(app, id);
    expect(canceled).toMatchObject({
      status: 'failed',
      flagged: false,
      nextAttemptAt: null,
      attemptCount: 1,
      acknowledgedAt: iso(startOfTests),
    });
    expect(await acknowledge(app, id)).toEqual(canceled);
    await app.advance(24 * 60 * minute);
    expect(receiver.arrivals).toHaveLength(1);
    await app.desk.call('webhook_deliveries_retry', { id });
    await app.desk.runDue();
    expect(receiver.arrivals).toHaveLength(2);
  });

  test('is refused while an attempt is under way', async () => {
    const app = await createTestApp();
    const receiver = await startReceiver();
    receiver.answer.delayMs = 300;
    const id = await emitTo(app, receiver.url);
    const working = app.desk.runDue();
    await vi.waitFor(() => expect(receiver.arrivals).toHaveLength(1));
    await expect(acknowledge(app, id)).rejects.toMatchObject({ code: 'attempt_in_progress' });
    await working;
    expect((await list(app)).data[0]).toMatchObject({ status: 'delivered' });
  });

  test('is refused for one that does not exist', async () => {
    await expect(acknowledge(await createTestApp(), 'dlv_none')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is cleared once the delivery is sent again', async () => {
    const app = await createTestApp();
    await storeDeliveries(rowsOf(app.home), [{ id: 'dlv_1' }]);
    await acknowledge(app, 'dlv_1');
    expect(await app.desk.call('webhook_deliveries_retry', { id: 'dlv_1' })).toMatchObject({ status: 'pending', acknowledgedAt: null });
  });
});
