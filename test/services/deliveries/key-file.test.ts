import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Delivery } from '../../../schema/deliveries.ts';
import type { Overview } from '../../../schema/overview.ts';
import { verifySignature } from '../../../src/webhooks/verify.ts';
import { addManual } from '../../support/documents.ts';
import { startReceiver, type Receiver } from '../../support/receiver.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const minute = 60_000;
const hour = 60 * minute;

/** A desk that has written one article whose event is due at the receiver. */
async function writeOne(receiver: Receiver): Promise<{ app: TestApp }> {
  const app = await createTestApp();
  await addManual(app.desk);
  await app.desk.call('articles_create', { keyword: 'connection pool', targetWordCount: 250, webhookUrl: receiver.url });
  await app.desk.runDue();
  return { app };
}

test('without the key file deliveries wait without using up an attempt, and a rotation lets them go on', async () => {
  const receiver = await startReceiver(500);
  const { app } = await writeOne(receiver);
  await app.desk.close();
  rmSync(join(app.home, 'copydesk.key'));
  let now = app.now() + minute;
  const { desk } = await createTestApp({ home: app.home, now: () => now });
  await desk.runDue();
  const [failed] = ((await desk.call('webhook_deliveries_list')) as { data: Delivery[] }).data;
  expect(failed).toMatchObject({
    status: 'pending',
    attemptCount: 1,
    response: { status: 500 },
  });
  await desk.call('webhook_secret_rotate');
  const { secret } = (await desk.call('webhook_secret_get')) as { secret: string };
  now += 5 * minute;
  await desk.runDue();
  const { body, headers } = receiver.arrivals.at(-1)!;
  expect(verifySignature({ header: headers['x-service-signature'] as string, body, secret, now })).toEqual({ ok: true });
});

test('with a wrong key file deliveries wait however long, the overview says why, and they go on once the right one is back', async () => {
  const receiver = await startReceiver(500);
  const { app } = await writeOne(receiver);
  await app.desk.close();
  const path = join(app.home, 'copydesk.key');
  const right = readFileSync(path);
  writeFileSync(path, randomBytes(32));
  let now = app.now() + minute;
  const { desk } = await createTestApp({ home: app.home, now: () => now });
  for (let times = 0; times < 10; times++, now += hour) await desk.runDue();
  expect((await desk.health()).checks['keyFile']).toMatch(/cannot be read with the key file/);
  const { needsYou } = (await desk.call('overview_get')) as Overview;
  expect(needsYou[0]).toMatchObject({ kind: 'key_file_lost', latest: [{ about: expect.stringContaining('key file') }] });
  writeFileSync(path, right);
  receiver.answer = { status: 204 };
  await desk.runDue();
  expect(((await desk.call('webhook_deliveries_list')) as { data: Delivery[] }).data).toMatchObject([
    { status: 'delivered', attemptCount: 2 },
  ]);
  expect(await desk.health()).toMatchObject({ ready: true, checks: { keyFile: 'ok' } });
});

test('a key file lost for good is overcome by the calls that the overview names, one after another', async () => {
  const receiver = await startReceiver(500);
  const { app } = await writeOne(receiver);
  await app.desk.call('publishing_webhook_set', { url: receiver.url });
  await app.desk.call('projects_create', { name: 'Another' });
  await app.desk.close();
  rmSync(join(app.home, 'copydesk.key'));
  const { desk } = await createTestApp({ home: app.home });
  const keyFile = async () => (await desk.health()).checks['keyFile'];
  const advice = 'new secrets with webhook_secret_rotate, and publishing_webhook_rotate for every project with a publishing webhook.';
  expect(await keyFile()).toContain(advice);
  const called = [];
  for (let entry = await lostKey(desk); entry; entry = await lostKey(desk)) {
    called.push(entry.operation);
    await desk.call(entry.operation, entry.arguments);
  }
  expect(called).toEqual(['webhook_secret_rotate', 'publishing_webhook_rotate']);
  expect(await keyFile()).toBe('ok');
});

async function lostKey(desk: TestApp['desk']) {
  const { needsYou } = (await desk.call('overview_get')) as Overview;
  return needsYou.find(({ kind }) => kind === 'key_file_lost');
}
