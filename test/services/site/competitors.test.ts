import { describe, expect, test } from 'vitest';
import type { AddedCompetitor, Competitor } from '../../../schema/competitors.ts';
import { maxCompetitors } from '../../../src/services/site/competitors.ts';
import { createTestApp } from '../../support/test-app.ts';

type App = Awaited<ReturnType<typeof createTestApp>>;

const add = ({ desk }: App, domain: string, more: object = {}) =>
  desk.call('competitors_add', { name: 'Rival', domain, ...more }) as Promise<AddedCompetitor>;
const list = async ({ desk }: App, input: object = {}) =>
  (await desk.call('competitors_list', { ...input })) as { data: Competitor[]; nextCursor: string | null };

describe('a competitor', () => {
  test('is added with its names and listed, newest first, in pages', async () => {
    const app = await createTestApp();
    for (const domain of ['one.example', 'two.example', 'three.example']) await add(app, domain);
    const first = await list(app, { limit: 2 });
    expect(first.data.map(({ domain }) => domain)).toEqual(['three.example', 'two.example']);
    expect((await list(app, { cursor: first.nextCursor })).data.map(({ domain }) => domain)).toEqual(['one.example']);
  });

  test('keeps each of its other names once, and not its own', async () => {
    const app = await createTestApp();
    const added = await add(app, 'rival.example', {
      aliases: ['Rival Cloud', ' Rival Cloud ', 'Rival'],
      feedUrl: 'https://rival.example/feed',
    });
    expect(added).toMatchObject({ name: 'Rival', aliases: ['Rival Cloud'], feedUrl: 'https://rival.example/feed' });
  });

  test.each([
    ['rival.example', 'rival.example'],
    ['  WWW.Rival.Example ', 'rival.example'],
    ['https://www.rival.example/blog?x=1#top', 'rival.example'],
    ['rival.example:443', 'rival.example'],
    ['http://rival.example:80/', 'rival.example'],
    ['rival.example:8080', 'rival.example:8080'],
    ['rival.example.', 'rival.example'],
    ['shop.rival.example', 'shop.rival.example'],
    ['www.com', 'www.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['XN--BCHER-KVA.example', 'xn--bcher-kva.example'],
    ['ｒｉｖａｌ．example', 'rival.example'],
    ['127.0.0.1:4000', '127.0.0.1:4000'],
    ['localhost:3000', 'localhost:3000'],
  ])('written %s is %s', async (written, domain) => {
    expect(await add(await createTestApp(), written)).toMatchObject({ domain });
  });

  test.each([
    'rival',
    'ftp://rival.example',
    'https://user@rival.example',
    'rival .example',
    'mailto:a@rival.example',
    '.',
    'https://',
    'a..b',
    '5',
    '0x7f.1',
  ])('is not to be had of %j', async (written) => {
    await expect(add(await createTestApp(), written)).rejects.toMatchObject({
      code: 'invalid_input',
      errors: [{ pointer: '/domain', code: 'invalid_domain' }],
    });
  });

  test('is refused where it could never be dialled', async () => {
    const app = await createTestApp({ host: '0.0.0.0' });
    await expect(add(app, '127.0.0.1:4000')).rejects.toMatchObject({ code: 'address_refused', errors: [{ pointer: '/domain' }] });
    await expect(add(app, 'rival.example', { feedUrl: 'http://169.254.169.254/feed' })).rejects.toMatchObject({
      code: 'address_refused',
      errors: [{ pointer: '/feedUrl' }],
    });
  });

  test('is added once, in whatever notation, and the refusal names it', async () => {
    const app = await createTestApp();
    const { id } = await add(app, 'rival.example');
    await expect(add(app, 'https://www.RIVAL.example/')).rejects.toMatchObject({
      code: 'conflict',
      message: `rival.example is a competitor already (${id}).`,
    });
  });

  test('may be one of several projects', async () => {
    const app = await createTestApp();
    const { projectId } = await add(app, 'rival.example');
    const { id: other } = (await app.desk.call('projects_create', { name: 'Blog' })) as { id: string };
    expect(await add(app, 'rival.example', { projectId: other })).toMatchObject({ projectId: other });
    await app.desk.call('competitors_remove', { domain: 'rival.example', projectId: other });
    expect((await list(app, { projectId })).data).toHaveLength(1);
    expect((await list(app, { projectId: other })).data).toEqual([]);
  });

  test(`is one of ${maxCompetitors} at most`, async () => {
    const app = await createTestApp();
    for (let nth = 0; nth < maxCompetitors; nth++) await add(app, `rival${nth}.example`);
    await expect(add(app, 'one-more.example')).rejects.toMatchObject({
      code: 'conflict',
      hint: expect.stringContaining('competitors_remove'),
    });
  });
});

describe("the project's own site", () => {
  test.each([
    ['https://www.example.com/', 'example.com'],
    ['https://www.example.com/', 'WWW.EXAMPLE.COM'],
    ['https://example.com', 'https://www.example.com/about'],
    ['https://example.com', 'blog.example.com'],
    ['https://example.com', 'example.com:443'],
    ['https://example.com/shop', 'www.example.com'],
    ['https://bücher.example/', 'xn--bcher-kva.example'],
    ['https://xn--bcher-kva.example/', 'www.BÜCHER.example'],
    ['http://127.0.0.1:4000/', '127.0.0.1:4000'],
  ])('%s is no competitor as %s', async (siteUrl, domain) => {
    await expect(add(await createTestApp({ siteUrl }), domain)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(siteUrl),
      hint: expect.stringContaining('siteUrl'),
    });
  });

  test.each([
    ['https://example.com/', 'badexample.com'],
    ['https://example.com/', 'example.com:8080'],
    ['https://example.com/', 'example.com.rival.example'],
    ['https://blog.example.com/', 'shop.example.com'],
    ['https://me.pages.example/', 'pages.example'],
    ['https://example.com/shop', 'blog.example.com'],
    ['http://127.0.0.1:4000/', '127.0.0.1:4001'],
  ])('%s leaves %s to others', async (siteUrl, domain) => {
    await expect(add(await createTestApp({ siteUrl }), domain)).resolves.toMatchObject({ domain });
  });
});

describe('removing a competitor', () => {
  test('names it by its id or by its domain as it is written', async () => {
    const app = await createTestApp();
    const [one, two] = [await add(app, 'one.example'), await add(app, 'two.example')];
    expect(await app.desk.call('competitors_remove', { id: one.id })).toEqual({ id: one.id, deleted: true });
    expect(await app.desk.call('competitors_remove', { domain: 'https://www.two.example/' })).toEqual({ id: two.id, deleted: true });
    expect((await list(app)).data).toEqual([]);
    await expect(app.desk.call('competitors_remove', { id: one.id })).rejects.toMatchObject({ code: 'not_found' });
    await expect(app.desk.call('competitors_remove', { domain: 'two.example' })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('wants one of the two', async () => {
    const app = await createTestApp();
    const { id } = await add(app, 'one.example');
    for (const input of [{}, { id, domain: 'one.example' }])
      await expect(app.desk.call('competitors_remove', input)).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test("does not reach another project's", async () => {
    const app = await createTestApp();
    const { id } = await add(app, 'one.example');
    const { id: projectId } = (await app.desk.call('projects_create', { name: 'Blog' })) as { id: string };
    await expect(app.desk.call('competitors_remove', { id, projectId })).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('the site of a competitor cannot become the own one later', async () => {
  const app = await createTestApp();
  const { id, projectId } = await add(app, 'rival.example');
  const update = (siteUrl: string | null) => app.desk.call('projects_update', { id: projectId, siteUrl });
  for (const siteUrl of ['https://www.rival.example/', 'https://rival.example/blog/'])
    await expect(update(siteUrl)).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining(id) });
  await update('https://mine.example/');
  await app.desk.call('competitors_remove', { id });
  expect(await update('https://rival.example/')).toMatchObject({ siteUrl: 'https://rival.example/' });
});
