import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStore } from '../../src/db/open.ts';
import { holdAlone, replace, stagingFolder } from '../../src/db/replace.ts';
import { holdersOf } from '../../src/home/holders.ts';
import { startScript } from '../support/child.ts';
import { until } from '../support/cli.ts';
import { temporaryHome } from '../support/home.ts';
import { quietSystem } from '../support/store.ts';
import { openBare } from './bare.ts';

const kept = 'replaced-2026-05-03T093000Z';
/** Homes to copy, each with one project of that name and a key of its own. */
let models: string;

async function makeModel(name: string): Promise<void> {
  const home = join(models, name);
  const store = openStore(home, quietSystem());
  await store.write(async (tx) => void (await tx.insertInto('backups').values({ made_at: 1, folder: name, bytes: 0 }).execute()));
  await store.close();
  openBare(home).exec(`
    insert into projects (id, name, language, brand_terms, timezone, article_defaults, created_at, updated_at, calendar_token)
      values ('prj_1', '${name}', 'en', '[]', 'UTC', '{}', 1, 1, 'token')`);
  writeFileSync(join(home, 'copydesk.key'), `key of ${name}`);
}

beforeAll(async () => {
  models = mkdtempSync(join(tmpdir(), 'copydesk-test-'));
  await makeModel('old');
  await makeModel('new');
});

afterAll(() => rmSync(models, { recursive: true }));

/** A home of the old desk, with the new one in its staging folder. */
function aboutToReplace(): string {
  const home = join(temporaryHome(), 'home');
  cpSync(join(models, 'old'), home, { recursive: true });
  cpSync(join(models, 'new'), join(home, stagingFolder), { recursive: true });
  const sqlite = openBare(join(home, stagingFolder));
  sqlite.pragma('journal_mode = delete');
  sqlite.close();
  return home;
}

async function deskIn(home: string): Promise<string> {
  const store = openStore(home, quietSystem());
  const { name } = await store.db.selectFrom('projects').select('name').executeTakeFirstOrThrow();
  await store.close();
  return `${name}, ${readFileSync(join(home, 'copydesk.key'), 'utf8')}`;
}

describe('a replacement that is cut short', () => {
  test(
    'leaves either the old database with its key or the new one with its own, at whichever point it ends',
    { timeout: 120_000 },
    async () => {
      const found: string[] = [];
      for (let nth = 1, isDone = false; !isDone; nth++) {
        const home = aboutToReplace();
        const child = startScript(new URL('replace-and-die.ts', import.meta.url), [home, kept, String(nth)]);
        isDone = (await child.ended) === 0;
        const desk = await deskIn(home);
        found.push(desk);
        if (desk.startsWith('old')) continue;
        expect(await deskIn(join(home, kept)), `ended before the ${nth}th`).toBe('old, key of old');
        expect(readdirSync(home).toSorted()).toEqual(['copydesk.db', 'copydesk.key', kept]);
      }
      expect(found.length).toBeGreaterThan(10);
      expect(new Set(found)).toEqual(new Set(['old, key of old', 'new, key of new']));
      // Once it has happened, it has happened.
      expect(found).toEqual(found.toSorted().toReversed());
    },
  );

  test('is finished by the next that opens the home, also where a file can have no second name', async () => {
    const home = aboutToReplace();
    const ready = join(home, 'copydesk.restored');
    renameSync(join(home, stagingFolder), ready);
    mkdirSync(join(ready, kept));
    cpSync(join(home, 'copydesk.key'), join(ready, kept, 'copydesk.key'));
    renameSync(join(home, 'copydesk.db'), join(ready, kept, 'copydesk.db'));
    expect(await deskIn(home)).toBe('new, key of new');
    expect(await deskIn(join(home, kept))).toBe('old, key of old');
    expect(existsSync(ready)).toBe(false);
  });
});

test('what is written last goes into the file that is kept, and never into the new one', async () => {
  const home = aboutToReplace();
  const writer = openBare(home);
  writer.exec("pragma wal_autocheckpoint = 0; update projects set name = 'old, renamed'");
  // As if it were killed: nothing of the WAL is in the file yet.
  cpSync(join(home, 'copydesk.db-wal'), join(home, 'saved'));
  writer.close();
  cpSync(join(models, 'old', 'copydesk.db'), join(home, 'copydesk.db'));
  cpSync(join(home, 'saved'), join(home, 'copydesk.db-wal'));
  rmSync(join(home, 'saved'));
  const hold = holdAlone(home);
  replace(home, kept);
  hold.release();
  expect(await deskIn(home)).toBe('new, key of new');
  expect(await deskIn(join(home, kept))).toBe('old, renamed, key of old');
});

test('what stands beside a damaged database is kept with it, and not taken for the new one’s', async () => {
  const home = aboutToReplace();
  const damaged = 'no database';
  for (const name of ['copydesk.db', 'copydesk.db-wal', 'copydesk.db-journal']) writeFileSync(join(home, name), damaged);
  replace(home, kept);
  for (const name of ['copydesk.db', 'copydesk.db-wal', 'copydesk.db-journal'])
    expect(readFileSync(join(home, kept, name), 'utf8')).toBe(damaged);
  expect(await deskIn(home)).toBe('new, key of new');
});

test('a process that opens the home meanwhile waits, and gets the new database', { timeout: 30_000 }, async () => {
  const home = aboutToReplace();
  const hold = holdAlone(home);
  const child = startScript(new URL('open-and-tell.ts', import.meta.url), [home]);
  expect(await child.line()).toBe('opening');
  // Its connection is on the old file by now, and cannot read it.
  await until(async () => holdersOf(join(home, 'copydesk.db')).find(({ pid }) => pid === child.process.pid));
  replace(home, kept);
  hold.release();
  expect(await child.line()).toBe('new');
  expect(await child.ended).toBe(0);
});

test.each(['reads', 'opens'])('what the lock tells of a program that %s the database', async (how) => {
  const home = aboutToReplace();
  const child = startScript(new URL('read-bare.ts', import.meta.url), [home, how]);
  expect(await child.line()).toBe('open');
  const take = () => holdAlone(home).release();
  // What has read nothing has no lock yet: that it has the file open is told by the system (src/home/holders.ts).
  if (how === 'reads') expect(take).toThrow(expect.objectContaining({ fault: 'busy' }));
  else expect(take).not.toThrow();
  child.process.stdin.write('go\n');
  await child.ended;
  expect(take).not.toThrow();
});
