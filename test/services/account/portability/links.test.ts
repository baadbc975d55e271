import { expect, test } from 'vitest';
import type { Project } from '../../../../schema/projects.ts';
import { erasedAmong } from '../../../../src/services/links/prospects/erased.ts';
import { exportOf, filesIn, rowsIn } from '../../../support/archives.ts';
import { rowsOf } from '../../../support/rows.ts';
import { openTestStore } from '../../../support/store.ts';
import { createTestApp, type TestApp } from '../../../support/test-app.ts';
import { createMailApp, outreach } from '../../links/outreach/support.ts';
import { addAnn, get, setSuppressed, suppressed, update } from '../../links/support.ts';

const onlyProject = async ({ desk }: TestApp) => ((await desk.call('projects_list')) as { data: Project[] }).data[0]!;

const fileOf = async (app: TestApp) => exportOf(app.desk, (await onlyProject(app)).id);

test('whoever opted out at either desk gets no mail from the one that imports, and keeps the reason that stood there', async () => {
  const [from, to] = [await createTestApp({ id: undefined }), await createTestApp({ id: undefined })];
  await setSuppressed(from, { add: ['ann@guides.example', '@both.example'] });
  await setSuppressed(to, { add: ['ben@other.example', '@both.example'] });
  await rowsOf(to.home).update('link_suppressions', { reason: 'opt_out' }, { address: '@both.example' });
  const { counts } = await to.desk.services.portability.import({ path: await fileOf(from) });
  expect(counts).toMatchObject({ link_suppressions: 2 });
  expect((await suppressed(to)).map(({ address, reason }) => [address, reason])).toEqual([
    ['@both.example', 'opt_out'],
    ['ann@guides.example', 'given'],
    ['ben@other.example', 'given'],
  ]);
});

test('a list longer than one write takes is added whole', async () => {
  const [from, to] = [await createTestApp({ id: undefined }), await createTestApp({ id: undefined })];
  const many = Array.from({ length: 450 }, (_, at) => ({ address: `ann@guides-${at}.example`, reason: 'given', created_at: at }));
  await rowsOf(from.home).insert('link_suppressions', many);
  await to.desk.services.portability.import({ path: await fileOf(from) });
  expect(await rowsOf(to.home).all('link_suppressions', {}, 'created_at')).toEqual(many);
});

test('an import that is refused adds nobody to the list, and an export without entries takes nobody off it', async () => {
  const [from, to] = [await createTestApp({ id: undefined }), await createTestApp({ id: undefined })];
  await setSuppressed(to, { add: ['ben@other.example'] });
  await to.desk.services.portability.import({ path: await fileOf(from) });
  await setSuppressed(from, { add: ['ann@guides.example'] });
  await expect(to.desk.services.portability.import({ path: await fileOf(from) })).rejects.toMatchObject({ code: 'conflict' });
  expect((await suppressed(to)).map(({ address }) => address)).toEqual(['ben@other.example']);
});

test('what was erased is known again where the project is imported, also as a copy', async () => {
  const from = await createTestApp({ id: undefined });
  const { id } = await addAnn(from, 'guides.example');
  await from.desk.call('link_prospects_delete', { id });
  const { projectId } = await from.desk.services.portability.import({ path: await fileOf(from), asCopy: true });
  const { store } = openTestStore({ home: from.home });
  const sought = ['guides.example', 'ann@guides.example', 'other.example'];
  expect(await store.write((tx) => erasedAmong(tx, projectId, sought))).toEqual(new Set(sought.slice(0, 2)));
});

test('a mail that was on its way is never sent again: the importing desk does not know whether it went', async () => {
  const from = await createMailApp({}, {}, { id: undefined });
  const { draftId } = await outreach(from, from.ann.id);
  const rows = rowsOf(from.home);
  const payload = JSON.stringify({ draftId });
  await rows.update('link_drafts', { status: 'sending', sending_at: from.now() }, { id: draftId! });
  await rows.insert('work', { kind: 'link mail', key: `link mail ${draftId}`, payload, lane: '', due_at: from.now() + 300_000 });
  const path = await fileOf(from);
  const to = await createTestApp({ id: undefined });
  for (const asCopy of [false, true]) {
    const { projectId, work } = await to.desk.services.portability.import({ path, asCopy });
    expect(work).toBe(1);
    const [{ id }] = (await rowsOf(to.home).all<{ id: string }>('link_prospects', { project_id: projectId })) as [{ id: string }];
    expect(await get(to, id)).toMatchObject({ drafts: [{ status: 'sending' }] });
    await to.advance(301_000);
    expect(await get(to, id)).toMatchObject({ drafts: [{ status: 'unknown' }] });
  }
  expect(from.server.mails).toEqual([]);
});

test('placed links go on being looked at, and articles that wait for their turn are released, where the project is imported', async () => {
  const from = await createTestApp({ id: undefined });
  const { id: projectId } = await onlyProject(from);
  const { id } = await addAnn(from);
  await update(from, id, { status: 'contacted' });
  await update(from, id, { status: 'link_placed', linkUrl: 'https://guides.example/list' });
  const due = { kind: 'article.release', key: `article.release ${projectId}`, payload: JSON.stringify({ projectId }), lane: '' };
  await rowsOf(from.home).insert('work', { ...due, due_at: from.now() + 1 });
  const files = await filesIn(await fileOf(from));
  const keys = ['account', 'articles', 'links'].flatMap((group) => rowsIn<{ key: string }>(files, `${group}/work`).map(({ key }) => key));
  expect(keys).toEqual([`article.release ${projectId}`, `links ${projectId}`]);
  const to = await createTestApp({ id: undefined });
  expect(await to.desk.services.portability.import({ path: await fileOf(from) })).toMatchObject({ work: 2 });
});
