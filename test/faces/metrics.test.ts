import { describe, expect, test } from 'vitest';
import type { CopydeskOptions } from '../../src/app.ts';
import { version } from '../../src/version.ts';
import { until } from '../support/cli.ts';
import { emitTo } from '../support/events.ts';
import { parseMetrics } from '../support/prometheus.ts';
import { startReceiver } from '../support/receiver.ts';
import { rowsOf } from '../support/rows.ts';
import { storeDeliveries } from '../support/stored-deliveries.ts';
import { createTestApp } from '../support/test-app.ts';
import { request } from '../support/wire-clients.ts';
import { startToy } from './toy-server.ts';

async function startDesk(options: CopydeskOptions = {}) {
  const app = await createTestApp(options);
  const { url } = await app.desk.listen({ port: 0 });
  const text = async () => (await request(`${url}/metrics`)).body as string;
  /** The value of one series, by its name and labels. */
  const value = async (name: string, labels: Record<string, string> = {}) => {
    const samples = [...parseMetrics(await text()).values()].flatMap((family) => family.samples);
    const wanted = Object.entries(labels);
    return samples.find((sample) => sample.name === name && wanted.every(([label, of]) => sample.labels[label] === of))?.value;
  };
  return { ...app, url, text, value };
}

describe('/metrics', () => {
  test('is in the text format of Prometheus, and needs no key', async () => {
    const { url } = await startDesk();
    const { status, contentType, headers, body } = await request(`${url}/metrics`);
    expect([status, contentType, headers.get('cache-control')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8', 'no-store']);
    const families = parseMetrics(body as string);
    expect([...families].map(([name, { type }]) => `${name} ${type}`)).toEqual([
      'copydesk_delivery_attempts_total counter',
      'copydesk_delivery_attempt_duration_seconds histogram',
      'copydesk_queue_pending gauge',
      'copydesk_queue_leased gauge',
      'copydesk_queue_lag_seconds gauge',
      'copydesk_receivers_in_trouble gauge',
      'copydesk_deliveries_flagged gauge',
      'copydesk_deliveries_superseded gauge',
      'copydesk_build_info gauge',
    ]);
    expect(families.get('copydesk_build_info')!.samples).toEqual([{ name: 'copydesk_build_info', labels: { version }, value: 1 }]);
  });

  test('has every series before anything has happened', async () => {
    const { value } = await startDesk();
    expect(await value('copydesk_delivery_attempts_total', { kind: 'publish', outcome: 'failed' })).toBe(0);
    expect(await value('copydesk_queue_pending', { kind: 'webhook.deliver' })).toBe(0);
    expect(await value('copydesk_receivers_in_trouble')).toBe(0);
  });

  test('counts attempts by what came of them, and how long they took', async () => {
    const { desk, home, value, advance } = await startDesk({ maxAttempts: 2 });
    const [good, bad] = [await startReceiver(204), await startReceiver(500)];
    for (const { url } of [good, bad]) await emitTo({ desk, home }, url);
    await advance(0);
    await advance(3_600_000);
    const counted = (outcome: string) => value('copydesk_delivery_attempts_total', { kind: 'event', outcome });
    expect([await counted('delivered'), await counted('retrying'), await counted('failed')]).toEqual([1, 1, 1]);
    expect(await value('copydesk_delivery_attempt_duration_seconds_count', { kind: 'event' })).toBe(3);
    expect(await value('copydesk_delivery_attempt_duration_seconds_sum', { kind: 'event' })).toBeLessThan(10);
    expect(await value('copydesk_deliveries_flagged')).toBe(1);
  });

  test('tells how much waits, and since when', async () => {
    const { desk, value, url } = await startDesk();
    await desk.call('webhook_test', { url: `${url}/hook` });
    expect(await value('copydesk_queue_pending', { kind: 'webhook.deliver' })).toBe(1);
    expect(await value('copydesk_queue_leased', { kind: 'webhook.deliver' })).toBe(0);
    expect(await value('copydesk_queue_pending', { kind: 'maintenance' })).toBe(1);
  });

  test('tells in seconds for how long work is overdue', async () => {
    let time = 1_800_000_000_000;
    const { desk, value, url } = await startDesk({ now: () => time });
    await desk.call('webhook_test', { url: `${url}/hook` });
    time += 90_500;
    expect(await value('copydesk_queue_lag_seconds', { kind: 'webhook.deliver' })).toBe(90.5);
  });

  test('tells so too where a receiver is served, but too slowly', async () => {
    let time = 1_800_000_000_000;
    const { desk, value } = await startDesk({ now: () => time, receiverConcurrency: 1 });
    const receiver = await startReceiver();
    receiver.answer.delayMs = 500;
    for (let count = 0; count < 2; count++) await desk.call('webhook_test', { url: receiver.url });
    const working = desk.runDue();
    await until(async () => receiver.arrivals[0]);
    time += 5000;
    expect(await value('copydesk_queue_lag_seconds', { kind: 'webhook.deliver' })).toBe(5);
    await working;
    expect(await value('copydesk_queue_lag_seconds', { kind: 'webhook.deliver' })).toBe(0);
  });

  test('counts the receivers that fail steadily, without naming them', async () => {
    const { desk, home, value, text, advance } = await startDesk();
    const { url } = await startReceiver(500);
    for (let count = 0; count < 6; count++) await emitTo({ desk, home }, `${url}/a-secret-path`);
    await advance(0);
    expect(await value('copydesk_receivers_in_trouble')).toBe(1);
    expect(await text()).not.toMatch(/a-secret-path|http:|127\.0\.0\.1/);
  });

  test('counts failed deliveries until somebody acknowledges them', async () => {
    const { desk, home, value } = await startDesk();
    await storeDeliveries(rowsOf(home), [{ id: 'dlv_1' }, { id: 'dlv_2' }, { id: 'dlv_3', status: 'delivered' }]);
    expect(await value('copydesk_deliveries_flagged')).toBe(2);
    await desk.call('webhook_deliveries_acknowledge', { id: 'dlv_1' });
    expect(await value('copydesk_deliveries_flagged')).toBe(1);
  });

  test('counts what was replaced apart from what failed', async () => {
    const { home, value } = await startDesk();
    const replaced = { kind: 'publish', standing: 'superseded', supersededBy: 'dlv_9' } as const;
    await storeDeliveries(rowsOf(home), [{ id: 'dlv_1' }, { id: 'dlv_2', ...replaced }, { id: 'dlv_3', ...replaced }]);
    expect(await value('copydesk_deliveries_superseded')).toBe(2);
    expect(await value('copydesk_deliveries_flagged')).toBe(1);
  });

  test('of two desks in one process are apart', async () => {
    const [one, other] = [await startDesk(), await startDesk()];
    await one.desk.call('webhook_test', { url: (await startReceiver()).url });
    await one.advance(0);
    const delivered = { kind: 'event', outcome: 'delivered' };
    expect(await one.value('copydesk_delivery_attempts_total', delivered)).toBe(1);
    expect(await other.value('copydesk_delivery_attempts_total', delivered)).toBe(0);
  });

  test('refuses a foreign Host, like every path', async () => {
    await using toy = await startToy({ metrics: { contentType: 'text/plain', text: async () => '' } });
    const { status, json } = await toy.call('GET', '/metrics', { key: null, headers: { host: 'evil.example' } });
    expect([status, json.code]).toEqual([403, 'host_not_allowed']);
  });

  test('that cannot be read are a problem like any other', async () => {
    await using toy = await startToy({ metrics: { contentType: 'text/plain', text: () => Promise.reject(new Error('locked')) } });
    expect(await toy.call('GET', '/metrics', { key: null })).toMatchObject({ status: 500, json: { code: 'internal' } });
  });
});

describe('the checker of the format', () => {
  test.each([
    ['a series twice', '# HELP a b\n# TYPE a gauge\na 1\na 1\n'],
    ['a sample without a type', '# HELP a b\na 1\n'],
    ['a counter by another name', '# HELP a b\n# TYPE a counter\na 1\n'],
    ['a family in two pieces', '# HELP a b\n# TYPE a gauge\na 1\n# HELP c d\n# TYPE c gauge\nc 1\na{x="1"} 1\n'],
    ['a label with a bare quote', '# HELP a b\n# TYPE a gauge\na{x="""} 1\n'],
    ['no number', '# HELP a b\n# TYPE a gauge\na x\n'],
    ['a text that breaks off', '# HELP a b\n# TYPE a gauge\na 1'],
  ])('finds %s', (_, text) => {
    expect(() => parseMetrics(text)).toThrow();
  });
});
