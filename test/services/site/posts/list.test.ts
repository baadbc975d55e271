import { describe, expect, test } from 'vitest';
import { postSorts, type PostPage } from '../../../../schema/posts.ts';
import { daily, holdSearch } from '../../../support/search-console.ts';
import { blog, listPosts, pathsOf, piece, postAt, posting, refreshPosts, startBlog } from './support.ts';

const day = 24 * 3_600_000;

describe('posts on the same keyword', () => {
  const pools = (head = '') => piece('Connection Pools', { head: posting('2026-01-01') + head });

  test('compete, and each names the others, unless one is canonical to the other', async () => {
    const { app, site } = await startBlog({
      '/': piece('Front', { links: ['/a', '/b', '/c', '/d'] }),
      '/a': pools(),
      '/b': piece('The connection pool', { head: posting('2026-01-02') }),
      '/c': pools('<link rel="canonical" href="/a">'),
      '/d': piece('Tropical Storms', { head: posting('2026-01-01') }),
    });
    await refreshPosts(app);
    expect(await postAt(app, '/a')).toMatchObject({ cannibalised: true, rivals: [{ url: `${site.url}/b`, title: 'The connection pool' }] });
    expect((await postAt(app, '/b')).rivals).toHaveLength(2);
    expect(await postAt(app, '/d')).toMatchObject({ cannibalised: false, rivals: [] });
    expect(pathsOf(await listPosts(app, { cannibalised: true })).toSorted()).toEqual(['/a', '/b', '/c']);
    expect(pathsOf(await listPosts(app, { cannibalised: false }))).toEqual(['/d']);
    const { needsYou } = (await app.desk.call('overview_get')) as {
      needsYou: { kind: string; count: number; operation: string; arguments: object }[];
    };
    expect(needsYou).toMatchObject([{ kind: 'posts_cannibalised', count: 3, operation: 'posts_list' }]);
    expect(((await app.desk.call('posts_list', { ...needsYou[0]!.arguments })) as PostPage).data).toHaveLength(3);
  });

  test('do not compete with their copies alone, nor with those in another language', async () => {
    const german = piece('Connection Pools', { head: posting('2026-01-01') })
      .replaceAll(
        /Connection Pools is what this piece tells about, in some detail\./g,
        'Connection Pools sind das, wovon dieser Text in aller Ausführlichkeit erzählt.',
      )
      .replace('lang="en"', 'lang="de"');
    const { app } = await startBlog({
      '/': piece('Front', { links: ['/a', '/copy', '/de'] }),
      '/a': pools(),
      '/copy': pools('<link rel="canonical" href="/a">'),
      '/de': german,
    });
    await refreshPosts(app);
    expect((await postAt(app, '/de')).language).toBe('de');
    expect(pathsOf(await listPosts(app, { cannibalised: true }))).toEqual([]);
  });

  test('stop to compete once one of them is gone', async () => {
    const { app, site } = await startBlog({ '/': piece('Front', { links: ['/a', '/b'] }), '/a': pools(), '/b': pools() });
    await refreshPosts(app);
    expect(await postAt(app, '/a')).toMatchObject({ cannibalised: true });
    delete site.pages['/b'];
    expect(await refreshPosts(app)).toMatchObject({ result: { posts: 1, gone: 1 } });
    expect(await postAt(app, '/a')).toMatchObject({ cannibalised: false });
  });

  test('are found by their keyword, however it is written', async () => {
    const { app } = await startBlog({
      '/': piece('Front', { links: ['/a', '/d'] }),
      '/a': pools(),
      '/d': piece('Tropical Storms', { head: posting('2026-01-01') }),
    });
    await refreshPosts(app);
    for (const keyword of ['connection pools', 'The Connection Pool', 'pool connections'])
      expect(pathsOf(await listPosts(app, { keyword }))).toEqual(['/a']);
    expect(pathsOf(await listPosts(app, { keyword: 'pool' }))).toEqual([]);
    const [project] = ((await app.desk.call('projects_list')) as { data: { id: string }[] }).data;
    expect(await app.desk.services.posts.sameKeyword(project!.id, 'a connection pool')).toMatchObject([
      { title: 'Connection Pools', articleId: null },
    ]);
  });
});

describe('the list', () => {
  test('finds words of title, keyword and address, without accents and case', async () => {
    const pages = {
      '/': piece('Front', { links: ['/cafe', '/b'] }),
      '/cafe': piece('Cafés à Paris', { head: posting('2026-01-01') }),
      '/b': piece('100% Bread', { head: posting('2026-01-02') }),
    };
    const { app } = await startBlog(pages);
    await refreshPosts(app);
    expect(pathsOf(await listPosts(app, { q: 'PARIS cafés' }))).toEqual(['/cafe']);
    expect(pathsOf(await listPosts(app, { q: '100%' }))).toEqual(['/b']);
    expect(pathsOf(await listPosts(app, { q: '0_' }))).toEqual([]);
    expect(pathsOf(await listPosts(app, { q: 'bread paris' }))).toEqual([]);
  });

  test('tells what has not been changed for long, the oldest first', async () => {
    const { app } = await startBlog(blog());
    await refreshPosts(app);
    expect(pathsOf(await listPosts(app, { staleDays: 365, sort: 'oldest' }))).toEqual(['/blog/orphan', '/blog/tulips', '/blog/storms']);
    await app.advance(370 * day);
    expect(pathsOf(await listPosts(app, { staleDays: 365 }))).toHaveLength(5);
  });

  test('is the same in pages as in one, in every order', async () => {
    const { app, site } = await startBlog(blog());
    await refreshPosts(app);
    const { keep } = await holdSearch(app);
    const paths = ['pools', 'storms', 'tulips', 'bread', 'orphan'];
    const shown = (date: string) =>
      paths.map((path, n) => ({ page: `${site.url}/blog/${path}`, date, query: 'any', clicks: 1 + (n % 2), impressions: 9, position: 1 }));
    await keep(daily('2026-04-30', 56, shown));
    for (const sort of postSorts) {
      const whole = pathsOf(await listPosts(app, { sort }));
      expect(whole).toHaveLength(5);
      const paged: (string | null)[] = [];
      for (let cursor: string | undefined; ;) {
        const page = await listPosts(app, { sort, limit: 2, ...(cursor && { cursor }) });
        paged.push(...pathsOf(page));
        if (page.nextCursor === null) break;
        cursor = page.nextCursor;
      }
      expect(paged, sort).toEqual(whole);
    }
  });

  test("does not take another order's cursor", async () => {
    const { app } = await startBlog(blog());
    await refreshPosts(app);
    const { nextCursor } = await listPosts(app, { limit: 1 });
    await expect(listPosts(app, { sort: 'oldest', cursor: nextCursor })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('of a site that was never read is empty and says so', async () => {
    const { app } = await startBlog();
    expect(await listPosts(app)).toMatchObject({ data: [], inventory: { refreshedAt: null, endedBy: null, pagesRead: 0, jobId: null } });
  });
});
