import { copyFileSync, existsSync, readFileSync, rmSync, statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { newestVersion } from '../../src/db/files.ts';
import { temporaryHome } from '../support/home.ts';
import { rowsOf } from '../support/rows.ts';
import { askedIn, backUp, filesOf, homeNamed, restoreTo, stateOf } from './places.ts';

const refused = (said: string) => ({ code: 'invalid_input', message: expect.stringContaining(said), hint: expect.any(String) });

test('a restored desk is the one that was backed up, and what it replaced can be restored in turn', async () => {
  const [then, now] = [await homeNamed('Then'), await homeNamed('Now')];
  const { folder } = await backUp(then.home);
  const first = await restoreTo(now.home, folder);
  expect(first.kept).toBe(join(now.home, 'replaced-2026-05-03T093000Z'));
  expect(await askedIn(now.home)).toEqual({ projects: ['Then'], secret: then.secret });
  const second = await restoreTo(now.home, first.kept!);
  expect(second.kept).toBe(join(now.home, 'replaced-2026-05-03T093000Z-2'));
  expect(await askedIn(now.home)).toEqual({ projects: ['Now'], secret: now.secret });
});

test('a home that never was comes to be', async () => {
  const { home, secret } = await homeNamed('Blog');
  const { folder } = await backUp(home);
  const other = join(temporaryHome(), 'deep', 'down');
  expect(await restoreTo(other, folder)).toMatchObject({ kept: null, schemaVersion: newestVersion, isAlone: true });
  expect(filesOf(other)).toEqual(['copydesk.db', 'copydesk.key']);
  expect((statSync(other).mode & 0o777).toString(8)).toBe('700');
  expect(await askedIn(other)).toEqual({ projects: ['Blog'], secret });
});

test('a damaged database is replaced too, and kept as it is', async () => {
  const [good, bad] = [await homeNamed('Good'), await homeNamed('Bad')];
  const { folder } = await backUp(good.home);
  writeFileSync(join(bad.home, 'copydesk.db'), 'this is no database, but something long enough to be taken for one'.repeat(100));
  const { kept, isAlone } = await restoreTo(bad.home, folder);
  expect(isAlone).toBe(false);
  expect(filesOf(kept!)).toEqual(['copydesk.db', 'copydesk.key']);
  expect(await askedIn(bad.home)).toEqual({ projects: ['Good'], secret: good.secret });
});

test('an older desk is brought to the newest schema', async () => {
  const { home, secret } = await homeNamed('Older');
  // What the last migration made.
  const rows = rowsOf(home);
  await rows.query('drop index lanes_by_answer');
  await rows.query('alter table lanes drop column answered');
  await rows.setVersion(newestVersion - 1);
  const { folder, secrets } = await backUp(home);
  expect(secrets).toBe('not_checked');
  const other = temporaryHome();
  expect(await restoreTo(other, folder)).toMatchObject({ schemaVersion: newestVersion - 1 });
  expect(await rowsOf(other).query('pragma user_version')).toEqual([{ user_version: newestVersion }]);
  expect(await askedIn(other)).toEqual({ projects: ['Older'], secret });
});

describe('what cannot be restored is refused, and nothing changes:', () => {
  let home: string;
  let folder: string;
  beforeEach(async () => {
    home = (await homeNamed('Now')).home;
    ({ folder } = await backUp((await homeNamed('Then')).home));
  });

  async function expectRefusal(said: string, from = folder): Promise<void> {
    const before = await stateOf(home);
    await expect(restoreTo(home, from)).rejects.toMatchObject(refused(said));
    expect(await stateOf(home)).toEqual(before);
  }

  const withoutManifest = () => rmSync(join(folder, 'backup.json'));

  test('a backup of a newer program', async () => {
    const path = join(folder, 'backup.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as object;
    writeFileSync(path, JSON.stringify({ ...manifest, schemaVersion: 999 }));
    await expectRefusal(`newer Copydesk (schema 999, this program knows ${newestVersion})`);
    writeFileSync(path, JSON.stringify({ ...manifest, format: 2 }));
    await expectRefusal('newer Copydesk (format 2');
    withoutManifest();
    await rowsOf(folder).setVersion(999);
    await expectRefusal('newer Copydesk (schema 999');
  });

  test('a backup with another key, or with none', async () => {
    withoutManifest();
    copyFileSync(join(home, 'copydesk.key'), join(folder, 'copydesk.key'));
    await expectRefusal('does not open its secrets');
    rmSync(join(folder, 'copydesk.key'));
    await expectRefusal('no copydesk.key to open them');
  });

  test('a backup with a file missing, or changed by one byte', async () => {
    const bytes = readFileSync(join(folder, 'copydesk.db'));
    bytes[bytes.length - 5]! ^= 1;
    writeFileSync(join(folder, 'copydesk.db'), bytes);
    await expectRefusal('copydesk.db is not what was backed up');
    rmSync(join(folder, 'copydesk.key'));
    await expectRefusal('copydesk.key is missing');
  });

  test.each(['not json', '{}', '{"format":1,"schemaVersion":1,"files":{"../copydesk.db":{"bytes":1,"sha256":"x"}}}'])(
    'a backup whose manifest is %s',
    async (text) => {
      writeFileSync(join(folder, 'backup.json'), text);
      await expectRefusal('cannot be read');
    },
  );

  test('a backup that was cut short anywhere, with its manifest or without', { timeout: 60_000 }, async () => {
    const whole = readFileSync(join(folder, 'copydesk.db'));
    const cut = fc.integer({ min: 0, max: whole.length - 1 });
    const cutAt = async (bytes: number, said: RegExp) => {
      writeFileSync(join(folder, 'copydesk.db'), whole);
      truncateSync(join(folder, 'copydesk.db'), bytes);
      await expect(restoreTo(home, folder)).rejects.toMatchObject({ code: 'invalid_input', message: expect.stringMatching(said) });
    };
    // SQLite takes what is missing of a last page for zeros, which is right where it had been zeros.
    const missed = cut.filter((bytes) => whole.subarray(bytes).some((byte) => byte !== 0));
    const before = await stateOf(home);
    await fc.assert(
      fc.asyncProperty(cut, (bytes) => cutAt(bytes, /is not whole: copydesk\.db has \d+ bytes of \d+/)),
      { numRuns: 10 },
    );
    withoutManifest();
    await fc.assert(
      fc.asyncProperty(missed, (bytes) => cutAt(bytes, /damaged|not of a Copydesk/)),
      { numRuns: 20 },
    );
    expect(await stateOf(home)).toEqual(before);
  });

  test('what is no backup', async () => {
    const place = temporaryHome();
    await expectRefusal('does not exist', join(place, 'nowhere'));
    await expectRefusal('holds no copydesk.db', place);
    await expectRefusal('is no folder', join(folder, 'copydesk.db'));
    await expectRefusal('is the home itself', home);
    writeFileSync(join(place, 'copydesk.db'), '');
    await expectRefusal('not of a Copydesk', place);
    const backups = temporaryHome();
    await backUp(home, backups);
    await expectRefusal('holds backups, and is none', backups);
  });
});

test('secrets that cannot be opened can be given up', async () => {
  const then = await homeNamed('Then');
  rmSync(join(then.home, 'copydesk.key'));
  const { folder } = await backUp(then.home);
  const now = await homeNamed('Now');
  expect(await restoreTo(now.home, folder, true)).toMatchObject({ problem: expect.stringContaining('webhook_secret_rotate') });
  expect(await askedIn(now.home)).toEqual({ projects: ['Then'], secret: null });
});

test('a database that is a link is left as it is', async () => {
  const { home } = await homeNamed('Blog');
  const { folder } = await backUp(home);
  const other = temporaryHome();
  symlinkSync(join(home, 'copydesk.db'), join(other, 'copydesk.db'));
  await expect(restoreTo(other, folder)).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('is a link') });
  expect(existsSync(join(other, 'copydesk.key'))).toBe(false);
});
