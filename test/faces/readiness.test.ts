import { onTestFinished, expect, test } from 'vitest';
import { createCopydesk } from '../../src/app.ts';
import { until } from '../support/cli.ts';
import { temporaryHome } from '../support/home.ts';
import type { Loose } from '../support/loose.ts';
import { startReceiver } from '../support/receiver.ts';
import { rowsOf } from '../support/rows.ts';
import { createTestApp } from '../support/test-app.ts';
import { request } from '../support/wire-clients.ts';

/** A desk that works by itself, as the real one does. */
async function startWorking() {
  const home = temporaryHome();
  const desk = await createCopydesk({ home, logLevel: 'silent' });
  onTestFinished(() => desk.close());
  const { url } = await desk.listen({ port: 0 });
  const ready = async () => {
    const { status, body } = await request(`${url}/readyz`);
    return { status, ...(body as { ready: boolean; checks: Loose }) };
  };
  return { desk, home, ready };
}

test('a process that works says that it does, when it last looked for work, and what there is', async () => {
  const { ready } = await startWorking();
  const answer = await until(async () => {
    const now = await ready();
    return now.checks['engine'].lookedAt === null ? undefined : now;
  });
  expect(answer).toMatchObject({
    status: 200,
    ready: true,
    checks: { database: 'ok', engine: { state: 'idle' }, work: { maintenance: { pending: 1, leased: 0, lagMs: 0, failingLanes: 0 } } },
  });
  expect(Math.abs(Date.parse(answer.checks['engine'].lookedAt) - Date.now())).toBeLessThan(60_000);
});

test('a process that cannot take work is not ready, says so, and is again when it can', { timeout: 20_000 }, async () => {
  const { desk, home, ready } = await startWorking();
  const receiver = await startReceiver();
  const allow = await rowsOf(home).refuse('update', 'work', { saying: 'none of your business' });
  await desk.call('webhook_test', { url: receiver.url });
  const stuck = await until(async () => {
    const now = await ready();
    return now.ready ? undefined : now;
  });
  expect(stuck).toMatchObject({
    status: 503,
    checks: { database: 'ok', engine: { state: 'failing', fault: 'an unexpected fault; it has been logged' } },
  });
  await allow();
  await until(async () => (receiver.arrivals.length > 0 && (await ready()).ready ? true : undefined));
});

test('a process that does not work by itself is ready, and says that its engine is off', async () => {
  const { desk } = await createTestApp();
  expect(await desk.health()).toMatchObject({ ready: true, checks: { engine: { state: 'off', lookedAt: null } } });
});

test('a database of a newer program is told apart', async () => {
  const { home, ready } = await startWorking();
  await rowsOf(home).setVersion(999);
  expect(await ready()).toMatchObject({ status: 503, ready: false, checks: { database: 'written by a newer program' } });
});

test('a database that cannot be read is said to be so', async () => {
  const { home, ready } = await startWorking();
  await rowsOf(home).query('alter table lanes rename to lost');
  expect(await ready()).toMatchObject({ status: 503, ready: false, checks: { database: 'cannot be read' } });
});
