import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Project } from '../../../../schema/projects.ts';
import { forge, newFile, pack, rowsIn, withLines, type Files } from '../../../support/archives.ts';
import { planOfAll } from '../../../support/planted.ts';
import { rowsOf } from '../../../support/rows.ts';
import { createTestApp } from '../../../support/test-app.ts';
import { contents, madeArchive, refusing, written } from './support.ts';

describe('an archive is refused, and nothing is changed, where', () => {
  test('it is cut short, wherever', async () => {
    const { archive } = await madeArchive();
    const app = await createTestApp({ id: undefined });
    const before = await contents(app);
    const cut = fc.integer({ min: 0, max: archive.length - 1 });
    await fc.assert(
      fc.asyncProperty(cut, async (length) => {
        const path = written(archive.subarray(0, length));
        await expect(app.desk.services.portability.import({ path })).rejects.toMatchObject({ code: 'invalid_input' });
      }),
      { numRuns: 40 },
    );
    expect(await contents(app)).toBe(before);
  });

  test('a byte of it was changed, wherever', async () => {
    const { archive } = await madeArchive();
    const app = await createTestApp({ id: undefined });
    const before = await contents(app);
    const whole = gunzipSync(archive);
    // Some bits of gzip mean nothing: the time and the system in its heads, and what fills the last byte before its sums.
    const isAsBefore = (bytes: Buffer) => {
      try {
        return gunzipSync(bytes).equals(whole);
      } catch {
        return false;
      }
    };
    await fc.assert(
      fc.asyncProperty(fc.nat(archive.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
        const changed = Buffer.from(archive);
        changed[at]! ^= by;
        fc.pre(!isAsBefore(changed));
        await expect(app.desk.services.portability.import({ path: written(changed) })).rejects.toMatchObject({ code: 'invalid_input' });
      }),
      { numRuns: 40 },
    );
    expect(await contents(app)).toBe(before);
  });

  test('a byte of a file in it was changed and it was packed again', async () => {
    const { refuses, files } = await refusing();
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(), async (which, where) => {
        const at = 1 + (which % (files.length - 1));
        const changed = files.map(([name, bytes], index): Files[number] => [name, index === at ? Buffer.from(bytes) : bytes]);
        const [, bytes] = changed[at]!;
        bytes[where % bytes.length]! ^= 1;
        await refuses(await pack(changed), /cannot be imported/);
      }),
      { numRuns: 15 },
    );
  });

  test('it is no archive at all', async () => {
    const { refuses } = await refusing();
    await refuses(written(Buffer.from('PK not this')), /is no gzip/);
    await refuses(written(Buffer.alloc(0)), /cannot be imported/);
    await refuses(written(gzipSync('no tar')), /cannot be imported/);
    await refuses(newFile(), /no such file/);
  });

  test('an older program made it, whose rows meant something else', async () => {
    const { refuses, files } = await refusing();
    await refuses(await forge(files, (manifest) => ({ ...manifest, schema: 34 })), /an older Copydesk wrote it \(schema 34\)/);
  });

  test('a newer program made it', async () => {
    const { refuses, files } = await refusing();
    await refuses(await forge(files, (manifest) => ({ ...manifest, formatVersion: 2, members: 'otherwise' })), /newer Copydesk \(format 2/);
    await refuses(await forge(files, (manifest) => ({ ...manifest, schema: 999 })), /newer Copydesk \(schema 999/);
  });

  test('a name leads outside, is not in the manifest, or is that of a link', async () => {
    const { refuses, files } = await refusing();
    const [first, ...others] = files as [Files[number], ...Files];
    await refuses(
      await forge([first, ...others, ['../../etc/passwd.jsonl', Buffer.from('{}\n')]]),
      /"\.\.\/\.\.\/etc\/passwd\.jsonl", which leads elsewhere/,
    );
    await refuses(await forge([first, ...others, ['/etc/passwd.md', Buffer.from('x')]]), /leads elsewhere/);
    await refuses(await pack([...files, ['../x', Buffer.from('x')]]), /"\.\.\/x" is not in its manifest/);
    await refuses(await pack([first, ['../x', Buffer.from('x')], ...others]), /"\.\.\/x" stands where its manifest has/);
    await refuses(
      await forge([first, ...others, ['site/nothing.0001.jsonl', Buffer.from('{}\n')]]),
      /a table that this program does not know/,
    );
    await refuses(await forge([first, ...others.toReversed()]), /stands in the wrong place/);
  });

  test('a member is longer than the manifest says, or unpacks to more', async () => {
    const { refuses, archive, files } = await refusing();
    const [first, [name, bytes], ...others] = files as [Files[number], Files[number], ...Files];
    await refuses(await pack([first, [name, Buffer.concat([bytes, bytes])], ...others]), /has not the size that the manifest says/);
    const bomb = gzipSync(Buffer.concat([gunzipSync(archive), Buffer.alloc(64 * 1024 * 1024)]));
    expect(bomb.length).toBeLessThan(1024 * 1024);
    await refuses(written(bomb), /unpacks to more than its manifest says/);
  });

  test('a row is of another project, of no table, or not as it should be', async () => {
    const { refuses, files } = await refusing();
    const forged = (table: string, change: object) => forge(withLines(files, table, (row, at) => [at === 0 ? { ...row, ...change } : row]));
    await refuses(await forged('knowledge/documents', { project_id: 'prj_other' }), /documents has a row of another project/);
    await refuses(await forged('account/projects', { id: 'prj_other' }), /projects has a row of another project/);
    await refuses(await forged('knowledge/documents', { title: null }), /title is not as it should be/);
    await refuses(await forged('knowledge/documents', { word_count: 1.5 }), /word_count is not as it should be/);
    await refuses(await forged('articles/media', { png: 'no base64!' }), /png is not as it should be/);
    await refuses(await forged('knowledge/documents', { rowid: 1 }), /does not know, "rowid"/);
    await refuses(await forged('account/work', { key: 'retention' }), /work that is for none of its rows/);
    await refuses(await forged('account/work', { payload: 'no json' }), /a line of work is not as it should be/);
    const twice = withLines(files, 'account/projects', (row) => [row, row]);
    await refuses(await forge(twice), /several projects/);
    await refuses(
      await forge(files.filter(([name]) => !name.startsWith('account/projects'))),
      /names none before it|does not hold the project/,
    );
    await refuses(await forge(withLines(files, 'topics/topics', (row) => [row, row])), /stands there twice/);
  });

  test('rows refer to one another in a circle, to themselves, or to none', async () => {
    const { refuses, files } = await refusing();
    const circle = withLines(files, 'knowledge/documents', (row, at) => [{ ...row, id: `doc_${at}`, parent_id: `doc_${1 - at}` }]);
    await refuses(await forge(circle), /documents has a row whose parent_id names none before it/);
    const itself = withLines(files, 'knowledge/documents', (row) => [{ ...row, parent_id: row['id'] }]);
    await refuses(await forge(itself), /parent_id names none before it/);
    const nobody = withLines(files, 'articles/article_versions', (row) => [{ ...row, article_id: 'art_of_others' }]);
    await refuses(await forge(nobody), /article_id names none before it/);
  });
});

test('ids that are there already are refused, also where only one of them is; as a copy they are taken', async () => {
  const { archive, files } = await madeArchive();
  const app = await createTestApp({ id: undefined });
  const { portability } = app.desk.services;
  const path = written(archive);
  const [topic] = rowsIn(files, 'topics/topics');
  const { id: own } = ((await app.desk.call('projects_list')) as { data: Project[] }).data[0]!;
  await rowsOf(app.home).insert('topics', { ...topic, project_id: own });
  const before = await contents(app);
  await expect(portability.import({ path })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining(String(topic!['id'])),
  });
  expect(await contents(app)).toBe(before);
  await portability.import({ path, asCopy: true });
  expect(await rowsOf(app.home).count('topics')).toBe(3);
});

test('a name that is taken is refused before anything is written, but for the untouched project of a new desk', async () => {
  const { archive, id } = await madeArchive();
  const path = written(archive);
  const used = await createTestApp({ id: undefined });
  await used.desk.call('topics_create', { name: 'Mine' });
  const before = await contents(used);
  await expect(used.desk.services.portability.import({ path })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('"Default"'),
  });
  expect(await contents(used)).toBe(before);
  const fresh = await createTestApp({ id: undefined });
  await fresh.desk.services.portability.import({ path });
  expect(await fresh.desk.call('projects_list')).toMatchObject({ data: [{ id }] });
});

test('an import that is stopped takes back what it wrote', async () => {
  const { archive } = await madeArchive();
  const app = await createTestApp({ id: undefined });
  const before = await contents(app);
  const stop = new AbortController();
  const tell = (step: string, progress: number) => void (step === 'writing' && progress > 0.9 && stop.abort(new Error('Stopped.')));
  await expect(app.desk.services.portability.import({ path: written(archive), tell, signal: stop.signal })).rejects.toThrow('Stopped.');
  expect(await contents(app)).toBe(before);
});

test('what an import left behind whose process died is shown to nobody, and goes once its lease has run out', async () => {
  const { archive, id } = await madeArchive();
  const app = await createTestApp({ id: undefined });
  const rows = rowsOf(app.home);
  await app.desk.services.portability.import({ path: written(archive) });
  await app.desk.call('projects_create', { name: 'Mine' });
  // As it is before the last slice.
  await rows.delete('work', { kind: 'nobody' });
  await rows.delete('link_suppressions');
  await rows.update('projects', { arriving: 1 }, { id });
  await rows.insert('leases', { name: `import ${id}`, place: 0, token: 'other', until: app.now() + 120_000 });
  expect(await app.desk.call('projects_list')).toMatchObject({ data: [{ name: 'Mine' }] });
  await expect(app.desk.call('projects_get', { id })).rejects.toMatchObject({ code: 'not_found' });
  await app.advance(60_000);
  expect(await rows.count('projects')).toBe(2);
  await app.advance(3_600_000);
  expect(await rows.all('projects')).toMatchObject([{ name: 'Mine' }]);
  for (const { table } of (await planOfAll()).tables.filter(({ table: name }) => name !== 'projects'))
    expect(await rows.count(table), table).toBe(0);
});
