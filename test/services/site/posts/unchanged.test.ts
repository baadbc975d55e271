import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { maxKnownMs } from '../../../../src/services/site/posts/known.ts';
import { rowsOf } from '../../../support/rows.ts';
import type { Site } from '../../../support/site.ts';
import { createTestApp } from '../../../support/test-app.ts';
import { blog, listPosts, piece, posting, refreshPosts, startBlog } from './support.ts';

/** What a server was asked, page by page, and what it answered: `200 /about`. */
type Told = string[];

interface Versioned {
  html: string;
  /** Its validators now. */
  headers: Record<string, string>;
}

const versions = (pages: Record<string, string>, headers: Versioned['headers']) =>
  Object.fromEntries(Object.entries(pages).map(([path, html]): [string, Versioned] => [path, { html, headers }]));
const isKnown = ({ headers }: IncomingMessage, { etag, 'last-modified': date }: Versioned['headers']) =>
  (etag !== undefined && headers['if-none-match'] === etag) || (date !== undefined && headers['if-modified-since'] === date);

/** The same pages from a server that answers 304 to whoever knows them. */
function versioned(pages: Record<string, Versioned>, told: Told): Site['pages'] {
  return Object.fromEntries(
    Object.keys(pages).map((path) => [
      path,
      (request: IncomingMessage, response: ServerResponse) => {
        const { html, headers } = pages[path]!;
        const status = isKnown(request, headers) ? 304 : 200;
        told.push(`${status} ${path}`);
        response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(status === 304 ? undefined : html);
      },
    ]),
  );
}

/** The pages of the blog that something links to. */
const linked = Object.fromEntries(
  Object.entries(blog() as Record<string, string>).filter(([path]) => path !== '/shop' && path !== '/manual'),
);
const paths = Object.keys(linked).toSorted();

async function start(pages: Record<string, Versioned> = versions(linked, { etag: '"1"' })) {
  const told: Told = [];
  const { app, site } = await startBlog(versioned(pages, told));
  const refresh = async () => {
    told.length = 0;
    const job = await refreshPosts(app);
    // The front page is asked first for the feeds that it names.
    return { job, told: told.slice(1).toSorted() };
  };
  return { app, site, pages, refresh, first: await refresh() };
}

const all = (status: number) => paths.map((path) => `${status} ${path}`);
const readAnew = (told: Told) => told.filter((one) => one.startsWith('200')).map((one) => one.slice(4));

describe('a page that has not changed since the last refresh', () => {
  test('is asked whether it has, and not read again: its post and its links count as before', async () => {
    const { app, refresh, first } = await start();
    expect(first.told).toEqual(all(200));
    const before = await listPosts(app, { limit: 100 });
    const again = await refresh();
    expect(again.told).toEqual(all(304));
    expect(again.job).toMatchObject({ result: { posts: 5, gone: 0, pagesRead: 8, endedBy: 'complete' } });
    expect((await listPosts(app, { limit: 100 })).data).toEqual(before.data);
    expect((await refresh()).told).toEqual(all(304));
  });

  test.each([
    ['a weak ETag', { etag: 'W/"one"' }],
    ['the date of its last change alone', { 'last-modified': 'Tue, 05 May 2026 10:00:00 GMT' }],
  ])('may be known by %s', async (_, headers) => {
    const { refresh } = await start(versions(linked, headers as Record<string, string>));
    expect((await refresh()).told).toEqual(all(304));
  });

  test('is read anew once it has, while what it links to is asked as before', async () => {
    const { app, pages, refresh } = await start();
    const html = piece('Car Pools', { head: posting('2026-01-01'), links: ['/blog/bread'] });
    pages['/blog/pools'] = { html, headers: { etag: '"2"' } };
    expect(readAnew((await refresh()).told)).toEqual(['/blog/pools']);
    const { data } = await listPosts(app, { limit: 100 });
    expect(data.find(({ url }) => url!.endsWith('/pools'))).toMatchObject({ title: 'Car Pools', linksOut: 1 });
    expect(data.find(({ url }) => url!.endsWith('/bread'))).toMatchObject({ linksIn: 2 });
    expect(data.find(({ url }) => url!.endsWith('/storms'))).toMatchObject({ linksIn: 1, linksOut: 1 });
  });

  test('is known by the validators that its last answer had, 304 or not', async () => {
    const { refresh, pages, site } = await start();
    const asked: unknown[] = [];
    site.pages['/about'] = (request, response) => {
      const nth = asked.push(request.headers['if-none-match']);
      if (nth === 1) response.writeHead(304, { etag: '"renamed"' }).end();
      else response.writeHead(200, { 'content-type': 'text/html' }).end(pages['/about']!.html);
    };
    for (let nth = 0; nth < 3; nth++) await refresh();
    // The second answer names none, so nothing is asked by the third time.
    expect(asked).toEqual(['"1"', '"renamed"', undefined]);
  });

  test.each([
    [
      'its text is no longer among the crawled pages',
      async ({ home }: { home: string }) => rowsOf(home).delete('crawled_pages', { title: 'About us' }),
      ['/about'],
    ],
    [
      'another release read it',
      async ({ home }: { home: string }) => {
        const rows = rowsOf(home);
        for (const { url, kept } of await rows.all<{ url: string; kept: string }>('post_pages'))
          if (url.endsWith('/about')) await rows.update('post_pages', { kept: kept.replace('"readBy":"', '"readBy":"Older ') }, { url });
      },
      ['/about'],
    ],
    ['it was read long ago', async ({ advance }: { advance(ms: number): Promise<void> }) => advance(maxKnownMs + 1), paths],
  ])('is read anew where %s', async (_, change, anew) => {
    const { app, refresh } = await start();
    await change(app);
    expect(readAnew((await refresh()).told).toSorted()).toEqual(anew.toSorted());
  });

  test('stays among the crawled pages as one that was read', async () => {
    const { app, refresh } = await start();
    await app.advance(maxKnownMs / 2);
    await refresh();
    const rows = await rowsOf(app.home).all<{ read_at: number }>('crawled_pages');
    expect(new Set(rows.map(({ read_at: at }) => at))).toEqual(new Set([app.now()]));
  });

  test('is known after an interruption too', async () => {
    const { app, site } = await start();
    const held = Promise.withResolvers<void>();
    const { '/blog/tulips': tulips } = site.pages;
    site.pages['/blog/tulips'] = () => held.resolve();
    const { jobId } = (await app.desk.call('posts_refresh', {})) as { jobId: string };
    const working = app.desk.runDue();
    await held.promise;
    await app.desk.close();
    await working.catch(() => {});
    site.pages['/blog/tulips'] = tulips!;
    const next = await createTestApp({ home: app.home, id: undefined });
    await next.desk.runDue();
    expect(await next.desk.call('jobs_get', { id: jobId })).toMatchObject({ status: 'succeeded', result: { posts: 5, gone: 0 } });
  });
});

describe('a server that lies', () => {
  test('with 304 to who knows nothing is told as one that gave no answer, and the others are read', async () => {
    const { app, site } = await startBlog(blog());
    site.pages['/blog/bread'] = (_, response) => void response.writeHead(304).end();
    expect(await refreshPosts(app)).toMatchObject({ status: 'succeeded', result: { posts: 4 } });
  });

  test('with a page that is gone by now is believed the next time', async () => {
    const { app, site, refresh } = await start();
    delete site.pages['/blog/orphan'];
    expect((await refresh()).job).toMatchObject({ result: { posts: 4, gone: 1 } });
    const kept = await rowsOf(app.home).all<{ url: string }>('post_pages');
    expect(kept.map(({ url }) => new URL(url).pathname)).not.toContain('/blog/orphan');
  });
});

test('what is kept of pages for the next refresh goes when none comes', async () => {
  const { app } = await start();
  const rows = rowsOf(app.home);
  expect(await rows.count('post_pages')).toBe(7);
  await app.advance(maxKnownMs / 2);
  expect(await rows.count('post_pages')).toBe(7);
  await app.advance(maxKnownMs);
  expect(await rows.count('post_pages')).toBe(0);
});
