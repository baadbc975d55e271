import { describe, expect, test } from 'vitest';
import type { Copydesk } from '../../../src/app.ts';
import { rowsOf } from '../../support/rows.ts';
import { file, pageOf, startSite, type Site } from '../../support/site.ts';
import { createTestApp } from '../../support/test-app.ts';

interface Made {
  id: string;
  jobId: string;
  checkedAt: string;
  refreshedAt: string;
}

/** Sections long enough to be passages of their own, and different enough to be kept. */
const subjects = ['kiln', 'glaze', 'clay', 'wheel', 'firing', 'mould', 'slip', 'bisque'];
const endings = ['er', 'ing', 'ful', 'less', 'ness', 'like', 'wise', 'ship', 'hood', 'dom'];
const section = (subject: string, last: string) =>
  `## On the ${subject}\n\n${endings.map((one) => `The ${subject}${one} ${endings.map((other) => `${subject}${one}${other}`).join(' ')}.`).join(' ')} ${last}`;
const bookOf = (last: Record<string, string> = {}, of = subjects) =>
  of.map((subject) => section(subject, last[subject] ?? 'Nothing else is known.')).join('\n\n');

async function startBook(text = bookOf()): Promise<Site> {
  return startSite({ '/book.md': file('text/markdown', `# The Book\n\n${text}`) });
}

const setBook = (site: Site, text: string, title = 'The Book') => (site.pages['/book.md'] = file('text/markdown', `# ${title}\n\n${text}`));

async function refresh(desk: Copydesk, id: string): Promise<Record<string, unknown>> {
  const { jobId } = (await desk.call('knowledge_refresh', { id })) as Made;
  await desk.runDue();
  return (await desk.call('jobs_get', { id: jobId })) as Record<string, unknown>;
}

describe('an address that the project holds', () => {
  test('is read again, and its document updated', async () => {
    const { desk } = await createTestApp();
    const site = await startBook();
    const url = `${site.url}/book.md`;
    const first = (await desk.call('knowledge_create', { url })) as Made;
    expect(first).toMatchObject({ title: 'The Book', alreadyKnown: false, updated: false });
    expect(await desk.call('knowledge_create', { url: `${url}#kiln` })).toMatchObject({ id: first.id, alreadyKnown: true, updated: false });
    setBook(site, bookOf({ kiln: 'A kiln may be of brick.' }));
    expect(await desk.call('knowledge_create', { url, tags: ['pottery'] })).toMatchObject({
      id: first.id,
      alreadyKnown: true,
      updated: true,
      tags: ['pottery'],
    });
    expect(await desk.call('knowledge_get', { id: first.id })).toMatchObject({ text: expect.stringContaining('of brick') });
    expect(((await desk.call('knowledge_list', { q: 'brick', tag: 'pottery' })) as { data: Made[] }).data.map(({ id }) => id)).toEqual([
      first.id,
    ]);
    expect(((await desk.call('knowledge_list')) as { data: unknown[] }).data).toHaveLength(1);
  });

  test('is also known by where it redirected', async () => {
    const { desk } = await createTestApp();
    const site = await startBook();
    site.pages['/old'] = (_, response) => void response.writeHead(301, { location: '/book.md' }).end();
    const { id } = (await desk.call('knowledge_create', { url: `${site.url}/old` })) as Made;
    expect(await desk.call('knowledge_create', { url: `${site.url}/book.md` })).toMatchObject({ id, alreadyKnown: true });
  });

  test('keeps the name that its owner gave it', async () => {
    const { desk } = await createTestApp();
    const site = await startBook();
    const { id } = (await desk.call('knowledge_create', { url: `${site.url}/book.md`, title: 'My book' })) as Made;
    setBook(site, bookOf({ clay: 'Clay is earth.' }), 'Another Name');
    await refresh(desk, id);
    expect(await desk.call('knowledge_get', { id })).toMatchObject({ title: 'My book', text: expect.stringContaining('Clay is earth.') });
  });
});

test('only passages that changed are written', async () => {
  const { desk, home } = await createTestApp();
  const site = await startBook();
  const { id, chunks } = (await desk.call('knowledge_create', { url: `${site.url}/book.md` })) as Made & { chunks: number };
  expect(chunks).toBe(subjects.length);
  const rows = rowsOf(home);
  await rows.query('create table written (what text)');
  const changes = { insert: 'insert', delete: 'delete', text: 'update of title, heading, text', move: 'update of position' };
  for (const [what, change] of Object.entries(changes)) await rows.afterEach(change, 'passages', `insert into written values ('${what}')`);
  const written = async () => {
    const all = await rows.all<{ what: keyof typeof changes }>('written');
    await rows.delete('written');
    return Object.fromEntries(
      Array.from(
        Map.groupBy(all, ({ what }) => what),
        ([what, some]) => [what, some.length],
      ),
    );
  };
  const passages = () => rows.all<{ number: number; position: number; text: string }>('passages', {}, 'position');
  const numbers = async () => (await passages()).map(({ number }) => number);
  const before = await numbers();

  setBook(site, bookOf({ wheel: 'A wheel is of oak.' }));
  expect((await refresh(desk, id))['result']).toEqual({ changed: true, passagesAdded: 1, passagesRemoved: 1, passagesKept: 7 });
  expect(await written()).toEqual({ insert: 1, delete: 1 });
  expect((await numbers()).filter((number) => !before.includes(number))).toHaveLength(1);

  expect((await refresh(desk, id))['result']).toEqual({ changed: false, passagesAdded: 0, passagesRemoved: 0, passagesKept: 8 });
  expect(await written()).toEqual({});

  setBook(site, bookOf({ wheel: 'A wheel is of oak.' }, subjects.slice(1)));
  expect((await refresh(desk, id))['result']).toEqual({ changed: true, passagesAdded: 0, passagesRemoved: 1, passagesKept: 7 });
  expect(await written()).toEqual({ delete: 1, move: 14 });
  expect((await passages()).map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5, 6]);

  setBook(site, bookOf({ wheel: 'A wheel is of oak.' }, subjects.slice(1).toReversed()));
  expect((await refresh(desk, id))['result']).toMatchObject({ passagesAdded: 0, passagesRemoved: 0, passagesKept: 7 });
  const { text } = (await desk.call('knowledge_get', { id })) as { text: string };
  const order = (await passages()).map((passage) => passage.text);
  expect(order.map((passage) => text.indexOf(passage.slice(0, 40)))).toEqual(
    order.map((passage) => text.indexOf(passage.slice(0, 40))).toSorted((a, b) => a - b),
  );
});

describe('a refresh', () => {
  test('asks whether anything has changed, and says when it looked', async () => {
    const { desk, advance } = await createTestApp();
    const site = await startSite();
    const asked: (string | undefined)[] = [];
    site.pages['/page'] = (request, response) => {
      asked.push(request.headers['if-none-match'], request.headers['if-modified-since']);
      if (request.headers['if-none-match'] === '"one"') response.writeHead(304).end();
      else
        response
          .writeHead(200, { 'content-type': 'text/markdown', etag: '"one"', 'last-modified': 'Sun, 03 May 2026 09:00:00 GMT' })
          .end(bookOf());
    };
    const made = (await desk.call('knowledge_create', { url: `${site.url}/page` })) as Made;
    await advance(60_000);
    expect(await refresh(desk, made.id)).toMatchObject({
      kind: 'knowledge.refresh',
      status: 'succeeded',
      result: { changed: false, passagesKept: 8 },
    });
    expect(asked).toEqual([undefined, undefined, '"one"', 'Sun, 03 May 2026 09:00:00 GMT']);
    const now = (await desk.call('knowledge_get', { id: made.id })) as Made;
    expect(now.refreshedAt).toBe(made.refreshedAt);
    expect(Date.parse(now.checkedAt) - Date.parse(made.checkedAt)).toBe(60_000);
  });

  test('that fails keeps the text, says why, and clears that on the next success', async () => {
    const { desk, advance } = await createTestApp();
    const site = await startBook();
    const { id } = (await desk.call('knowledge_create', { url: `${site.url}/book.md` })) as Made;
    const good = site.pages['/book.md']!;
    site.pages['/book.md'] = (_, response) => void response.writeHead(410).end();
    expect(await refresh(desk, id)).toMatchObject({ status: 'failed', error: { code: 'unreadable_source' } });
    expect(await desk.call('knowledge_get', { id })).toMatchObject({
      status: 'ready',
      lastError: { code: 'unreadable_source', message: expect.stringContaining('answered 410') },
      text: expect.stringContaining('On the kiln'),
    });
    site.pages['/book.md'] = good;
    await advance(1000);
    await refresh(desk, id);
    expect(await desk.call('knowledge_get', { id })).toMatchObject({ lastError: null });
  });

  test('that meets a server in trouble is tried again', async () => {
    const { desk, advance } = await createTestApp();
    const site = await startBook();
    const { id } = (await desk.call('knowledge_create', { url: `${site.url}/book.md` })) as Made;
    const good = site.pages['/book.md']!;
    site.pages['/book.md'] = (_, response) => void response.writeHead(503).end();
    const job = await refresh(desk, id);
    expect(job).toMatchObject({ status: 'queued', attempts: 1, error: { code: 'fetch_failed' } });
    site.pages['/book.md'] = good;
    await advance(10_000);
    expect(await desk.call('jobs_get', { id: job['id'] })).toMatchObject({ status: 'succeeded', result: { changed: false } });
  });

  test('that is requested twice runs once', async () => {
    const { desk } = await createTestApp();
    const site = await startBook();
    const { id } = (await desk.call('knowledge_create', { url: `${site.url}/book.md` })) as Made;
    const [one, other] = [(await desk.call('knowledge_refresh', { id })) as Made, (await desk.call('knowledge_refresh', { id })) as Made];
    expect(one.jobId).toBe(other.jobId);
  });

  test('of a document that was not fetched is refused', async () => {
    const { desk } = await createTestApp();
    const { id } = (await desk.call('knowledge_create', { markdown: bookOf(), sourceUrl: 'https://example.com/book' })) as Made;
    await expect(desk.call('knowledge_refresh', { id })).rejects.toMatchObject({
      code: 'conflict',
      hint: expect.stringContaining('knowledge_create'),
    });
    await expect(desk.call('knowledge_refresh', { id: 'doc_none' })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('of a document that is deleted meanwhile ends without harm', async () => {
    const { desk } = await createTestApp();
    const site = await startBook();
    const { id } = (await desk.call('knowledge_create', { url: `${site.url}/book.md` })) as Made;
    const { jobId } = (await desk.call('knowledge_refresh', { id })) as Made;
    await desk.call('knowledge_delete', { id });
    await desk.runDue();
    expect(await desk.call('jobs_get', { id: jobId })).toMatchObject({ status: 'canceled' });
  });

  test('that brings a text which another document has keeps both', async () => {
    const { desk } = await createTestApp();
    const site = await startSite({ '/one': pageOf('One', [bookOf()]), '/two': pageOf('Two', [bookOf({}, subjects.slice(0, 3))]) });
    const one = (await desk.call('knowledge_create', { url: `${site.url}/one` })) as Made;
    const two = (await desk.call('knowledge_create', { url: `${site.url}/two` })) as Made;
    expect(two.id).not.toBe(one.id);
    site.pages['/two'] = site.pages['/one']!;
    expect(await refresh(desk, two.id)).toMatchObject({ status: 'succeeded', result: { changed: true } });
    expect(await desk.call('knowledge_create', { html: pageOf('One', [bookOf()]) })).toMatchObject({ id: one.id, alreadyKnown: true });
  });
});
