import { expect, test } from 'vitest';
import { problemOf, type AppError } from '../../../src/errors.ts';
import type { ChangedProject, Project } from '../../../schema/projects.ts';
import { addManual } from '../../support/documents.ts';
import { rowsOf } from '../../support/rows.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

test('a new database has one project, on the site that the configuration names', async () => {
  const { desk } = await createTestApp({ siteUrl: 'https://www.example.com/' });
  expect(await desk.call('projects_list')).toMatchObject({
    data: [{ name: 'Default', siteUrl: 'https://www.example.com/', language: 'en' }],
    nextCursor: null,
  });
});

test('a patch changes what is given, and null clears', async () => {
  const { desk } = await createTestApp();
  const project = (await desk.call('projects_create', {
    name: 'Blog',
    siteUrl: 'https://blog.example.com',
    country: 'DE',
    articleDefaults: { targetWordCount: 400 },
  })) as Project;
  const { scheduled, ...changed } = (await desk.call('projects_update', { id: project.id, country: null, tone: 'dry' })) as ChangedProject;
  expect(scheduled).toEqual([]);
  expect(changed).toEqual({ ...project, country: null, tone: 'dry', updatedAt: changed.updatedAt });
  expect(await desk.call('projects_get', { id: project.id })).toEqual(changed);
});

test('a name is taken once', async () => {
  const { desk } = await createTestApp();
  await expect(desk.call('projects_create', { name: 'Default' })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('prj_'),
  });
  const { id } = (await desk.call('projects_create', { name: 'Blog' })) as Project;
  await expect(desk.call('projects_update', { id, name: 'Default' })).rejects.toMatchObject({ code: 'conflict' });
  await expect(desk.call('projects_update', { id, name: 'Blog' })).resolves.toMatchObject({ name: 'Blog' });
});

test('deleting asks for the exact name, takes everything of the project along, and never the last one', async () => {
  const { desk } = await createTestApp();
  const { projectId } = await addManual(desk);
  await expect(desk.call('projects_delete', { id: projectId, confirm: 'Default' })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('last'),
  });
  await desk.call('articles_create', { keyword: 'connection pool', targetWordCount: 250 });
  const { id: other } = (await desk.call('projects_create', { name: 'Blog' })) as Project;
  await expect(desk.call('projects_delete', { id: projectId, confirm: 'default' })).rejects.toMatchObject({ code: 'conflict' });
  expect(await desk.call('projects_delete', { id: projectId, confirm: 'Default' })).toEqual({ id: projectId, deleted: true });
  await desk.runDue();
  expect(await desk.call('projects_list')).toMatchObject({ data: [{ id: other }] });
  expect(await desk.call('jobs_list')).toMatchObject({ data: [] });
});

test('a deletion without the name deletes nothing, and says how much there is', async () => {
  const { desk } = await createTestApp();
  const { projectId } = await addManual(desk);
  await desk.call('projects_create', { name: 'Blog' });
  await desk.call('articles_create', {
    keyword: 'connection pool',
    targetWordCount: 250,
    webhookUrl: 'http://127.0.0.1:9/hook',
    projectId,
  });
  await desk.runDue();
  const held = 'With it go for good: jobs: 1, deliveries: 1, events: 1, pending deliveries: 1, documents: 1, articles: 1.';
  const refused = {
    code: 'conflict',
    message: `Nothing was deleted yet: confirm must be the project's name, "Default". ${held}`,
    hint: expect.stringContaining('projects_delete with confirm "Default"'),
  };
  await expect(desk.call('projects_delete', { id: projectId })).rejects.toMatchObject(refused);
  expect(await desk.call('projects_get', { id: projectId })).toMatchObject({ name: 'Default' });
  const { data } = (await desk.call('projects_list')) as { data: Project[] };
  const blog = data.find(({ name }) => name === 'Blog')!;
  await expect(desk.call('projects_delete', { id: blog.id })).rejects.toMatchObject({
    message: expect.stringContaining('It holds nothing.'),
  });
});

test('an attempt that is under way while its project is deleted leaves nothing behind', async () => {
  const app: TestApp = await createTestApp({
    async request({ url }) {
      const { data } = (await app.desk.call('projects_list')) as { data: Project[] };
      const own = data.find(({ name }) => name === 'Default')!;
      await app.desk.call('projects_delete', { id: own.id, confirm: own.name });
      return { url, status: 500, headers: {}, body: Buffer.from(''), truncated: false, durationMs: 1 };
    },
  });
  const { projectId } = await addManual(app.desk);
  await app.desk.call('projects_create', { name: 'Blog' });
  await app.desk.call('articles_create', {
    keyword: 'connection pool',
    targetWordCount: 250,
    webhookUrl: 'http://127.0.0.1:9/hook',
    projectId,
  });
  await app.desk.runDue();
  await app.advance(24 * 3_600_000);
  expect(await app.desk.call('projects_list')).toMatchObject({ data: [{ name: 'Blog' }] });
  const rows = rowsOf(app.home);
  expect([await rows.count('deliveries'), await rows.count('attempts'), await rows.count('events')]).toEqual([0, 0, 0]);
  expect((await app.desk.health()).checks['work']).toMatchObject({ 'webhook.deliver': { pending: 0, leased: 0 } });
});

test('a call that names none of several projects is told their names, also in the middle of a transaction', async () => {
  const { desk } = await createTestApp();
  const ids = [((await desk.call('projects_list')) as { data: Project[] }).data[0]!.id];
  const add = async (name: string) => void ids.push(((await desk.call('projects_create', { name })) as Project).id);
  await add('The "Blog"');
  const both = {
    code: 'project_required',
    message: `There is more than one project: ${ids[0]} ("Default"), ${ids[1]} ("The \\"Blog\\"").`,
    hint: 'Say which by projectId; projects_list tells of them all.',
  };
  await expect(desk.call('articles_create', { keyword: 'pools' })).rejects.toMatchObject(both);
  await expect(desk.call('publishing_webhook_set', { url: 'https://hooks.example.com/x' })).rejects.toMatchObject(both);
  for (const name of ['3', '4', '5', '6']) await add(name);
  await expect(desk.call('knowledge_list')).rejects.toMatchObject({
    message: expect.stringMatching(new RegExp(`${ids[4]} \\("5"\\) and more\\.$`)),
  });
});

test.each([
  [{ name: '' }, '/name'],
  [{ name: 'x', language: 'english' }, '/language'],
  [{ name: 'x', country: 'de' }, '/country'],
  [{ name: 'x', timezone: 'Mars/Olympus' }, '/timezone'],
  [{ name: 'x', siteUrl: 'ftp://example.com' }, '/siteUrl'],
  [{ name: 'x', siteUrl: 'https://ann:secret@example.com' }, '/siteUrl'],
  [{ name: 'x', articleDefaults: { targetWordCount: 1 } }, '/articleDefaults/targetWordCount'],
  [{ name: 'x', articleDefaults: { words: 1 } }, '/articleDefaults/words'],
  [{ name: 'x', siteURL: 'https://example.com' }, '/siteURL'],
  [{ name: 'x', eventWebhookUrl: '' }, '/eventWebhookUrl'],
  [{ name: 'x', eventWebhookUrl: `https://example.com/${'x'.repeat(2000)}` }, '/eventWebhookUrl'],
  [{}, '/name'],
])('%j is refused by the name of the field', async (input, pointer) => {
  const { desk } = await createTestApp();
  await expect(desk.call('projects_create', input)).rejects.toMatchObject({ code: 'invalid_input', errors: [{ pointer }] });
});

test('article defaults apply where a request says nothing', async () => {
  const { desk } = await createTestApp();
  const { projectId } = await addManual(desk);
  await desk.call('projects_update', { id: projectId, articleDefaults: { targetWordCount: 250, includeFaq: false } });
  const { id } = (await desk.call('articles_create', { keyword: 'connection pool' })) as { id: string };
  await desk.runDue();
  expect(await desk.call('articles_get', { id })).toMatchObject({ status: 'ready', faq: [] });
});

test('an empty event URL is refused on a change too', async () => {
  const { desk } = await createTestApp();
  const [project] = ((await desk.call('projects_list')) as { data: Project[] }).data;
  await expect(desk.call('projects_update', { id: project!.id, eventWebhookUrl: '' })).rejects.toMatchObject({ code: 'invalid_input' });
});

test.each(['\ud800x', 'nul\u0000'])('%j is not valid text', async (name) => {
  const { desk } = await createTestApp();
  await expect(desk.call('projects_create', { name })).rejects.toMatchObject({
    code: 'invalid_input',
    errors: [{ pointer: '/name', code: 'broken_text' }],
  });
});

test('thousands of wrong fields are answered with a few of them', async () => {
  const { desk } = await createTestApp();
  const input = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`field${index}${'x'.repeat(500)}`, 1]));
  const error = (await desk.call('projects_create', input).catch((thrown: unknown) => thrown)) as AppError;
  expect(error.errors).toHaveLength(20);
  expect(JSON.stringify(problemOf(error)).length).toBeLessThan(12_000);
});
