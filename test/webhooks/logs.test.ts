import { expect, test, vi } from 'vitest';
import type { Delivery } from '../../schema/deliveries.ts';
import { explainFailure } from '../../src/net/errors.ts';
import { end, firstLine, run, start, until } from '../support/cli.ts';
import { temporaryHome } from '../support/home.ts';
import type { Loose } from '../support/loose.ts';
import { startReceiver } from '../support/receiver.ts';
import { createTestApp } from '../support/test-app.ts';
import { manual } from '../support/scenario.ts';
import { callRest } from '../support/wire-clients.ts';

const levels: Record<number, string> = { 20: 'debug', 30: 'info', 40: 'warn', 50: 'error' };
/** A webhook's address is often all that keeps strangers from it. */
const hush = { path: '/hook/hush-path', query: 'token=hush-query', credentials: 'hush-answer' };

/** What `copydesk serve` logs of one delivery to a receiver that answers with `status`, and all that it wrote to stderr. */
async function logOfDelivery(status: number, env: Record<string, string> = {}) {
  const home = temporaryHome();
  const { key } = JSON.parse((await run(['keys', 'create', '--scope', 'admin', '--json'], { home })).stdout) as { key: string };
  const child = start(['serve', '--port', '0', '--json', '--log-level', 'debug'], home, env);
  let written = '';
  child.stderr!.on('data', (chunk: Buffer) => (written += chunk.toString()));
  const { url } = JSON.parse(await firstLine(child)) as { url: string };
  const receiver = await startReceiver(status);
  receiver.answer = { status, body: hush.credentials, headers: { 'x-secret': hush.credentials } };
  const { origin } = new URL(receiver.url);
  await callRest(url, key, 'knowledge_create', { markdown: manual });
  const webhookUrl = `${origin}${hush.path}?${hush.query}`;
  await callRest(url, key, 'articles_create', { keyword: 'connection pool', targetWordCount: 250, webhookUrl });
  const made = async () => ((await callRest(url, key, 'webhook_deliveries_list')).body as { data: Delivery[] }).data[0];
  const { id } = await until(made);
  const lines = () =>
    written
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Loose);
  const line = await until(async () => lines().find(({ delivery }) => delivery === id));
  const { secret } = (await callRest(url, key, 'webhook_secret_get')).body as { secret: string };
  const { headers } = receiver.arrivals[0]!;
  await end(child, 'SIGTERM');
  return { line, id, origin, written, secrets: [key, secret, String(headers['x-service-signature']), 'hush'] };
}

test.each([
  ['one that arrives, for who looks closely', 204, {}, { level: 'debug' }],
  ['one that is tried again', 500, {}, { level: 'info', error: 'status', nextAttemptAt: expect.any(Number) }],
  ['one that has failed, which somebody must look at', 500, { COPYDESK_MAX_ATTEMPTS: '1' }, { level: 'warn', error: 'status' }],
])('an attempt is one line with the id of its delivery and no secret: %s', { timeout: 20_000 }, async (_, status, env, expected) => {
  const { line, id, origin, written, secrets } = await logOfDelivery(status, env);
  expect({ ...line, level: levels[line.level] }).toEqual({
    time: expect.any(Number),
    msg: expect.any(String),
    delivery: id,
    receiver: origin,
    attempt: 1,
    durationMs: expect.any(Number),
    ...expected,
  });
  for (const secret of secrets) expect(written).not.toContain(secret);
});

test.each([
  ['a fault of ours', new TypeError('A fault of ours.'), 'The attempt could not be made.'],
  [
    'a shortage of this machine',
    explainFailure(Object.assign(new Error('connect'), { code: 'EMFILE' }), new URL('https://cms.example/'), 1),
    expect.stringContaining('This machine has no room for another connection to cms.example (EMFILE'),
  ],
])('an attempt that %s kept from being made is an error, with its cause and the id of its delivery', async (_, err, message) => {
  const { desk } = await createTestApp({ request: () => Promise.reject(err) });
  const told = vi.spyOn(desk.system.log, 'error');
  const { id } = (await desk.call('webhook_test', { url: 'https://cms.example/hook' })) as Delivery;
  await desk.runDue();
  expect(told.mock.calls).toEqual([[{ err, delivery: id }, expect.any(String)]]);
  expect(await desk.call('webhook_deliveries_get', { id })).toMatchObject({ response: { error: { code: 'internal', message } } });
});
