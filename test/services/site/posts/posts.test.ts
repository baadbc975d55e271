import { describe, expect, test } from 'vitest';
import { file } from '../../../support/site.ts';
import { blog, listPosts, pathsOf, piece, postAt, posting, refreshPosts, startBlog } from './support.ts';

describe('the inventory of a site that is only linked', () => {
  test('holds what says it is a post, and dated pages of main text, but no index, product or manual', async () => {
    const { app } = await startBlog(blog());
    const job = await refreshPosts(app);
    expect(job).toMatchObject({ status: 'succeeded', result: { posts: 5, gone: 0, endedBy: 'complete' } });
    expect(pathsOf(await listPosts(app)).toSorted()).toEqual([
      '/blog/bread',
      '/blog/orphan',
      '/blog/pools',
      '/blog/storms',
      '/blog/tulips',
    ]);
  });

  test('tells keyword, dates, words and links of each, and why what is missing is missing', async () => {
    const { app, site } = await startBlog(blog());
    await refreshPosts(app);
    expect(await postAt(app, '/blog/pools')).toEqual({
      url: `${site.url}/blog/pools`,
      title: 'Connection Pools',
      keyword: 'connection pools',
      keywordSource: 'guess',
      language: 'en',
      publishedAt: '2025-11-03T00:00:00.000Z',
      modifiedAt: '2026-04-03T00:00:00.000Z',
      dateSource: 'page',
      ageDays: 30,
      words: expect.any(Number),
      linksIn: 2,
      linksOut: 1,
      orphan: false,
      cannibalised: false,
      rivals: [],
      decay: null,
      clicks: null,
      impressions: null,
      articleId: null,
      sources: ['crawl'],
      checkedAt: new Date(app.now()).toISOString(),
      why: { decay: 'integration_required', clicks: 'integration_required', impressions: 'integration_required' },
    });
  });

  test('counts links by pages, in the main text: a menu makes no orphan less alone', async () => {
    const { app } = await startBlog(blog());
    await refreshPosts(app);
    expect(await postAt(app, '/blog/storms')).toMatchObject({ linksIn: 2, linksOut: 1 });
    expect(await postAt(app, '/blog/orphan')).toMatchObject({ linksIn: 0, orphan: true, linksOut: 0 });
    expect(pathsOf(await listPosts(app, { orphan: true }))).toEqual(['/blog/orphan']);
    expect(pathsOf(await listPosts(app, { orphan: false }))).not.toContain('/blog/orphan');
  });

  test('counts a link to an address that redirects for the page it leads to', async () => {
    const pages = blog();
    pages['/old'] = (_, response) => void response.writeHead(301, { location: '/blog/orphan' }).end();
    pages['/blog/bread'] = piece('Sourdough Bread', { head: posting('2026-05-01'), links: ['/old'] });
    const { app } = await startBlog(pages);
    await refreshPosts(app);
    expect(await postAt(app, '/blog/orphan')).toMatchObject({ linksIn: 1, orphan: false });
    expect(await postAt(app, '/blog/bread')).toMatchObject({ linksOut: 1 });
  });

  test('says that it cannot tell links where the budget cut the reading short', async () => {
    const { app } = await startBlog(blog());
    expect(await refreshPosts(app, { maxPages: 3 })).toMatchObject({ result: { endedBy: 'max_pages', pagesRead: 3 } });
    const page = await listPosts(app);
    expect(page.inventory).toMatchObject({ endedBy: 'max_pages', pagesRead: 3 });
    expect(page.data.length).toBeGreaterThan(0);
    for (const post of page.data) expect(post).toMatchObject({ linksIn: null, orphan: null, why: { linksIn: 'cap_reached' } });
  });
});

describe('a site with a sitemap', () => {
  test('is read as far as that names pages, which then say who named them; its lastmod is the last word on their age', async () => {
    const { app, site } = await startBlog({
      '/': piece('Front'),
      '/a': piece('Apples', { head: posting('') }),
      '/b': piece('Pears', { head: posting('2026-01-01') }),
    });
    site.pages['/sitemap.xml'] = file(
      'application/xml',
      `<urlset><url><loc>${site.url}/a</loc><lastmod>2026-04-23</lastmod></url><url><loc>${site.url}/b</loc><lastmod>2026-04-23</lastmod></url></urlset>`,
    );
    await refreshPosts(app);
    expect(await postAt(app, '/a')).toMatchObject({
      sources: ['sitemap'],
      publishedAt: null,
      modifiedAt: '2026-04-23T00:00:00.000Z',
      dateSource: 'sitemap',
      ageDays: 10,
    });
    expect(await postAt(app, '/b')).toMatchObject({ publishedAt: '2026-01-01T00:00:00.000Z', modifiedAt: null, dateSource: 'page' });
  });
});

describe('a site with a feed', () => {
  const feed = (url: string, items: string) =>
    `<rss version="2.0"><channel><title>Example</title><link>${url}</link>${items}</channel></rss>`;
  const item = (url: string, title: string) =>
    `<item><title>${title}</title><link>${url}</link><pubDate>Mon, 02 Feb 2026 10:00:00 GMT</pubDate></item>`;

  test('has what that lists for posts, also where a page does not say so, and its date where the page has none', async () => {
    const { app, site } = await startBlog({
      '/': piece('Front', { head: '<link rel="alternate" type="application/rss+xml" href="/news.xml">' }),
      '/plain': piece('Plain Words'),
    });
    const items =
      item(`${site.url}/plain?utm_source=rss`, 'Plain') +
      item('https://elsewhere.example/x', 'Elsewhere') +
      item(`${site.url}/gone`, 'Gone');
    site.pages['/news.xml'] = file('application/rss+xml', feed(site.url, items));
    await refreshPosts(app);
    expect(pathsOf(await listPosts(app))).toEqual(['/plain']);
    expect(await postAt(app, '/plain')).toMatchObject({
      sources: ['feed'],
      publishedAt: '2026-02-02T10:00:00.000Z',
      dateSource: 'feed',
      title: 'Plain Words',
    });
  });

  test('that no page names is found where feeds usually stand', async () => {
    const { app, site } = await startBlog({ '/': piece('Front'), '/plain': piece('Plain Words') });
    site.pages['/rss.xml'] = file('text/xml', feed(site.url, item(`${site.url}/plain`, 'Plain')));
    await refreshPosts(app);
    expect(pathsOf(await listPosts(app))).toEqual(['/plain']);
  });

  test.each([
    ['no feed at all', 'text/html', '<html><body>Not found</body></html>'],
    ['one that ends in the middle', 'application/rss+xml', '<rss version="2.0"><channel><item><title>One</ti'],
    [
      'a bomb of entities',
      'application/rss+xml',
      '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><rss version="2.0"><channel><item><title>&b;</title></item></channel></rss>',
    ],
    [
      'addresses that are none',
      'application/rss+xml',
      '<rss version="2.0"><channel><item><title>X</title><link>javascript:alert(1)</link></item><item><link>http://169.254.169.254/</link></item></channel></rss>',
    ],
    ['nothing', 'application/rss+xml', ''],
  ])('may have %s behind its address, and is read all the same', async (_, type, bytes) => {
    const { app } = await startBlog({
      ...blog(),
      '/': piece('Front', { head: '<link rel="alternate" type="application/rss+xml" href="/news.xml">', links: ['/blog/pools'] }),
      '/news.xml': file(type, bytes),
    });
    expect(await refreshPosts(app)).toMatchObject({ status: 'succeeded' });
    expect(pathsOf(await listPosts(app))).toContain('/blog/pools');
  });
});
