import { describe, expect, test } from 'vitest';
import { file, startSite, type Site } from '../support/site.ts';
import { crawlAll, memoryFrontier, openSystem, readLinks, visits } from './support.ts';

const page = (title: string, ...links: string[]) => `<title>${title}</title>${links.map((link) => `<a href="${link}">x</a>`).join('')}`;

test('a site is asked from its start and its sitemap on, each address once', async () => {
  const site = await startSite();
  site.pages['/robots.txt'] = file('text/plain', 'User-agent: *\nDisallow: /secret');
  site.pages['/sitemap.xml'] = file(
    'text/xml',
    `<urlset><url><loc>${site.url}/alone</loc></url><url><loc>${site.url}/b</loc></url></urlset>`,
  );
  site.pages['/'] = page('Start', '/a', '/b#part', '/b?utm_source=x', '/secret/1', 'https://other.example/', '/old');
  site.pages['/a'] = page('A', '/', '/a/deep');
  site.pages['/a/deep'] = page('Deep', 'deeper');
  site.pages['/b'] = page('B');
  site.pages['/alone'] = page('Alone');
  site.pages['/old'] = (_, response) => void response.writeHead(301, { location: '/b' }).end();
  const { end, visits: seen, result, paths } = await crawlAll({ start: site.url });
  expect(end).toBe('complete');
  expect(paths.toSorted()).toEqual(['/', '/a', '/a/deep', '/a/deeper', '/alone', '/b', '/old', '/secret/1']);
  expect(seen.get('/secret/1')).toMatchObject({ outcome: 'forbidden', status: 0, error: { code: 'robots_forbid' } });
  expect(seen.get('/old')).toMatchObject({ outcome: 'answered', status: 301, redirectsTo: `${site.url}/b`, depth: 1 });
  expect(seen.get('/a/deeper')).toMatchObject({ outcome: 'answered', status: 404, depth: 3 });
  expect(seen.get('/alone')).toMatchObject({ depth: null });
  expect(result.spent).toMatchObject({ pages: 7 });
  expect(result.robots).toMatchObject({ status: 200 });
  expect(result.sitemaps).toEqual([
    {
      url: `${site.url}/sitemap.xml`,
      namedBy: 'guess',
      status: 200,
      kind: 'pages',
      entries: 2,
      foreign: { count: 0, first: null },
      repeated: { count: 0, first: null },
      undated: { count: 0, first: null },
      bytes: expect.any(Number),
      error: null,
    },
  ]);
  expect(site.asked.filter((path) => path === '/b')).toHaveLength(1);
});

describe('a page that is known from before', () => {
  const known = { etag: 'W/"1"', lastModified: null };

  /** A start page and one that it leads to, both known. */
  async function crawlKnown(answer: (condition: string | undefined) => [status: number, body: string]) {
    const site = await startSite({ '/': page('Start', '/a') });
    site.pages['/a'] = ({ headers }, response) => {
      const [status, body] = answer(headers['if-none-match']);
      response.writeHead(status, { 'content-type': 'text/html', etag: 'W/"2"' }).end(body);
    };
    const frontier = memoryFrontier();
    const { next } = frontier;
    frontier.next = async (limit) => (await next(limit)).map((one) => (one.url.endsWith('/a') ? { ...one, validators: known } : one));
    return { ...(await crawlAll({ start: site.url, frontier })), site };
  }

  test('is asked whether it has changed; if it has not, its visit has the headers alone', async () => {
    const { visits: seen } = await crawlKnown((condition) => (condition === 'W/"1"' ? [304, ''] : [500, '']));
    expect(seen.get('/a')).toMatchObject({ outcome: 'answered', notModified: true, status: 304, headers: { etag: 'W/"2"' } });
    expect(seen.get('/')).toMatchObject({ notModified: false });
  });

  test('is a page like any other if it has', async () => {
    const { visits: seen, paths } = await crawlKnown(() => [200, page('A', '/b')]);
    expect(seen.get('/a')).toMatchObject({ outcome: 'answered', notModified: false, status: 200 });
    expect(paths).toContain('/b');
  });

  test('gave no answer where the server says that it has not changed without being asked that', async () => {
    const site = await startSite({ '/': page('Start', '/a'), '/a': (_, response) => void response.writeHead(304).end() });
    const { visits: seen } = await crawlAll({ start: site.url });
    expect(seen.get('/a')).toMatchObject({ outcome: 'failed', notModified: false, status: 0, error: { code: 'not_modified' } });
  });
});

describe('a crawl ends honestly', () => {
  const chain = async (length: number) => {
    const site = await startSite({ '/': page('0', '/1') });
    for (let at = 1; at <= length; at++) site.pages[`/${at}`] = page(String(at), ...(at < length ? [`/${at + 1}`] : []));
    return site;
  };

  test('by its pages, and only if there are more', async () => {
    const { url } = await chain(9);
    expect(await crawlAll({ start: url, budget: { maxPages: 10 } })).toMatchObject({ end: 'complete', pages: 10 });
    expect(await crawlAll({ start: url, budget: { maxPages: 9 } })).toMatchObject({ end: 'max_pages', pages: 9 });
  });

  test('by its bytes', async () => {
    const site = await startSite({ '/': page('0', '/1', '/2') });
    site.pages['/1'] = file('text/html', 'x'.repeat(50_000));
    site.pages['/2'] = file('text/html', 'x'.repeat(50_000));
    const { end, result } = await crawlAll({ start: site.url, budget: { maxBytes: 30_000 }, ownSite: site.url });
    expect(end).toBe('complete');
    expect(result.spent.bytes).toBeLessThan(65_000);
    expect(await crawlAll({ start: (await chain(9)).url, budget: { maxBytes: 100 } })).toMatchObject({ end: 'max_bytes' });
  });

  test('by its depth, which is told', async () => {
    const { url } = await chain(9);
    const { end, pages, skipped } = await crawlAll({ start: url, budget: { maxDepth: 3 } });
    expect({ end, pages, skipped }).toEqual({
      end: 'complete',
      pages: 4,
      skipped: [{ reason: 'max_depth', count: 1, examples: [`${url}/4`] }],
    });
  });

  test('with what it had used up before an interruption', async () => {
    const { url } = await chain(9);
    const spent = { pages: 7, bytes: 1000, ms: 500, skipped: [{ reason: 'calendar' as const, count: 3, examples: [] }] };
    const { end, result } = await crawlAll({ start: url, budget: { maxPages: 10 }, spent });
    expect(end).toBe('max_pages');
    expect(result.spent).toMatchObject({ pages: 10, skipped: [{ reason: 'calendar', count: 3 }] });
    expect(result.spent.ms).toBeGreaterThanOrEqual(500);
    expect(result.spent.bytes).toBeGreaterThan(1000);
  });
});

describe('an interrupted crawl', () => {
  test('keeps what was read, and goes on where it stopped, each page settled once', async () => {
    const site = await startSite({ '/': page('Start', ...Array.from({ length: 30 }, (_, index) => `/${index}`)) });
    for (let index = 0; index < 30; index++) site.pages[`/${index}`] = page(String(index), '/last');
    site.pages['/last'] = page('Last');
    const interrupting = new AbortController();
    const frontier = memoryFrontier();
    let read = 0;
    const first = crawlAll({
      start: site.url,
      frontier,
      signal: interrupting.signal,
      async read(visit) {
        if (++read === 12) interrupting.abort(new Error('interrupted'));
        return readLinks(visit);
      },
    });
    await expect(first).rejects.toThrow('interrupted');
    expect(frontier.settled.length).toBeGreaterThanOrEqual(11);
    expect(frontier.settled.length).toBeLessThan(32);
    const { end, paths } = await crawlAll({ start: site.url, frontier: frontier.reopened(), spent: { pages: 12, bytes: 0, ms: 0 } });
    expect(end).toBe('complete');
    expect(paths).toHaveLength(32);
    expect(new Set(paths).size).toBe(32);
  });

  test('tells what the store could not keep', async () => {
    const { url } = await startSite({ '/': page('Start') });
    const frontier = { ...memoryFrontier(), settle: () => Promise.reject(new Error('disk full')) };
    await expect(crawlAll({ start: url, frontier })).rejects.toThrow('disk full');
    const lost = { ...memoryFrontier(), next: () => Promise.reject(new Error('no such table')) };
    await expect(crawlAll({ start: url, frontier: lost })).rejects.toThrow('no such table');
    const visitHost = () => Promise.reject(new Error('no leases'));
    await expect(crawlAll({ start: url, visitHost })).rejects.toThrow('no leases');
  });
});

test('visits are kept in batches, however many pages there are', async () => {
  const site = await startSite({ '/': page('Start', ...Array.from({ length: 400 }, (_, index) => `/${index}`)) });
  for (let index = 0; index < 400; index++) site.pages[`/${index}`] = page(String(index), '/', '/1', '/2');
  const { frontier, pages } = await crawlAll({ start: site.url, budget: { maxPages: 1000 } });
  expect(pages).toBe(401);
  expect(frontier.batches.length).toBeLessThan(40);
  // What stands on every page is handed over once.
  expect(frontier.settled.reduce((sum, { found }) => sum + found.length, 0)).toBeLessThan(410);
});

test('no more is asked while what came is not read', async () => {
  const site = await startSite({ '/': page('Start', ...Array.from({ length: 100 }, (_, index) => `/${index}`)) });
  const held = Promise.withResolvers<void>();
  const crawling = crawlAll({
    start: site.url,
    async read(visit) {
      if (visit.depth === 1) await held.promise;
      return readLinks(visit);
    },
  });
  await expect.poll(() => site.asked.length).toBeGreaterThan(10);
  await new Promise((resolve) => setImmediate(resolve));
  expect(site.asked.length).toBeLessThan(30);
  held.resolve();
  expect(await crawling).toMatchObject({ end: 'max_pages', pages: 100 });
});

test('a page that its reader cannot read is visited all the same', async () => {
  const { url } = await startSite({ '/': page('Start', '/bad', '/good'), '/bad': page('Bad'), '/good': page('Good') });
  const { end, frontier } = await crawlAll({
    start: url,
    read: (visit) => (visit.url.endsWith('/bad') ? Promise.reject(new Error('a fault of the reader')) : readLinks(visit)),
  });
  expect(end).toBe('complete');
  expect(frontier.settled.map(({ read }) => read).toSorted()).toEqual(['Good', 'Start', null]);
});

test('a page that a sitemap named takes the depth at which a link is found', async () => {
  const site = await startSite({ '/': page('Start', '/a'), '/a': page('A', '/b'), '/b': page('B') });
  site.pages['/sitemap.xml'] = file('text/plain', `${site.url}/b\n${site.url}/c`);
  site.pages['/c'] = page('C', '/d');
  const { frontier } = await crawlAll({ start: site.url });
  expect(Object.fromEntries(frontier.known)).toEqual({
    [`${site.url}/`]: 0,
    [`${site.url}/a`]: 1,
    [`${site.url}/b`]: 2,
    [`${site.url}/c`]: null,
    [`${site.url}/d`]: null,
  });
});

describe('a crawl is polite', () => {
  test('five at once on one’s own host, one at a time and second on others', async () => {
    const pages: Site['pages'] = { '/': page('Start', '/1', '/2', '/3', '/4', '/5', '/6', '/7', '/8') };
    for (let index = 1; index <= 8; index++) {
      pages[`/${index}`] = (_, response) => void setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end('x'), 30);
    }
    const { url } = await startSite(pages);
    const { visitHost, paces, mostAtOnce } = visits();
    await crawlAll({ start: url, visitHost });
    expect(mostAtOnce()).toBe(5);
    const elsewhere = openSystem({ resolve: async () => ['127.0.0.1'] });
    const [own, other] = ['own', 'other'].map((name) => `http://${name}.example:${new URL(url).port}/`) as [string, string];
    await crawlAll({ start: own, system: elsewhere, ownSite: `http://www.own.example:${new URL(url).port}/blog`, visitHost });
    await crawlAll({ start: other, system: elsewhere, ownSite: own, visitHost });
    expect(paces.get(new URL(own).host)).toEqual({ maxAtOnce: 5, delayMs: 0 });
    expect(paces.get(new URL(other).host)).toEqual({ maxAtOnce: 1, delayMs: 1000 });
  });

  test('its delay covers every request, one in each place', async () => {
    const site = await startSite({ '/': page('Start', '/a', '/b', '/c', '/d', '/e', '/f', '/g', '/h') });
    site.pages['/robots.txt'] = file('text/plain', 'User-agent: *\nCrawl-delay: 2.5');
    const delays: number[] = [];
    await crawlAll({
      start: site.url,
      async visitHost(_, { delayMs }, __, task) {
        delays.push(delayMs);
        return task();
      },
    });
    // robots.txt itself, two guesses at a sitemap, nine pages.
    expect(delays).toEqual([0, ...Array.from({ length: 11 }, () => 2500)]);
  });

  test('it slows down where too much is asked, and asks again after the pause that is wanted', async () => {
    let refusals = 0;
    const site = await startSite({ '/': page('Start', '/a', '/b'), '/b': page('B') });
    site.pages['/a'] = (_, response) => {
      if (++refusals <= 2) response.writeHead(refusals === 1 ? 429 : 503, { 'retry-after': '3' }).end();
      else response.writeHead(200, { 'content-type': 'text/html' }).end(page('A'));
    };
    const pauses: number[] = [];
    const paces: number[] = [];
    const real = openSystem();
    const pause = async (ms: number, signal?: AbortSignal) => (ms > 1000 && ms < 10_000 ? void pauses.push(ms) : real.pause(ms, signal));
    const system = { ...real, now: () => 0, pause };
    const {
      end,
      visits: seen,
      pages,
    } = await crawlAll({
      start: site.url,
      system,
      async visitHost(url, { maxAtOnce }, __, task) {
        paces.push(maxAtOnce);
        return task();
      },
    });
    expect({ end, pages }).toEqual({ end: 'complete', pages: 3 });
    expect(seen.get('/a')).toMatchObject({ status: 200 });
    expect(refusals).toBe(3);
    expect(Math.max(...pauses)).toBe(3000);
    expect(paces.at(-1)).toBe(1);
  });

  test('it gives its name, and where to find who asks', async () => {
    let agent: string | undefined;
    const { url } = await startSite({ '/': ({ headers }, response) => ((agent = headers['user-agent']), void response.end('x')) });
    await crawlAll({ start: url });
    expect(agent).toBe('Copydesk/1.2.3 (+https://desk.example)');
  });
});
