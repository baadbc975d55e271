import { appendFileSync, chmodSync, existsSync, mkdirSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Check } from '../../src/commands/doctor/check.ts';
import { newestVersion } from '../../src/db/files.ts';
import { askedIn, homeNamed } from '../home/places.ts';
import { run, startServe } from '../support/cli.ts';
import { rowsOf } from '../support/rows.ts';

const day = 86_400_000;

async function examine(home: string, port = '0'): Promise<{ code: number | null; checks: Map<string, Check> }> {
  const { code, stdout } = await run(['doctor', '--json'], { home, env: { COPYDESK_PORT: port } });
  const { checks } = JSON.parse(stdout) as { checks: Check[] };
  return { code, checks: new Map(checks.map((check) => [check.name, check])) };
}

/** A web server that is no Copydesk. */
async function startOther(): Promise<string> {
  const server = createServer((_request, response) => response.end('{"ready":true}')).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  return String((server.address() as AddressInfo).port);
}

test('each thing that is wrong is named with its mend', { timeout: 60_000 }, async () => {
  const { home } = await homeNamed('Blog');
  const rows = rowsOf(home);
  const now = Date.now();
  const [project] = await rows.all<{ id: string }>('projects');
  const due = now - 10 * 60_000;
  await rows.insert('work', { kind: 'article.write', key: 'job_1', payload: '{}', lane: '', due_at: due });
  await rows.insert('lanes', { kind: 'article.write', lane: '', waits_since: due, pending: 1 });
  await rows.insert('backups', { made_at: now - 40 * day, folder: '/backups/old', bytes: 1 });
  await rows.insert('events', { id: 'evt_1', project_id: project!.id, type: 'x', resource_id: 'x', body: '{}', created_at: now + day });
  const ill = { project_id: project!.id, provider: 'serper', settings: '{}', healthy: 0, last_checked_at: 1, last_error: 'Wrong key.' };
  await rows.insert('integrations', { ...ill, created_at: 1, updated_at: 1 });
  mkdirSync(join(home, 'copydesk.restoring'));
  chmodSync(join(home, 'copydesk.key'), 0o644);
  chmodSync(join(home, 'copydesk.db'), 0o644);
  chmodSync(home, 0o755);
  const { code, checks } = await examine(home, await startOther());
  expect(code).toBe(1);
  const wrong = [...checks.values()].filter(({ ok }) => !ok).map(({ name, hint }) => [name, hint]);
  expect(Object.fromEntries(wrong)).toEqual({
    work: expect.stringContaining('copydesk serve'),
    integrations: expect.stringContaining('call integrations_test --json \'{"provider":"serper"'),
    clock: expect.stringContaining('Set the clock'),
    backup: expect.stringContaining('copydesk backup --to <folder>'),
    home: `chmod 700 ${home}`,
    'key file': `chmod 600 ${join(home, 'copydesk.key')}`,
    port: expect.stringContaining('COPYDESK_PORT'),
  });
  expect(checks.get('restores')!.detail).toBe(
    'a restore was cut short before it changed anything; what it left was removed now, so repeat it',
  );
  expect(existsSync(join(home, 'copydesk.restoring'))).toBe(false);
  expect(checks.get('work')!.detail).toContain('due for 10 minutes, and nobody works');
  expect(checks.get('backup')!.detail).toBe('the last one was made 40 days ago, in /backups/old');
  expect(checks.get('integrations')!.detail).toContain('serper: Wrong key.');
  expect(checks.get('port')!.detail).toContain('another program');
});

test('of a desk that works beside it nothing is wrong', { timeout: 60_000 }, async () => {
  const { home } = await homeNamed('Blog');
  const { url } = await startServe(home);
  const { code, checks } = await examine(home, new URL(url).port);
  expect([...checks.values()].filter(({ ok }) => !ok)).toEqual([]);
  expect(code).toBe(0);
  expect(checks.get('port')!.detail).toMatch(/in use by a Copydesk, which is ready$/);
  expect(checks.get('integrity')!.detail).toContain('no damage');
  expect(checks.get('migrations')!.detail).toBe(`none is due: the schema is the newest (${newestVersion})`);
  expect(checks.get('home')!.detail).toBe('closed to others on this machine');
});

test('a restore that was cut short midway is brought to its end, and it is said', async () => {
  const [then, now] = [await homeNamed('Then'), await homeNamed('Now')];
  // As on a disk that knows one name per file, where there is a moment without a database.
  renameSync(then.home, join(now.home, 'copydesk.restored'));
  rmSync(join(now.home, 'copydesk.db'));
  const { checks } = await examine(now.home);
  expect(checks.get('database')).toMatchObject({ ok: true, detail: expect.stringContaining('opens and is up to date') });
  expect(checks.get('restores')!.detail).toBe('a restore was cut short midway; it was brought to its end now');
  expect((await askedIn(now.home)).projects).toEqual(['Then']);
});

test('a damaged database is told, and how to put a backup in its place', async () => {
  const { home } = await homeNamed('Blog');
  const damage = Buffer.alloc(4096, 0x55);
  const file = join(home, 'copydesk.db');
  const { size } = statSync(file);
  truncateSync(file, size - 4096);
  appendFileSync(file, damage);
  const { code, checks } = await examine(home);
  expect(code).toBe(1);
  expect(checks.get('integrity')).toMatchObject({
    ok: false,
    detail: expect.not.stringContaining('it is damaged'),
    hint: expect.stringContaining('copydesk restore <folder>'),
  });
});

test('a restore that is under way is told, and is no fault of its own', async () => {
  const { home } = await homeNamed('Blog');
  writeFileSync(join(home, 'copydesk.db'), 'no database '.repeat(500));
  mkdirSync(join(home, 'copydesk.restoring'));
  const { checks } = await examine(home);
  expect(checks.get('database')).toMatchObject({ ok: false });
  expect(checks.get('restores')).toMatchObject({ ok: true, detail: expect.stringContaining('a restore is under way, or was cut short') });
});
