import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { expect, test } from 'vitest';
import { forge, pack, rowsIn, withLines, type Files } from '../../../support/archives.ts';
import { planOfAll } from '../../../support/planted.ts';
import { rowsOf } from '../../../support/rows.ts';
import { createTestApp } from '../../../support/test-app.ts';
import { madeArchive, refusing, written } from './support.ts';

type Row = Record<string, unknown>;

/** The archive with the first row of a table changed, as somebody packs it who wants it taken. */
const forged = (files: Files, table: string, change: Row) =>
  forge(withLines(files, table, (row, at) => [at === 0 ? { ...row, ...change } : row]));

/** The same where the first line of a table is this text. */
function withText(files: Files, table: string, text: string): Promise<string> {
  return forge(
    files.map(([name, bytes]) =>
      name.startsWith(`${table}.`) ? [name, Buffer.from([text, ...bytes.toString('utf8').split('\n').slice(1)].join('\n'))] : [name, bytes],
    ),
  );
}

test('a column of JSON, a time or a truth that is none is refused, in whichever table', async () => {
  const { refuses, files } = await refusing();
  const wrong = {
    json: ['{"half":', '', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    time: [-9e15, 9e15, 1.5, 'now'],
    bit: [2, -1, true],
  };
  for (const { path, columns, of } of (await planOfAll()).tables) {
    for (const { name, meaning } of columns.filter((one) => one.meaning !== undefined && one.meaning !== 'id')) {
      if (of === 'desk') continue;
      const [first, ...others] = wrong[meaning as 'json' | 'time' | 'bit'];
      await refuses(await forged(files, path, { [name]: first }), new RegExp(`whose ${name} is not as it should be`));
      if (path !== 'articles/articles') continue;
      for (const other of others)
        await refuses(await forged(files, path, { [name]: other }), new RegExp(`whose ${name} is not as it should be`));
    }
  }
}, 60_000);

test('numbers without end and ids that lead elsewhere or have no end are refused', async () => {
  const { refuses, files } = await refusing();
  const endless = JSON.stringify({ ...rowsIn<Row>(files, 'audits/audits')[0], created_at: 0 }).replace(
    '"created_at":0',
    '"created_at":1e999',
  );
  await refuses(await withText(files, 'audits/audits', endless), /created_at is not as it should be/);
  for (const id of ['../../evil', `art_${'x'.repeat(1024 * 1024)}`, '', 'art_a/b', 'art_\0'])
    await refuses(await forged(files, 'articles/articles', { id }), /articles has a row whose id is not as it should be/);
  const deep = `{"id":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  await refuses(await withText(files, 'articles/articles', deep), /cannot be imported/);
  await refuses(await withText(files, 'articles/articles', deep), /cannot be imported/, true);
});

test('a project that no list could show is refused', async () => {
  const { refuses, files } = await refusing();
  for (const change of [{ brand_terms: 'null' }, { brand_terms: '[1]' }, { article_defaults: '{"targetWordCount":"many"}' }])
    await refuses(await forged(files, 'account/projects', change), /its project is not as it should be/);
});

test('work of another kind, about another row, or twice is refused, also where it hides behind escapes', async () => {
  const { refuses, files } = await refusing();
  const [work] = rowsIn<{ key: string; payload: string }>(files, 'account/work');
  const refusesWork = async (change: Row) => refuses(await forged(files, 'account/work', change), /work/);
  await refusesWork({ kind: 'maintenance' });
  await refusesWork({ kind: 'webhook.deliver' });
  await refusesWork({ payload: JSON.stringify({ jobId: 'job_of_others' }) });
  await refusesWork({ payload: JSON.stringify({ jobId: work!.key, also: { jobId: 'job_of_others' } }) });
  await refusesWork({ dueAt: 9e15 });
  await refusesWork({ payload: `{"jobId":${'['.repeat(100_000)}${']'.repeat(100_000)}}` });
  await refusesWork({ lane: 'x'.repeat(10_000) });
  await refuses(await forge(withLines(files, 'account/work', (row) => [row, row])), /work that is for none/);
});

test('a copy gets work of its own, however the archive writes the ids', async () => {
  const { files } = await madeArchive();
  const app = await createTestApp({ id: undefined });
  const { portability } = app.desk.services;
  await portability.import({ path: await forge(files) });
  const [work] = rowsIn<{ key: string; payload: string }>(files, 'account/work');
  const hidden = JSON.stringify({ ...work, payload: work!.payload.replace('row_', '\\u0072ow_') }).replace('"row_', '"\\u0072ow_');
  await portability.import({ path: await withText(files, 'account/work', hidden), asCopy: true });
  const works = await rowsOf(app.home).all<{ key: string; payload: string }>('work', { kind: 'nobody' });
  expect(works).toHaveLength(2);
  for (const { key, payload } of works) expect(JSON.parse(payload)).toEqual({ jobId: key });
});

test('a delivery that would still be sent is refused', async () => {
  const { refuses, files } = await refusing();
  const pending = { status: 'pending', url: 'https://elsewhere.example/hook' };
  await refuses(await forged(files, 'deliveries/deliveries', pending), /deliveries has a row of those that stay behind/);
});

test('a tar with links, devices, folders, a name twice or an endless head is refused', async () => {
  const { refuses, files } = await refusing();
  const [manifest, [name, bytes], ...others] = files as [Files[number], Files[number], ...Files];
  const packed = async (type: 'link' | 'symlink' | 'directory' | 'character-device') => {
    const entry = { header: { name, type, size: 0, linkname: '/etc/passwd' } };
    const rest = [manifest, ...others].map(([at, body]) => ({ header: { name: at, size: body.length }, body }));
    return written(gzipSync(await packTar([rest[0]!, entry, ...rest.slice(1)])));
  };
  for (const type of ['link', 'symlink', 'directory', 'character-device'] as const) await refuses(await packed(type), /cannot be imported/);
  await refuses(await pack([manifest, [name, bytes], [name, bytes], ...others]), /stands where its manifest has/);
  const pax = await packTar([
    { header: { name: 'manifest.json', size: 1, pax: { comment: 'x'.repeat(40 * 1024 * 1024) } }, body: Buffer.from('x') },
  ]);
  await refuses(written(gzipSync(pax)), /cannot be imported/);
});

test('a line longer than any row is refused without holding all of it', async () => {
  const { refuses, files } = await refusing();
  const before = process.memoryUsage().rss;
  await refuses(await withText(files, 'articles/articles', `{"id":"${'x'.repeat(100 * 1024 * 1024)}"}`), /is longer than 64 MiB/);
  expect(process.memoryUsage().rss - before).toBeLessThan(800 * 1024 * 1024);
});
