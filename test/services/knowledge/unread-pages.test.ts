import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import type { Overview } from '../../../schema/overview.ts';
import type { Copydesk } from '../../../src/app.ts';
import { file, pageOf, startSite, type Site } from '../../support/site.ts';
import { createTestApp } from '../../support/test-app.ts';

interface Sitemap {
  id: string;
  jobId: string;
  status: string;
  unreadPageCount: number;
  unreadPages: { url: string; reason: string }[];
  nextOffset: number | null;
}

const page = (name: string) => pageOf(`The ${name}`, [`A ${name} keeps a workshop by the river, where the hands of a ${name} have work until the last light.`]); // prettier-ignore

function list(site: Site, paths: readonly string[]): void {
  const entries = paths.map((path) => `<url><loc>${site.url}${path}</loc></url>`).join('');
  site.pages['/sitemap.xml'] = file('application/xml', `<urlset>${entries}</urlset>`);
}

/** A site of four pages, of which two cannot be read and robots.txt forbids one. */
async function startTrades(): Promise<Site> {
  const site = await startSite({
    '/potter': page('potter'),
    '/empty': '<p></p>',
    '/robots.txt': file('text/plain', 'User-agent: *\nDisallow: /secret'),
  });
  list(site, ['/potter', '/gone', '/empty', '/secret']);
  return site;
}

async function take(desk: Copydesk, site: Site): Promise<string> {
  const { id } = (await desk.call('knowledge_create', { sitemapUrl: `${site.url}/sitemap.xml` })) as Sitemap;
  await desk.runDue();
  return id;
}

const get = (desk: Copydesk, id: string, offset?: number) => desk.call('knowledge_get', { id, offset }) as Promise<Sitemap>;

async function refresh(desk: Copydesk, id: string): Promise<void> {
  await desk.call('knowledge_refresh', { id });
  await desk.runDue();
}

test('the overview counts pages of sitemaps apart from other documents', async () => {
  const { desk } = await createTestApp();
  const id = await take(desk, await startTrades());
  const { happened } = (await desk.call('overview_get')) as Overview;
  expect(happened).toMatchObject([{ kind: 'pages_added', count: 1, operation: 'knowledge_list', arguments: { parentId: id } }]);
  expect(await desk.call(happened[0]!.operation, happened[0]!.arguments)).toMatchObject({ data: [{ title: 'The potter' }] });
});

test('a sitemap tells which of its pages could not be read, and why', async () => {
  const { desk } = await createTestApp();
  const site = await startTrades();
  const id = await take(desk, site);
  expect(await get(desk, id)).toMatchObject({
    status: 'ready',
    unreadPageCount: 3,
    unreadPages: [
      { url: `${site.url}/gone`, reason: expect.stringContaining('answered 404') },
      { url: `${site.url}/empty`, reason: expect.stringContaining('No prose') },
      { url: `${site.url}/secret`, reason: "The site's robots.txt asks crawlers not to read it." },
    ],
    nextOffset: null,
  });
  const { data } = (await desk.call('knowledge_list')) as { data: Sitemap[] };
  expect(data.map(({ unreadPageCount }) => unreadPageCount).toSorted()).toEqual([0, 3]);
});

test('they stay until a refresh has read them, while it is under way too', async () => {
  const { desk } = await createTestApp();
  const site = await startTrades();
  const id = await take(desk, site);
  site.pages['/gone'] = page('weaver');
  await desk.call('knowledge_refresh', { id });
  expect(await get(desk, id)).toMatchObject({ status: 'reading', unreadPageCount: 3, unreadPages: { length: 3 } });
  await desk.runDue();
  expect(await get(desk, id)).toMatchObject({ unreadPageCount: 2 });
  expect((await get(desk, id)).unreadPages.map(({ url }) => new URL(url).pathname)).toEqual(['/empty', '/secret']);
});

test('a page that the sitemap lists no more is not awaited any longer', async () => {
  const { desk } = await createTestApp();
  const site = await startTrades();
  const id = await take(desk, site);
  list(site, ['/potter', '/empty']);
  await refresh(desk, id);
  expect(await get(desk, id)).toMatchObject({ unreadPageCount: 1, unreadPages: [{ url: `${site.url}/empty` }] });
});

test('a page that was read and then fails is told, until it can be read again', async () => {
  const { desk } = await createTestApp();
  const site = await startTrades();
  list(site, ['/potter']);
  const id = await take(desk, site);
  expect(await get(desk, id)).toMatchObject({ unreadPageCount: 0, unreadPages: [] });
  delete site.pages['/potter'];
  await refresh(desk, id);
  expect(await get(desk, id)).toMatchObject({ status: 'ready', unreadPageCount: 1, unreadPages: [{ url: `${site.url}/potter` }] });
  site.pages['/potter'] = page('potter');
  await refresh(desk, id);
  expect(await get(desk, id)).toMatchObject({ unreadPageCount: 0, unreadPages: [] });
});

test('many are told in pages', async () => {
  const { desk } = await createTestApp();
  const site = await startTrades();
  list(
    site,
    Array.from({ length: 60 }, (_, index) => `/gone/${index}`),
  );
  const id = await take(desk, site);
  const first = await get(desk, id);
  expect(first).toMatchObject({ status: 'failed', unreadPageCount: 60, unreadPages: { length: 50 }, nextOffset: 50 });
  const second = await get(desk, id, first.nextOffset!);
  expect(second).toMatchObject({ unreadPages: { length: 10 }, nextOffset: null });
  expect(new Set([...first.unreadPages, ...second.unreadPages].map(({ url }) => url)).size).toBe(60);
});

test('taking in a small site and saying what could not be read takes three calls and few tokens', async () => {
  const { desk } = await createTestApp();
  const site = await startTrades();
  list(site, [...Array.from({ length: 30 }, (_, index) => `/gone/${index}`), '/potter']);
  const made = (await desk.call('knowledge_create', { sitemapUrl: `${site.url}/sitemap.xml` })) as Sitemap;
  await desk.runDue();
  const read = [made, await desk.call('jobs_get', { id: made.jobId, waitSeconds: 30 }), await get(desk, made.id)];
  expect(read[2]).toMatchObject({ unreadPageCount: 30, unreadPages: { length: 30 } });
  expect(read.reduce((sum: number, answer) => sum + countTokens(JSON.stringify(answer)), 0)).toBeLessThan(6000);
});
