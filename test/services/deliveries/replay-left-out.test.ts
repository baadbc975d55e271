import { expect, test } from 'vitest';
import type { ReplayOfMany } from '../../../schema/deliveries.ts';
import { startReceiver } from '../../support/receiver.ts';
import { rowsOf } from '../../support/rows.ts';
import { storeDeliveries, type OldDelivery } from '../../support/stored-deliveries.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const replay = async ({ desk }: TestApp, input: Record<string, unknown>) =>
  (await desk.call('webhook_deliveries_retry_many', input)) as ReplayOfMany;
const jobOf = ({ desk }: TestApp, { jobId }: ReplayOfMany) => desk.call('jobs_get', { id: jobId });

async function openWith(deliveries: readonly OldDelivery[]): Promise<TestApp> {
  const app = await createTestApp();
  await storeDeliveries(rowsOf(app.home), deliveries);
  return app;
}

test('a replay of many leaves out test sends, also those that arrived, and counts them', async () => {
  const { url, arrivals } = await startReceiver();
  const app = await openWith([
    { id: 'dlv_1', url, status: 'delivered' },
    { id: 'dlv_2', url, status: 'delivered' },
  ]);
  await app.desk.call('webhook_test', { url });
  await app.desk.runDue();
  const { data } = (await app.desk.call('webhook_deliveries_list', { url })) as { data: { id: string }[] };
  const expected = { matched: 2, byStatus: { failed: 0, pending: 0, delivered: 2 }, leftOut: { test: 1 } };
  for (const input of [{ url, status: 'delivered' }, { ids: data.map(({ id }) => id) }]) {
    arrivals.length = 0;
    expect(await replay(app, { ...input, dryRun: true })).toMatchObject(expected);
    const started = await replay(app, input);
    await app.desk.runDue();
    expect(await jobOf(app, started)).toMatchObject({ result: { matched: 2, replayed: 2, skipped: 0 } });
    expect(arrivals.map(({ headers }) => headers['x-service-test'])).toEqual([undefined, undefined]);
  }
});

test('a replay of many counts as skipped what another replay has sent meanwhile', async () => {
  const { url, arrivals } = await startReceiver();
  const app = await openWith(['dlv_1', 'dlv_2', 'dlv_3'].map((id) => ({ id, url })));
  const [first, second] = [await replay(app, { url }), await replay(app, { url })];
  await app.desk.runDue();
  expect(await jobOf(app, first)).toMatchObject({ result: { matched: 3, replayed: 3, skipped: 0 } });
  expect(await jobOf(app, second)).toMatchObject({ result: { matched: 3, replayed: 0, skipped: 3 } });
  expect(arrivals).toHaveLength(3);
});

test('a replay of many by filters that no delivery can meet ends with nothing sent', async () => {
  const app = await openWith([{ id: 'dlv_1' }]);
  const started = await replay(app, { status: 'delivered', undelivered: true });
  await app.desk.runDue();
  expect(await jobOf(app, started)).toMatchObject({ status: 'succeeded', result: { matched: 0, replayed: 0, skipped: 0 } });
});
