import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTestApp } from '../../support/test-app.ts';
import { addManual } from '../../support/documents.ts';
import { pageOf, startSite } from '../../support/site.ts';

interface Page {
  data: { id: string; title: string; passages?: { heading: string; text: string }[] }[];
  nextCursor: string | null;
}

async function serve(status: number, type: string, body: string | Buffer, headers: Record<string, string> = {}): Promise<string> {
  const server = createServer((_, response) => response.writeHead(status, { 'content-type': type, ...headers }).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/page`;
}

const prose =
  'A kiln turns clay into pottery by slow and even heat. The potter opens the door only when the kiln has cooled for a whole day. Glaze needs a higher temperature than the first firing does.';

test('a document is cleaned, cut into passages and found by its words', async () => {
  const { desk } = await createTestApp();
  const document = await addManual(desk);
  expect(document).toMatchObject({ title: 'Connection pools', language: 'en', status: 'ready', alreadyKnown: false });
  const found = (await desk.call('knowledge_list', { q: 'idle connections' })) as Page;
  expect(found.data.map((row) => row.id)).toEqual([document.id]);
  expect(found.data[0]!.passages![0]).toMatchObject({ text: expect.stringMatching(/\*\*[Ii]dle\*\*/) });
});

test('the very same text is kept once per project', async () => {
  const { desk } = await createTestApp();
  const first = await addManual(desk);
  expect(await addManual(desk)).toMatchObject({ id: first.id, alreadyKnown: true });
  const other = (await desk.call('projects_create', { name: 'Other' })) as { id: string };
  expect(await desk.call('knowledge_create', { text: prose, projectId: other.id })).toMatchObject({ alreadyKnown: false });
});

test('a deleted document is no longer found', async () => {
  const { desk } = await createTestApp();
  const { id } = await addManual(desk);
  expect(await desk.call('knowledge_delete', { id })).toEqual({ id, deleted: true });
  expect(await desk.call('knowledge_list', { q: 'idle connections' })).toMatchObject({ data: [], nextCursor: null });
  await expect(desk.call('knowledge_get', { id })).rejects.toMatchObject({ code: 'not_found' });
});

test('a project sees its own documents only', async () => {
  const { desk } = await createTestApp();
  const { projectId } = await addManual(desk);
  const other = (await desk.call('projects_create', { name: 'Other' })) as { id: string };
  expect(await desk.call('knowledge_list', { q: 'connection', projectId: other.id })).toMatchObject({ data: [] });
  expect(((await desk.call('knowledge_list', { q: 'connection', projectId })) as Page).data.length).toBe(1);
  await expect(desk.call('knowledge_list', {})).rejects.toMatchObject({ code: 'project_required' });
});

test('tags narrow a list and a search alike', async () => {
  const { desk } = await createTestApp();
  await addManual(desk);
  const { id } = (await desk.call('knowledge_create', { text: prose, tags: ['pottery'] })) as { id: string };
  expect(((await desk.call('knowledge_list', { tag: 'pottery' })) as Page).data.map((row) => row.id)).toEqual([id]);
  expect(((await desk.call('knowledge_list', { tag: 'pottery', q: 'connection' })) as Page).data).toEqual([]);
  expect(((await desk.call('knowledge_list', { tag: 'pottery', q: 'glaze' })) as Page).data.map((row) => row.id)).toEqual([id]);
});

test('a list by tag is newest first, in pages, of one project or sitemap, and follows the tags', async () => {
  const { desk } = await createTestApp();
  const { id: projectId } = (await desk.call('projects_create', { name: 'Pottery' })) as { id: string };
  const { id: elsewhere } = (await desk.call('projects_create', { name: 'Other' })) as { id: string };
  const site = await startSite({ '/one': pageOf('One', [prose]) });
  site.pages['/map.xml'] = `<urlset><url><loc>${site.url}/one</loc></url></urlset>`;
  const add = async (given: Record<string, unknown>) =>
    ((await desk.call('knowledge_create', { projectId, tags: ['clay', 'clay', 'fire'], ...given })) as { id: string }).id;
  const tagged = async (more: Record<string, unknown> = {}) =>
    (await desk.call('knowledge_list', { projectId, tag: 'clay', limit: 2, ...more })) as Page;
  const idsOf = ({ data }: Page) => data.map(({ id }) => id);
  await add({ text: prose, projectId: elsewhere });
  const first = await add({ text: 'The wheel turns all day long.' });
  await add({ text: 'The glaze is kept in a dark jar.', tags: ['glaze'] });
  const sitemap = await add({ sitemapUrl: `${site.url}/map.xml` });
  await desk.runDue();
  const pages = idsOf((await desk.call('knowledge_list', { projectId, parentId: sitemap })) as Page);
  const { nextCursor, ...newest } = await tagged();
  expect(idsOf({ ...newest, nextCursor })).toEqual([pages[0], sitemap]);
  expect(idsOf(await tagged({ cursor: nextCursor! }))).toEqual([first]);
  expect(idsOf(await tagged({ parentId: sitemap }))).toEqual(pages);
  expect(idsOf(await tagged({ parentId: sitemap, tag: 'glaze' }))).toEqual([]);
  await add({ sitemapUrl: `${site.url}/map.xml`, tags: ['map'] });
  await add({ text: 'The wheel turns all day long.', tags: [] });
  expect(idsOf(await tagged())).toEqual(pages);
  expect(idsOf(await tagged({ tag: 'map' }))).toEqual([sitemap]);
});

test('a long text is read on from nextOffset to its end', async () => {
  const { desk } = await createTestApp();
  const text = Array.from({ length: 400 }, (_, index) => `Sentence number ${index} says something of its own about kilns and clay.`).join(
    ' ',
  );
  const { id } = (await desk.call('knowledge_create', { text })) as { id: string };
  let read = '';
  for (let offset: number | null = 0; offset !== null;) {
    const part = (await desk.call('knowledge_get', { id, offset })) as { text: string; nextOffset: number | null };
    read += part.text;
    offset = part.nextOffset;
  }
  expect(read.replaceAll(/\s+/g, ' ')).toBe(text);
});

test('pages follow each other without a gap or a repeat while documents are added', async () => {
  const { desk } = await createTestApp();
  const add = (name: string) => desk.call('knowledge_create', { text: `${prose} This one is about the ${name} kiln.` });
  for (const name of ['first', 'second', 'third', 'fourth', 'fifth']) await add(name);
  const one = (await desk.call('knowledge_list', { limit: 2 })) as Page;
  await add('newest');
  const two = (await desk.call('knowledge_list', { limit: 2, cursor: one.nextCursor! })) as Page;
  const three = (await desk.call('knowledge_list', { limit: 2, cursor: two.nextCursor! })) as Page;
  const ids = [one, two, three].flatMap((page) => page.data.map((row) => row.id));
  expect(new Set(ids).size).toBe(5);
  expect(ids).toEqual(ids.toSorted().toReversed());
  expect(three.nextCursor).toBeNull();
});

describe('a page of the web', () => {
  test('is fetched, extracted and remembers where it came from', async () => {
    const { desk } = await createTestApp();
    const url = await serve(
      200,
      'text/html; charset=utf-8',
      `<html><head><title>Kilns</title></head><body><nav>Home About</nav><article><h1>Kilns</h1><p>${prose}</p><script>alert(1)</script></article></body></html>`,
    );
    const document = (await desk.call('knowledge_create', { url })) as { id: string };
    expect(document).toMatchObject({ title: 'Kilns', kind: 'html', sourceUrl: url });
    const { text } = (await desk.call('knowledge_get', { id: document.id })) as { text: string };
    expect(text).toContain('A kiln turns clay');
    expect(text).not.toMatch(/alert|Home About/);
  });

  test.each([
    [404, 'text/html', 'gone', 'unreadable_source'],
    [503, 'text/html', 'later', 'fetch_failed'],
    [200, 'application/pdf', '%PDF-1.7', 'unreadable_source'],
    [200, 'text/html', '<p></p>', 'unreadable_source'],
  ])('that answers %d as %s is refused with a reason', async (status, type, body, code) => {
    const { desk } = await createTestApp();
    const url = await serve(status, type, body);
    await expect(desk.call('knowledge_create', { url })).rejects.toMatchObject({ code });
  });

  test('longer than 5 MiB is refused instead of cut', async () => {
    const { desk } = await createTestApp();
    const url = await serve(200, 'text/plain', prose.repeat(40_000));
    await expect(desk.call('knowledge_create', { url })).rejects.toMatchObject({ code: 'unreadable_source' });
  });

  test.each(['ftp://example.com/', 'http://user:pass@127.0.0.1/', 'http://169.254.169.254/latest/meta-data', 'nonsense'])(
    'at %s is never dialled',
    async (url) => {
      const { createDial } = await import('../../../src/net/request.ts');
      const network = createDial({ production: false, allowedNetworks: [] });
      onTestFinished(() => network.close());
      const { desk } = await createTestApp({ request: network.request });
      await expect(desk.call('knowledge_create', { url })).rejects.toMatchObject({ code: 'address_refused' });
    },
  );

  test.each([
    { sitemapUrl: 'https://me:hush@example.com/sitemap.xml' },
    { sitemapUrl: 'ftp://example.com/sitemap.xml' },
    { text: prose, sourceUrl: 'https://me:hush@example.com/' },
  ])('or only named is no page, or carries a password: %o', async (input) => {
    const { desk } = await createTestApp();
    const field = Object.keys(input).at(-1)!;
    const refusal = await desk.call('knowledge_create', input).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'invalid_input', errors: [{ pointer: `/${field}` }] });
    expect(String(refusal)).not.toContain('hush');
  });

  test('in another encoding is read in it', async () => {
    const { desk } = await createTestApp();
    const body = Buffer.from(`<meta charset="iso-8859-1"><title>\u00d6fen</title><p>${prose} Die Öfen sind heiß.</p>`, 'latin1');
    const url = await serve(200, 'text/html', body);
    const { id } = (await desk.call('knowledge_create', { url })) as { id: string };
    expect(await desk.call('knowledge_get', { id })).toMatchObject({ text: expect.stringContaining('Die Öfen sind heiß.') });
  });
});

test.each([[{}], [{ text: 'a', markdown: 'b' }], [{ text: 'a', url: 'http://127.0.0.1/' }]])(
  '%j is refused: exactly one source is wanted',
  async (input) => {
    const { desk } = await createTestApp();
    await expect(desk.call('knowledge_create', input)).rejects.toMatchObject({ code: 'invalid_input', errors: [{ code: 'exactly_one' }] });
  },
);

test.each(['', '   ', '```\ncode only\n```', '\u0000\u0001', '🙂🙂🙂'])(
  'a document without prose, %j, is refused and leaves nothing',
  async (markdown) => {
    const { desk } = await createTestApp();
    await expect(desk.call('knowledge_create', { markdown })).rejects.toMatchObject({
      code: expect.stringMatching(/unreadable_source|invalid_input/),
    });
    expect(await desk.call('knowledge_list')).toMatchObject({ data: [] });
  },
);

test.each(['"', "'; drop table documents; --", 'NEAR(a b)', 'title: x*', '-', '🙂', 'a"b OR c', '(', 'AND OR NOT', '٣ كتاب'])(
  'searching for %j is never an error',
  async (q) => {
    const { desk } = await createTestApp();
    await addManual(desk);
    await expect(desk.call('knowledge_list', { q })).resolves.toMatchObject({ data: expect.any(Array) });
  },
);
