import { describe, expect, test } from 'vitest';
import type { Store } from '../../../../src/db/open.ts';
import { readDocument } from '../../../../src/documents/reading.ts';
import { crawledRetention, createCrawledPages, maxAgeMs, maxPages, type ReadPage } from '../../../../src/services/site/crawled/pages.ts';
import { maxPassages } from '../../../../src/services/site/crawled/passages.ts';
import { createTestApp } from '../../../support/test-app.ts';
import { rowsOf } from '../../../support/rows.ts';
import { openTestStore } from '../../../support/store.ts';

const projectId = 'prj_one';
const sentences: Record<string, string> = {
  pools: 'A connection pool keeps connections open so that requests need not wait for a handshake.',
  storms: 'A cyclone forms over warm water and turns faster as the pressure at its centre falls.',
  tulips: 'Tulip bulbs are planted in autumn, three times as deep as the bulb is high, and watered once.',
};

/** A page on this subject, as a crawl reads it. */
async function page(url: string, subject: string, more: Partial<ReadPage> = {}): Promise<ReadPage> {
  const read = await readDocument({ kind: 'markdown', content: `# On ${subject}\n\n${sentences[subject] ?? subject}` });
  return { projectId, origin: 'own', url, title: `On ${subject}`, read, ...more };
}

async function start() {
  const { home, store, system, clock } = openTestStore();
  const rows = rowsOf(home);
  const project = { site_url: null, language: 'en', brand_terms: '[]', brand_colours: '{}', timezone: 'UTC', article_defaults: '{}' };
  await rows.insert(
    'projects',
    ['prj_one', 'prj_two'].map((id) => ({ ...project, id, name: id, created_at: 1, updated_at: 1 })),
  );
  const pages = createCrawledPages(store, system);
  const put = async (given: ReadPage) => store.write((tx) => pages.put(tx, given));
  const found = async (query: string, how = {}) => (await pages.search(projectId, query, how)).map(({ url }) => new URL(url).pathname);
  return { rows, store, system, clock, pages, put, found };
}

describe('the crawled index', () => {
  test('finds passages by what they say, with their page, the best first', async () => {
    const { pages, put } = await start();
    await put(await page('https://example.com/pools', 'pools'));
    await put(await page('https://example.com/storms', 'storms'));
    const [first, ...others] = await pages.search(projectId, 'connections of a pool', { language: 'en' });
    expect(first).toMatchObject({
      url: 'https://example.com/pools',
      host: 'example.com',
      origin: 'own',
      pageTitle: 'On pools',
      kind: 'prose',
      text: expect.stringContaining('handshake'),
      score: expect.any(Number),
    });
    expect(others).toEqual([]);
  });

  test('is searched by origin and by host', async () => {
    const { put, found } = await start();
    await put(await page('https://www.example.com/own', 'pools'));
    await put(await page('https://rival.example/rival', 'pools', { origin: 'competitor' }));
    await put(await page('https://other.example:8080/other', 'pools', { origin: 'competitor' }));
    await put(await page('https://rival.example/cited', 'pools', { origin: 'cited' }));
    const at = async (how: object) => (await found('pool', how)).toSorted();
    expect(await at({})).toEqual(['/cited', '/other', '/own', '/rival']);
    expect(await at({ origin: 'competitor' })).toEqual(['/other', '/rival']);
    expect(await at({ hosts: ['rival.example'] })).toEqual(['/cited', '/rival']);
    expect(await at({ hosts: ['rival.example'], origin: 'cited' })).toEqual(['/cited']);
    expect(await at({ hosts: ['other.example:8080', 'example.com'] })).toEqual(['/other', '/own']);
    expect(await at({ hosts: [] })).toEqual([]);
  });

  test("does not show another project's pages", async () => {
    const { put, found } = await start();
    await put(await page('https://example.com/theirs', 'pools', { projectId: 'prj_two' }));
    expect(await found('pool')).toEqual([]);
  });

  test('takes the place of what a page said before, and writes nothing for the same text but when it was read', async () => {
    const { rows, clock, put, found } = await start();
    expect(await put(await page('https://example.com/a', 'pools'))).toBe('added');
    const before = await rows.all('crawled_passages');
    clock.advance(1000);
    expect(await put(await page('https://example.com/a', 'pools'))).toBe('unchanged');
    expect(await rows.all('crawled_passages')).toEqual(before);
    expect(await rows.all('crawled_pages')).toMatchObject([{ changed_at: clock.now() - 1000, read_at: clock.now() }]);
    expect(await put(await page('https://example.com/a', 'storms'))).toBe('updated');
    expect(await found('pool')).toEqual([]);
    expect(await found('cyclone')).toEqual(['/a']);
  });

  test(`keeps the first ${maxPassages} passages of a page`, async () => {
    const { rows, put } = await start();
    const paragraphs = Array.from({ length: 300 }, (_, nth) => `## Part ${nth}\n\n${'The pool waits for its turn. '.repeat(20)}`);
    await put(await page('https://example.com/book', paragraphs.join('\n\n')));
    expect(await rows.count('crawled_passages')).toBe(maxPassages);
  });

  test('lists the pages of an origin or a host by address', async () => {
    const { pages, put } = await start();
    for (const path of ['b', 'a']) await put(await page(`https://example.com/${path}`, 'pools'));
    await put(await page('https://docs.example.com/c', 'pools'));
    const paths = (some: { url: string }[]) => some.map(({ url }) => new URL(url).pathname);
    expect(paths(await pages.pagesOf(projectId, { origin: 'own', host: 'example.com' }))).toEqual(['/a', '/b']);
    expect(paths(await pages.pagesOf(projectId, { origin: 'own' }))).toEqual(['/c', '/a', '/b']);
    expect(await pages.hostsOf(projectId, 'own')).toEqual(['docs.example.com', 'example.com']);
  });
});

describe('crawled pages make room', () => {
  /** Pages without passages, as many as there may be, each read a second after the one before. */
  async function fill({ rows }: Awaited<ReturnType<typeof start>>, origin: ReadPage['origin'], now: number) {
    const usual = { project_id: projectId, origin, host: 'example.com', title: 'Old', language: 'en', word_count: 1, fingerprint: 'f' };
    await rows.insert(
      'crawled_pages',
      Array.from({ length: maxPages[origin] }, (_, nth) => {
        const at = now - (maxPages[origin] - nth) * 1000;
        return { ...usual, id: `pag_old${nth}`, url: `https://example.com/old/${nth}`, read_at: at, changed_at: at };
      }),
    );
  }

  test('for new ones: the page that was read longest ago goes, of the same origin', async () => {
    const all = await start();
    await all.put(await page('https://rival.example/', 'pools', { origin: 'competitor' }));
    await fill(all, 'cited', all.clock.now());
    await all.put(await page('https://example.com/new', 'pools', { origin: 'cited' }));
    const left = await all.rows.all<{ id: string }>('crawled_pages', { origin: 'cited' }, 'read_at');
    expect(left).toHaveLength(maxPages.cited);
    expect(left[0]!.id).toBe('pag_old1');
    expect(await all.rows.count('crawled_pages', { origin: 'competitor' })).toBe(1);
  });

  test('when nobody has read them for long', async () => {
    const { store, system, clock, put, found } = await start();
    await put(await page('https://example.com/old', 'pools'));
    clock.advance(maxAgeMs / 2);
    await put(await page('https://example.com/new', 'pools'));
    clock.advance(maxAgeMs / 2 + 1);
    while (await store.write(async (tx) => (await crawledRetention(system)(tx)) === true));
    expect(await found('pool')).toEqual(['/new']);
  });
});

/** Repeats a slice until nothing is left. */
const until = async (store: Store, slice: Parameters<Store['write']>[0]) => {
  while (await store.write(slice));
};

test('what is removed leaves nothing behind, not in the index either', async () => {
  const { rows, store, pages, put, found } = await start();
  const long = Array.from({ length: 80 }, (_, nth) => `## Part ${nth}\n\n${'The pool waits for its turn. '.repeat(20)}`).join('\n\n');
  for (let nth = 0; nth < 5; nth++) await put(await page(`https://example.com/${nth}`, long));
  await put(await page('https://rival.example/kept', 'pools', { origin: 'competitor' }));
  await until(store, (tx) => pages.remove(tx, { projectId, origin: 'own' }));
  expect(await found('pool')).toEqual(['/kept']);
  expect([await rows.count('crawled_pages'), await rows.count('crawled_passages'), await rows.count('crawled_fts_docsize')]).toEqual([
    1, 1, 1,
  ]);
});

test("a competitor goes with its pages, those of its subdomains too, but not those of another competitor's", async () => {
  const app = await createTestApp();
  const { desk } = app;
  const added = (await desk.call('competitors_add', { name: 'Rival', domain: 'rival.example' })) as { id: string; projectId: string };
  await desk.call('competitors_add', { name: 'Shop', domain: 'shop.rival.example' });
  await desk.call('competitors_add', { name: 'Other', domain: 'otherrival.example' });
  const rows = rowsOf(app.home);
  const usual = { project_id: added.projectId, title: 'T', language: 'en', word_count: 1, fingerprint: 'f', read_at: 1, changed_at: 1 };
  const hosts = ['rival.example', 'blog.rival.example', 'shop.rival.example', 'eu.shop.rival.example', 'otherrival.example'];
  await rows.insert(
    'crawled_pages',
    [...hosts.map((host) => ({ host, origin: 'competitor' })), { host: 'rival.example', origin: 'cited' }].flatMap((one, at) =>
      Array.from({ length: 30 }, (_, nth) => ({ ...usual, ...one, id: `pag_${at}_${nth}`, url: `https://${one.host}/${nth}` })),
    ),
  );
  await desk.call('competitors_remove', { id: added.id });
  const left = await rows.query<{ host: string; origin: string; count: number }>(
    'select host, origin, count(*) as count from crawled_pages group by host, origin order by host',
  );
  expect(left).toEqual([
    { host: 'eu.shop.rival.example', origin: 'competitor', count: 30 },
    { host: 'otherrival.example', origin: 'competitor', count: 30 },
    { host: 'rival.example', origin: 'cited', count: 30 },
    { host: 'shop.rival.example', origin: 'competitor', count: 30 },
  ]);
});
