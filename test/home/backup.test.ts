import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newestVersion } from '../../src/db/files.ts';
import { makeBackup } from '../../src/home/backup.ts';
import { createClock, startOfTests } from '../support/clock.ts';
import { run, startServe } from '../support/cli.ts';
import { temporaryHome } from '../support/home.ts';
import { rowsOf } from '../support/rows.ts';
import { quietSystem } from '../support/store.ts';
import { createTestApp } from '../support/test-app.ts';
import { askedIn, backUp, homeNamed } from './places.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test('a backup of a desk that works is whole, and says that it holds the key', { timeout: 60_000 }, async () => {
  const { home, secret } = await homeNamed('Blog');
  await startServe(home);
  const to = join(temporaryHome(), 'backup');
  const { code, stdout, stderr } = await run(['backup', '--to', to], { home });
  expect(code, stderr).toBe(0);
  expect(stdout).toBe(`${to}\n`);
  expect(stderr).toContain('It holds the key: whoever has this folder can open every secret in it.');
  expect(readdirSync(to).toSorted()).toEqual(['backup.json', 'copydesk.db', 'copydesk.key']);
  expect(['.', 'backup.json', 'copydesk.db', 'copydesk.key'].map((name) => modeOf(join(to, name)))).toEqual(['700', '600', '600', '600']);
  expect(await askedIn(to)).toEqual({ projects: ['Blog'], secret });
});

test('what others write meanwhile is in it as it was at one moment', async () => {
  const { desk, home } = await createTestApp();
  const rows = rowsOf(home);
  const filling = Array.from({ length: 4000 }, (_, n) => ({
    id: `evt_${n}`,
    project_id: null,
    type: 'x',
    resource_id: 'x',
    body: 'x'.repeat(1000),
    created_at: n,
  }));
  const { data } = (await desk.call('projects_list')) as { data: [{ id: string }] };
  await rows.insert(
    'events',
    filling.map((row) => ({ ...row, project_id: data[0].id })),
  );
  // Two rows that always change together.
  const write = (n: number) =>
    rows.runAll([
      ['update events set created_at = ? where id = ?', [n, 'evt_0']],
      ['update events set created_at = ? where id = ?', [n, 'evt_3999']],
    ]);
  await write(10_000);
  let isDone = false;
  const made = backUp(home).finally(() => (isDone = true));
  let writes = 0;
  while (!isDone) {
    await write(10_000 + ++writes);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(writes).toBeGreaterThan(3);
  const [first, last] = await rowsOf((await made).folder).all<{ created_at: number }>('events', "id in ('evt_0', 'evt_3999')");
  expect(first!.created_at).toBe(last!.created_at);
});

test('in a folder that is there it gets a name after the time', async () => {
  const { home } = await homeNamed('Blog');
  const place = temporaryHome();
  expect((await backUp(home, place)).folder).toBe(join(place, 'copydesk-2026-05-03T093000Z'));
  await expect(backUp(home, place)).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('overwrites nothing') });
});

test.each(['a file', 'a backup', 'a home'])('%s is never overwritten', async (what) => {
  const { home } = await homeNamed('Blog');
  const to = what === 'a home' ? home : join(temporaryHome(), 'there');
  if (what === 'a file') writeFileSync(to, 'mine');
  if (what === 'a backup') await backUp(home, to);
  await expect(backUp(home, to)).rejects.toMatchObject({ code: 'conflict', hint: expect.stringContaining('not there yet') });
  if (what === 'a file') expect(readFileSync(to, 'utf8')).toBe('mine');
});

test('nothing is made of a home without a database, nor where the way to it does not exist', async () => {
  const { home } = await homeNamed('Blog');
  const place = temporaryHome();
  await expect(backUp(join(place, 'nowhere'))).rejects.toMatchObject({ code: 'not_found' });
  await expect(backUp(home, join(place, 'mistyped', 'backup'))).rejects.toMatchObject({ code: 'invalid_input' });
  expect(readdirSync(place)).toEqual([]);
});

test('nothing is made of a database that no desk has written yet', async () => {
  const [home, place] = [temporaryHome(), temporaryHome()];
  writeFileSync(join(home, 'copydesk.db'), '');
  await expect(backUp(home, join(place, 'backup'))).rejects.toMatchObject({ code: 'not_found' });
  expect(readdirSync(place)).toEqual([]);
});

test('a backup that is stopped leaves nothing, and what a killed one left goes a day later', { timeout: 60_000 }, async () => {
  const { home } = await homeNamed('Blog');
  const place = temporaryHome();
  const [old, young] = ['.copydesk-backup-old', '.copydesk-backup-young'].map((name) => join(place, name));
  for (const draft of [old!, young!]) mkdirSync(draft);
  const now = startOfTests / 1000;
  utimesSync(old!, now, now - 90_000);
  utimesSync(young!, now, now - 80_000);
  const stopped = makeBackup(home, join(place, 'backup'), quietSystem(createClock(startOfTests)), (step) => {
    if (step === 'checking') throw new Error('Stopped.');
  });
  await expect(stopped).rejects.toThrow('Stopped.');
  expect(readdirSync(place)).toEqual(['.copydesk-backup-young']);
});

test('a full disk is told by its place, and nothing is left on it', async () => {
  const { home } = await homeNamed('Blog');
  const place = temporaryHome();
  const made = makeBackup(home, join(place, 'backup'), quietSystem(createClock(startOfTests)), () => {
    throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  });
  await expect(made).rejects.toMatchObject({ code: 'unavailable', message: `There is no room for the backup in ${place}.` });
  expect(readdirSync(place)).toEqual([]);
});

test('a new database is closed to others, also in a folder that is not', async () => {
  const home = temporaryHome();
  chmodSync(home, 0o755);
  const { desk } = await createTestApp({ home });
  await desk.call('projects_list');
  const files = readdirSync(home).filter((name) => name.startsWith('copydesk.db'));
  expect(files.map((name) => [name, modeOf(join(home, name))])).toEqual(files.map((name) => [name, '600']));
});

test('a damaged database is told, and leaves no backup behind', async () => {
  const { home } = await homeNamed('Blog');
  truncateSync(join(home, 'copydesk.db'), statSync(join(home, 'copydesk.db')).size - 40_000);
  const place = temporaryHome();
  await expect(backUp(home, join(place, 'backup'))).rejects.toThrow(/damaged/);
  expect(readdirSync(place)).toEqual([]);
});

test('a desk that lost its key is backed up all the same, and it is said', async () => {
  const { home } = await homeNamed('Blog');
  rmSync(join(home, 'copydesk.key'));
  const made = await backUp(home);
  expect(made).toMatchObject({ holdsKey: false, secrets: 'unreadable', problem: expect.stringContaining('key file') });
  expect(await askedIn(made.folder)).toEqual({ projects: ['Blog'], secret: null });
});

test('a desk of an older schema is backed up as it is', async () => {
  const { home } = await homeNamed('Blog');
  await rowsOf(home).setVersion(newestVersion - 1);
  const { code, stdout } = await run(['backup', '--to', temporaryHome(), '--json'], { home });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ schemaVersion: newestVersion - 1, secrets: 'not_checked' });
  const [version] = await rowsOf(home).query<{ user_version: number }>('pragma user_version');
  expect(version).toEqual({ user_version: newestVersion - 1 });
});

test('a key that is no secret of this desk is not made by a backup', async () => {
  const { home } = await createTestApp();
  mkdirSync(join(home, 'backups'));
  const made = await backUp(home, join(home, 'backups'));
  expect(made.holdsKey).toBe(existsSync(join(home, 'copydesk.key')));
  expect(made.secrets).toBe('readable');
});
