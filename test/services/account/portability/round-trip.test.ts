import { statSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Project } from '../../../../schema/projects.ts';
import { exportOf, filesIn, manifestIn, newFile, rowsIn } from '../../../support/archives.ts';
import { addManual } from '../../../support/documents.ts';
import { planOfAll, plant } from '../../../support/planted.ts';
import { rowsOf } from '../../../support/rows.ts';
import { createTestApp, type TestApp } from '../../../support/test-app.ts';

const onlyProject = async ({ desk }: TestApp) => ((await desk.call('projects_list')) as { data: Project[] }).data[0]!;

/** A desk with rows in every table. Its ids are those of a real desk. */
async function plantedApp(seed = 1, count?: number) {
  const app = await createTestApp({ id: undefined });
  const { id } = await onlyProject(app);
  const rows = rowsOf(app.home);
  await rows.update('projects', { brand_terms: '["Büro"]', article_defaults: '{"targetWordCount":300}' });
  await plant(rows, await planOfAll(), id, seed, count);
  // What .NET writes for no day: pages of others name it.
  await rows.update('radar_changes', { published_at: Date.parse('0001-01-01') });
  return { ...app, id };
}

const textsIn = async (path: string) => (await filesIn(path)).map(([name, bytes]) => [name, bytes.toString('utf8')] as const);

test('what is exported, imported into another desk and exported there is the same but for the time, whatever the rows hold', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 30 }), async (seed) => {
      const from = await plantedApp(seed);
      const file = await exportOf(from.desk, from.id);
      const to = await createTestApp({ id: undefined, now: () => from.now() + 86_400_000 });
      await to.desk.services.portability.import({ path: file });
      const again = await exportOf(to.desk, from.id);
      const [[, before], [, after]] = [(await textsIn(file))[0]!, (await textsIn(again))[0]!];
      expect(after).not.toBe(before);
      expect({ ...JSON.parse(after), exportedAt: '' }).toEqual({ ...JSON.parse(before), exportedAt: '' });
      expect((await textsIn(again)).slice(1)).toEqual((await textsIn(file)).slice(1));
    }),
    { numRuns: 2 },
  );
});

test('every table has its rows there, the queue its work, and the new desk the project alone', async () => {
  const from = await plantedApp();
  const plan = await planOfAll();
  const file = await exportOf(from.desk, from.id);
  const to = await createTestApp({ id: undefined });
  const { counts, work, name } = await to.desk.services.portability.import({ path: file });
  const [there, here] = [rowsOf(to.home), rowsOf(from.home)];
  for (const { table } of plan.tables) {
    expect(await there.count(table), table).toBe(await here.count(table));
    expect(counts[table], table).toBe(await here.count(table));
  }
  expect({ work, name }).toEqual({ work: 1, name: 'Default' });
  expect(await there.all('work', { kind: 'nobody' })).toMatchObject([{ lane: 'one', due_at: 5, lease_until: null }]);
  expect(await there.all('projects')).toMatchObject([
    { id: from.id, arriving: 0, calendar_token: expect.stringMatching(/^[0-9a-f]{48}$/) },
  ]);
  expect(await to.desk.call('projects_get', { id: from.id })).toEqual(await from.desk.call('projects_get', { id: from.id }));
  expect(await there.count('leases')).toBe(0);
});

test('an export holds no secret, is for its owner alone, and overwrites nothing', async () => {
  const from = await plantedApp();
  const rows = rowsOf(from.home);
  await from.desk.call('integrations_set', { provider: 'serper', apiKey: 'the-secret-key' });
  await from.desk.call('publishing_webhook_set', { url: 'https://hooks.example.com/x' });
  const [{ secret }] = (await rows.all<{ secret: string }>('integrations', { provider: 'serper' })) as [{ secret: string }];
  const [{ token }] = (await rows.all<{ token: string }>('publishing_endpoints')) as [{ token: string }];
  const [{ calendar_token: calendar }] = (await rows.all<{ calendar_token: string }>('projects')) as [{ calendar_token: string }];
  const file = await exportOf(from.desk, from.id);
  const text = (await textsIn(file)).map(([, one]) => one).join('');
  for (const hidden of ['the-secret-key', secret, token, calendar]) expect(text.includes(hidden)).toBe(false);
  expect(text).toContain('"provider":"serper"');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await expect(exportOf(from.desk, from.id, file)).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining(file) });
  await expect(exportOf(from.desk, 'prj_none')).rejects.toMatchObject({ code: 'not_found' });
});

test('what waits to be sent stays with the desk that sends it', async () => {
  const from = await plantedApp();
  const [first] = await rowsOf(from.home).all<{ id: string }>('deliveries', {}, 'id');
  await rowsOf(from.home).update('deliveries', { status: 'pending' }, { id: first!.id });
  const files = await filesIn(await exportOf(from.desk, from.id));
  expect(rowsIn(files, 'deliveries/deliveries').map(({ id }) => id)).not.toContain(first!.id);
  expect(JSON.stringify(files.map(([, bytes]) => bytes.toString('utf8')))).not.toContain(first!.id);
});

test('a project larger than a manifest may be is imported, too', async () => {
  const from = await plantedApp();
  await rowsOf(from.home).update('articles', { content_markdown: 'Pools. '.repeat(1_000_000) });
  const file = await exportOf(from.desk, from.id);
  const unpacked = manifestIn(await filesIn(file)).members.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(unpacked).toBeGreaterThan(40 * 1024 * 1024);
  const to = await createTestApp({ id: undefined });
  expect(await to.desk.services.portability.import({ path: file })).toMatchObject({ counts: { articles: 3 } });
});

test('an article stands beside the rows as Markdown', async () => {
  const from = await plantedApp();
  const [article] = await rowsOf(from.home).all<{ id: string }>('articles', {}, 'id');
  await rowsOf(from.home).update('articles', { content_markdown: '# Pools\n\nÜber Becken.' }, { id: article!.id });
  const files = new Map(await filesIn(await exportOf(from.desk, from.id)));
  expect(files.get(`articles/articles/${article!.id}.md`)?.toString('utf8')).toBe('# Pools\n\nÜber Becken.');
});

test('two copies beside the project have ids of their own everywhere, and are else the same', async () => {
  const from = await plantedApp();
  const rows = rowsOf(from.home);
  const [article] = await rows.all<{ id: string }>('articles', {}, 'id');
  const media = 'abcdefghijklmnopqrstuvwxyz_-0123';
  const named = JSON.stringify({ articleId: article!.id, projectId: from.id, image: `https://desk/media/${media}.png` });
  await rows.update('jobs', { result: named });
  await rows.insert('media', { token: media, article_id: article!.id, origin: 'drawn', png: Buffer.from('png'), created_at: 1 });
  await rows.update('articles', { image_token: media }, { id: article!.id });
  const file = await exportOf(from.desk, from.id);
  const copies = [
    await from.desk.services.portability.import({ path: file, asCopy: true }),
    await from.desk.services.portability.import({ path: file, asCopy: true }),
  ];
  expect(copies.map(({ name }) => name)).toEqual(['Default (copy)', 'Default (copy 2)']);
  const original = (await textsIn(file))
    .slice(1)
    // Actions have other ids in a copy, so what became of them stays with the original.
    .filter(([name]) => !name.startsWith('autopilot/action_marks.'))
    .map(([, text]) => text)
    .join('');
  const idsIn = (text: string) => new Set(text.match(/(?:row|prj)_[0-9a-f]{32}/g));
  const texts = await Promise.all(copies.map(async ({ projectId }) => (await textsIn(await exportOf(from.desk, projectId))).slice(1)));
  for (const [at, copy] of texts.entries()) {
    const text = copy.map(([, one]) => one).join('');
    expect(idsIn(text).size).toBe(idsIn(original).size);
    expect([...idsIn(text)].filter((id) => idsIn(original).has(id))).toEqual([]);
    expect(text).not.toContain(media);
    const [job] = await rows.all<{ result: string }>('jobs', { project_id: copies[at]!.projectId });
    const [picture] = await rows.all<{ token: string; article_id: string }>(
      'media',
      `article_id in (select id from articles where project_id = '${copies[at]!.projectId}') and origin = 'drawn'`,
    );
    expect(JSON.parse(job!.result)).toEqual({
      articleId: picture!.article_id,
      projectId: copies[at]!.projectId,
      image: `https://desk/media/${picture!.token}.png`,
    });
    expect(await rows.count('articles', { image_token: picture!.token })).toBe(1);
    expect(await rows.count('provider_months', { payer: copies[at]!.projectId })).toBe(0);
    for (const table of ['link_mail_days', 'action_marks']) expect(await rows.count(table, { project_id: copies[at]!.projectId })).toBe(0);
  }
  expect(new Set(copies.map(({ projectId }) => projectId)).size).toBe(2);
});

test('an imported project reads as before: its knowledge is found', async () => {
  const from = await createTestApp({ id: undefined });
  const { id } = await onlyProject(from);
  await addManual(from.desk);
  await from.desk.call('topics_create', { name: 'Pools', keywords: ['pool sizes'] });
  await from.desk.call('competitors_add', { name: 'Rival', domain: 'rival.example' });
  const to = await createTestApp({ id: undefined });
  await to.desk.services.portability.import({ path: await exportOf(from.desk, id, newFile()) });
  for (const [operation, input] of [
    ['knowledge_list', { q: 'connection pool' }],
    ['topics_list', {}],
    ['competitors_list', {}],
    ['events_list', {}],
    ['projects_list', {}],
  ] as const) {
    expect(await to.desk.call(operation, input), operation).toEqual(await from.desk.call(operation, input));
  }
});

test('an export is of one moment, and says what is in it', async () => {
  const from = await plantedApp(2, 5);
  const { counts, members, project } = manifestIn(await filesIn(await exportOf(from.desk, from.id)));
  expect(project).toEqual({ id: from.id, name: 'Default' });
  expect(counts).toMatchObject({ articles: 5, passages: 5, work: 1 });
  const rowsSaid = members.reduce((sum, { rows = 0 }) => sum + rows, 0);
  expect(rowsSaid).toBe(Object.values(counts).reduce((sum, count) => sum + count, 0));
});
