import { onTestFinished, expect, test } from 'vitest';
import { createCopydesk } from '../../src/app.ts';
import { until } from '../support/cli.ts';
import { temporaryHome } from '../support/home.ts';
import type { Loose } from '../support/loose.ts';
import { startReceiver } from '../support/receiver.ts';
import { openDatabase } from '../support/stored-deliveries.ts';
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
  const sqlite = openDatabase(home);
  sqlite.exec(`create trigger no_claims before update on work begin select raise(abort, 'none of your business'); end`);
  await desk.call('webhook_test', { url: receiver.url });
  const stuck = await until(async () => {
    const now = await ready();
    return now.ready ? undefined : now;
  });
  expect(stuck).toMatchObject({
    status: 503,
    checks: { database: 'ok', engine: { state: 'failing', fault: 'an unexpected fault; it has been logged' } },
  });
  sqlite.exec('drop trigger no_claims');
  await until(async () => (receiver.arrivals.length > 0 && (await ready()).ready ? true : undefined));
});

test('a process that does not work by itself is ready, and says that its engine is off', async () => {
  const { desk } = await createTestApp();
  expect(await desk.health()).toMatchObject({ ready: true, checks: { engine: { state: 'off', lookedAt: null } } });
});

test('a database of a newer program is told apart', async () => {
  const { home, ready } = await startWorking();
  openDatabase(home).pragma('user_version = 999');
  expect(await ready()).toMatchObject({ status: 503, ready: false, checks: { database: 'written by a newer program' } });
});

test('a database that cannot be read is said to be so', async () => {
  const { home, ready } = await startWorking();
  openDatabase(home).exec('alter table lanes rename to lost');
  expect(await ready()).toMatchObject({ status: 503, ready: false, checks: { database: 'cannot be read' } });
});
