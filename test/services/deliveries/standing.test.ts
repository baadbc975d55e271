import { expect, test } from 'vitest';
import { emitTo } from '../../support/events.ts';
import { sendsOf, startPublisher } from '../../support/publishing.ts';
import { rowsOf } from '../../support/rows.ts';
import { wronglyEnded } from '../../support/stored-deliveries.ts';

/** What a delivery's standing must be by its other columns, as far as they tell. */
const told = `
  case when status = 'delivered' then case when superseded_by is null then 'delivered' else 'outdated' end
    when status = 'pending' then case when attempt_count = 0 then 'untried' else 'retrying' end
    when superseded_by is not null then 'superseded'
    when acknowledged_at is not null then 'acknowledged'
    when test = 1 then 'test' else 'failed' end`;

test('the standing of a delivery and when it ended agree with its record, whatever was done to it', async () => {
  const { app, receiver, write } = await startPublisher({}, { status: 500, maxAttempts: 2 });
  const { desk } = app;
  const kept = rowsOf(app.home);
  const seen = new Set<string>();
  const look = async () => {
    const rows = await kept.query<{ standing: string; told: string }>(`select standing, ${told} as told from deliveries`);
    for (const { standing } of rows) seen.add(standing);
    expect(rows.map(({ standing }) => standing)).toEqual(rows.map((row) => row.told));
    expect(await wronglyEnded(kept)).toEqual([]);
  };
  const [failing, canceled] = [await emitTo(app, receiver.url), await emitTo(app, receiver.url)];
  await look();
  const { id } = await write({ webhookUrl: receiver.url });
  await desk.call('webhook_test', { url: receiver.url });
  await desk.call('webhook_deliveries_acknowledge', { id: canceled });
  await desk.runDue();
  await look();
  await app.advance(3_600_000);
  await look();
  receiver.answer = { status: 204 };
  for (let times = 0; times < 2; times++) {
    await desk.call('articles_publish', { id });
    await desk.runDue();
    await look();
  }
  await desk.call('webhook_deliveries_retry', { id: failing });
  await desk.call('webhook_deliveries_retry', { id: (await sendsOf(app)).at(-1)!.id });
  await look();
  await desk.call('webhook_deliveries_retry_many', { undelivered: true });
  await desk.runDue();
  await look();
  expect([...seen].toSorted()).toEqual(['acknowledged', 'delivered', 'failed', 'outdated', 'retrying', 'superseded', 'test', 'untried']);
});
