import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { Copydesk } from '../../../src/app.ts';
import { file, pageOf, startSite, type Site } from '../../support/site.ts';
import { createTestApp } from '../../support/test-app.ts';

interface Made {
  id: string;
  jobId: string;
}
interface Ended {
  status: string;
  result: Record<string, unknown>;
  error: { code: string; message: string } | null;
}

const trades = ['potter', 'weaver', 'cooper', 'tanner', 'miller', 'baker', 'smith'];
const articleOn = (trade: string, more = '') =>
  pageOf(`The ${trade}`, [
    `A ${trade} keeps a workshop by the river, where the ${trade}'s hands have work from the first light until the last. ${more}`,
    `Whoever learns to be a ${trade} stays for seven years with an older ${trade} and sleeps above the workshop.`,
  ]);

const sitemapOf = (site: Site, paths: readonly string[], lastmod?: string) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths
    .map((path) => `<url><loc>${site.url}${path}</loc>${lastmod === undefined ? '' : `<lastmod>${lastmod}</lastmod>`}</url>`)
    .join('')}</urlset>`;

/** A site with a page on every trade and a sitemap of them. */
async function startTrades(of = trades, lastmod?: string): Promise<Site> {
  const site = await startSite(Object.fromEntries(of.map((trade) => [`/trades/${trade}`, articleOn(trade)])));
  list(site, of, lastmod);
  return site;
}

function list(site: Site, of: readonly string[], lastmod?: string): void {
  site.pages['/sitemap.xml'] = file('application/xml', sitemapOf(site, of.map((trade) => `/trades/${trade}`), lastmod)); // prettier-ignore
}

const add = (desk: Copydesk, site: Site, more: object = {}) =>
  desk.call('knowledge_create', { sitemapUrl: `${site.url}/sitemap.xml`, ...more }) as Promise<Made>;

async function end(desk: Copydesk, { jobId }: { jobId: string }): Promise<Ended> {
  await desk.runDue();
  return (await desk.call('jobs_get', { id: jobId })) as Ended;
}

const childrenOf = async (desk: Copydesk, { id }: Made) =>
  ((await desk.call('knowledge_list', { parentId: id, limit: 100 })) as { data: { id: string; title: string; tags: string[] }[] }).data;

test('all pages of a sitemap become documents, found through it', async () => {
  const { desk } = await createTestApp();
  const site = await startTrades();
  const made = await add(desk, site, { tags: ['trades'] });
  expect(made).toMatchObject({ kind: 'sitemap', status: 'reading', alreadyKnown: false, jobId: expect.stringMatching(/^job_/) });
  const { status, result } = await end(desk, made);
  expect(status).toBe('succeeded');
  expect(result).toEqual({ listed: 7, pagesInKnowledge: 7, added: 7, updated: 0, unchanged: 0, duplicates: 0, unreadCount: 0, unread: [], hasMore: false, goneCount: 0, gone: [] }); // prettier-ignore
  const children = await childrenOf(desk, made);
  expect(children.map(({ title }) => title).toSorted()).toEqual(trades.map((trade) => `The ${trade}`).toSorted());
  expect(children[0]).toMatchObject({ parentId: made.id, tags: ['trades'] });
  expect(await desk.call('knowledge_get', { id: made.id })).toMatchObject({
    status: 'ready',
    title: expect.stringContaining('Sitemap of 127.0.0.1'),
  });
  const { id: other } = (await desk.call('knowledge_create', {
    text: 'Another workshop by the river belongs to nobody in particular.',
  })) as Made;
  const found = async (filter: object) => ((await desk.call('knowledge_list', { q: 'workshop', ...filter })) as { data: Made[] }).data.map(({ id }) => id); // prettier-ignore
  expect(await found({})).toContain(other);
  expect((await found({ parentId: made.id })).toSorted()).toEqual(children.map(({ id }) => id).toSorted());
  expect(site.mostAtOnce).toBeLessThanOrEqual(2);
  expect(site.asked.filter((path) => path === '/robots.txt')).toHaveLength(1);
});

test('one bad page does not stop the others, and is named', async () => {
  const { desk } = await createTestApp();
  const site = await startTrades();
  site.pages['/trades/cooper'] = (_, response) => void response.writeHead(500).end();
  site.pages['/trades/tanner'] = (_, response) => void response.destroy();
  site.pages['/trades/smith'] = file('image/png', 'PNG');
  const { status, result } = await end(desk, await add(desk, site));
  expect(status).toBe('succeeded');
  expect(result).toMatchObject({ added: 4, unreadCount: 3 });
  expect(result['unread']).toEqual([
    { url: `${site.url}/trades/cooper`, code: 'fetch_failed', message: expect.stringContaining('500') },
    { url: `${site.url}/trades/tanner`, code: 'fetch_failed', message: expect.any(String) },
    { url: `${site.url}/trades/smith`, code: 'unreadable_source', message: expect.stringContaining('image/png') },
  ]);
});

describe('a polite reader', () => {
  test('leaves alone what robots.txt forbids Copydesk', async () => {
    const { desk } = await createTestApp();
    const site = await startTrades();
    site.pages['/robots.txt'] = file(
      'text/plain',
      'User-agent: *\nDisallow: /\n\nUser-agent: copydesk\nDisallow: /trades/m\nAllow: /trades/miller',
    );
    const { result } = await end(desk, await add(desk, site));
    expect(result).toMatchObject({ added: 7, unreadCount: 0 });
    site.pages['/robots.txt'] = file('text/plain', 'User-agent: Copydesk\nDisallow: /trades/b');
    site.pages['/trades/baker'] = articleOn('baker', 'Changed.');
    const again = await add(desk, site);
    expect((await end(desk, again)).result).toMatchObject({
      unreadCount: 1,
      unread: [{ message: expect.stringContaining('robots.txt') }],
      unchanged: 6,
    });
  });

  test('waits as long as it is asked to between two pages', async () => {
    const { desk } = await createTestApp();
    const site = await startTrades(trades.slice(0, 4));
    site.pages['/robots.txt'] = file('text/plain', 'User-agent: *\nCrawl-delay: 0.2');
    const before = performance.now();
    expect((await end(desk, await add(desk, site))).result).toMatchObject({ added: 4 });
    // The sitemap and four pages.
    expect(performance.now() - before).toBeGreaterThan(4 * 200);
  });

  test('reads nothing while the robots.txt is unavailable, and comes back', async () => {
    const { desk, advance } = await createTestApp();
    const site = await startTrades();
    site.pages['/robots.txt'] = (_, response) => void response.writeHead(503).end();
    const made = await add(desk, site);
    expect(await end(desk, made)).toMatchObject({
      status: 'queued',
      error: { code: 'fetch_failed', message: expect.stringContaining('robots.txt') },
    });
    delete site.pages['/robots.txt'];
    await advance(10_000);
    expect(await desk.call('jobs_get', { id: made.jobId })).toMatchObject({ status: 'succeeded', result: { added: 7 } });
  });
});

describe('a sitemap', () => {
  test('may be an index, gzipped, or lines of text; pages of other hosts are left out', async () => {
    const { desk } = await createTestApp();
    const site = await startTrades();
    const part = (of: readonly string[]) => gzipSync(sitemapOf(site, of.map((trade) => `/trades/${trade}`))); // prettier-ignore
    site.pages['/one.xml.gz'] = file('application/gzip', part(trades.slice(0, 3)));
    site.pages['/two.txt'] = file('text/plain', `${site.url}/trades/tanner\nhttp://10.0.0.1/inside\n`);
    site.pages['/sitemap.xml'] = file('text/xml', `<x:sitemapindex xmlns:x="http://www.sitemaps.org/schemas/sitemap/0.9"><!-- <x:sitemap><x:loc>${site.url}/gone.xml</x:loc></x:sitemap> --><x:sitemap><x:loc>${site.url}/one.xml.gz</x:loc></x:sitemap><x:sitemap><x:loc><![CDATA[${site.url}/two.txt]]></x:loc></x:sitemap></x:sitemapindex>`); // prettier-ignore
    expect((await end(desk, await add(desk, site))).result).toMatchObject({ listed: 4, added: 4 });
    expect(site.asked).not.toContain('/gone.xml');
  });

  test('gives as many pages as wanted, of the wanted part', async () => {
    const { desk } = await createTestApp();
    const site = await startTrades();
    site.pages['/news/one'] = articleOn('fair');
    site.pages['/sitemap.xml'] = file('application/xml', sitemapOf(site, ['/news/one', ...trades.map((trade) => `/trades/${trade}`)]));
    const made = await add(desk, site, { maxPages: 3, include: '/trades/' });
    expect((await end(desk, made)).result).toMatchObject({ listed: 3, added: 3, hasMore: true });
    expect((await childrenOf(desk, made)).map(({ title }) => title).toSorted()).toEqual(['The cooper', 'The potter', 'The weaver']);
  });

  test.each([
    ['that is none', file('text/html', '<p>Nothing here</p>'), 'unreadable_source', /no sitemap.*often \/sitemap\.xml/s],
    [
      'that is not there',
      (_: unknown, response: { writeHead(status: number): { end(): void } }) => response.writeHead(404).end(),
      'unreadable_source',
      /404/,
    ],
    ['that is a bomb', file('application/gzip', gzipSync(Buffer.alloc(60 * 1024 * 1024, ' '))), 'unreadable_source', /no sitemap/],
    ['without pages', file('application/xml', '<urlset></urlset>'), 'unreadable_source', /lists no page/],
  ])('%s fails with a reason', async (_, answer, code, words) => {
    const { desk } = await createTestApp();
    const site = await startSite({ '/sitemap.xml': answer as never });
    const made = await add(desk, site);
    expect(await end(desk, made)).toMatchObject({ status: 'failed', error: { code, message: expect.stringMatching(words) } });
    expect(await desk.call('knowledge_get', { id: made.id })).toMatchObject({ status: 'failed', lastError: { code } });
  });

  test('that is not there is looked up in robots.txt', async () => {
    const { desk } = await createTestApp();
    const site = await startSite({ '/robots.txt': file('text/plain', 'Sitemap: https://a.example/map.xml\nSitemap: nonsense') });
    expect(await end(desk, await add(desk, site))).toMatchObject({
      error: { message: expect.stringContaining('robots.txt names https://a.example/map.xml.') },
    });
  });

  test('with no address is refused at once', async () => {
    const { desk } = await createTestApp();
    await expect(desk.call('knowledge_create', { sitemapUrl: 'sitemap.xml' })).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

describe('read again', () => {
  test('it adds what is new, updates what changed, and names what is gone', async () => {
    const { desk } = await createTestApp();
    const site = await startTrades(trades.slice(0, 4));
    const made = await add(desk, site);
    await end(desk, made);
    site.pages['/trades/weaver'] = articleOn('weaver', 'Some weave silk.');
    site.pages['/trades/miller'] = articleOn('miller');
    list(site, trades.slice(1, 5));
    const again = (await desk.call('knowledge_refresh', { id: made.id })) as Made;
    expect(again).toMatchObject({ status: 'reading' });
    expect((await end(desk, again)).result).toMatchObject({
      added: 1,
      updated: 1,
      unchanged: 2,
      goneCount: 1,
      gone: [`${site.url}/trades/potter`],
    });
    expect(await childrenOf(desk, made)).toHaveLength(5);
  });

  test('it skips pages that the sitemap lists as unchanged', async () => {
    const { desk } = await createTestApp();
    const site = await startTrades(trades, '2026-05-01');
    const made = await add(desk, site);
    await end(desk, made);
    site.asked.length = 0;
    expect((await end(desk, (await desk.call('knowledge_refresh', { id: made.id })) as Made)).result).toMatchObject({
      unchanged: 7,
      added: 0,
    });
    expect(site.asked).toEqual(['/robots.txt', '/sitemap.xml']);
  });

  test('the same address is the same sitemap', async () => {
    const { desk } = await createTestApp();
    const site = await startTrades();
    const made = await add(desk, site);
    await end(desk, made);
    const again = await add(desk, site);
    expect(again).toMatchObject({ id: made.id, alreadyKnown: true });
    expect((await end(desk, again)).result).toMatchObject({ unchanged: 7 });
  });
});

test('an interrupted reading resumes with the waiting pages', async () => {
  const { desk, home } = await createTestApp();
  const site = await startTrades();
  let close = () => {};
  const held = new Promise<void>((resolve) => (close = resolve));
  site.pages['/trades/miller'] = (_, response) => {
    close();
    setTimeout(() => response.end(), 60_000).unref();
  };
  const made = await add(desk, site);
  const working = desk.runDue();
  await held;
  await desk.close();
  await working.catch(() => {});
  const readBefore = site.asked.filter((path) => path.startsWith('/trades/')).length;
  site.pages['/trades/miller'] = articleOn('miller');
  site.asked.length = 0;
  const { desk: next } = await createTestApp({ home, id: undefined });
  expect((await end(next, made)).result).toMatchObject({ listed: 7, added: 7 });
  expect(site.asked.filter((path) => path.startsWith('/trades/')).length).toBeLessThanOrEqual(trades.length - readBefore + 2);
  expect(site.asked).not.toContain('/sitemap.xml');
});

test('deleting it deletes its pages and stops their reading', async () => {
  const { desk } = await createTestApp();
  const site = await startTrades();
  const made = await add(desk, site);
  await end(desk, made);
  const { jobId } = (await desk.call('knowledge_refresh', { id: made.id })) as Made;
  await desk.call('knowledge_delete', { id: made.id });
  expect(await desk.call('knowledge_list')).toMatchObject({ data: [] });
  expect(await desk.call('jobs_get', { id: jobId })).toMatchObject({ status: 'canceled' });
  expect(await desk.call('knowledge_list', { q: 'workshop' })).toMatchObject({ data: [] });
});

test('canceling it keeps what it has read and says so', async () => {
  const { desk } = await createTestApp();
  const site = await startTrades();
  const made = await add(desk, site);
  await desk.call('jobs_cancel', { id: made.jobId });
  expect(await desk.call('knowledge_get', { id: made.id })).toMatchObject({ status: 'failed', lastError: { code: 'canceled' } });
});

test('an article that names the sitemap is written from its pages', async () => {
  const { desk } = await createTestApp();
  const site = await startTrades();
  const made = await add(desk, site);
  await end(desk, made);
  const found = await desk.services.knowledge.retrieve({
    query: 'weaver',
    language: 'en',
    projectId: (made as unknown as { projectId: string }).projectId,
    documentIds: [made.id],
    limit: 5,
  });
  expect(found[0]).toMatchObject({ documentTitle: 'The weaver' });
});
