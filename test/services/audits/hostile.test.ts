import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { file, startSite, type Answering } from '../../support/site.ts';
import { createTestApp } from '../../support/test-app.ts';
import { longestTurnOf, watchTurns } from '../../support/turns.ts';
import { audited, get, htmlPage, issuesOf, listed, placesOf, rowOfPages, start } from './audit-app.ts';

/** Beyond what an idle loop is held for, in milliseconds of this thread: what other programs take of it does not count. */
const maxHold = 50;

/** A desk that has audited before, so that no code is compiled for the first time, and knows how long the event loop was held since. */
async function warmApp() {
  const app = await createTestApp();
  const site = await startSite({ '/': htmlPage('Start', linksTo(...Array.from({ length: 60 }, (_, nth) => `/p${nth}`))) });
  await audited(app, site);
  await audited(app, site);
  return app;
}

const linksTo = (...paths: string[]) => paths.map((path) => `<a href="${path}">To ${path}</a>`).join('\n');
const repeated = (length: number, piece: string) => piece.repeat(Math.ceil(length / piece.length));
const page = (body: string) => `<!doctype html><html lang="en"><head><title>A title</title></head><body><main>${body}`;
const redirect =
  (location: string): Answering =>
  (_, response) =>
    void response.writeHead(302, { location }).end();

/** Bytes now and then, without an end. */
const dripping: Answering = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/html' });
  const drip = setInterval(() => response.write('.'), 50);
  response.once('close', () => clearInterval(drip));
};

const raw =
  (bytes: string): Answering =>
  (_, { socket }: ServerResponse) =>
    void socket!.end(bytes);

const zeros = gzipSync(Buffer.alloc(50 * 1024 * 1024), { level: 1 });

test('a site that does everything wrong at once is audited to its end, beside other work', { timeout: 30_000 }, async () => {
  const app = await warmApp();
  const wrong: Record<string, Answering> = {
    '/loop': redirect('/loop-2'),
    '/loop-2': redirect('/loop'),
    '/bomb': file('text/html', zeros, { 'content-encoding': 'gzip' }),
    '/short': raw('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 1000\r\n\r\nonly this'),
    '/long': raw('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 4\r\n\r\nmore than that'),
    '/noise': raw('SSH-2.0-OpenSSH_9.2\r\n'),
    '/bytes': file('text/html', Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0, 0x3c, 0xd8])),
    '/title': htmlPage('T'.repeat(100_000), 'Nothing'),
    '/dead': ({ socket }) => void socket.destroy(),
    '/away': redirect('http://127.0.0.1:9/'),
    '/inside': redirect('//['),
  };
  const site = await startSite({
    '/': htmlPage('Start', linksTo(...Object.keys(wrong))),
    ...wrong,
    '/sitemap.xml': (_, response) =>
      void response.end(`<sitemapindex><sitemap><loc>${site.url}/sitemap.xml</loc></sitemap></sitemapindex>`),
  });
  const longestTurn = watchTurns();
  const audit = await audited(app, site, { maxSeconds: 20 });
  expect(longestTurn()).toBeLessThan(maxHold);
  expect(audit).toMatchObject({ status: 'finished', endedBy: 'complete', pagesRead: 12, pagesLeft: 0 });
  const codes = (await issuesOf(app)).map(({ code }) => code);
  expect(codes).toEqual(expect.arrayContaining(['redirect_loops', 'no_answer', 'title_too_long']));
  // What was cut off is judged by nothing that its rest may hold.
  const { data } = await listed<{ url: string; codes: string[] }>(app, { view: 'pages', limit: 100 });
  for (const path of ['/bomb', '/short'])
    expect(data.find(({ url }) => url === `${site.url}${path}`)!.codes).not.toContain('title_missing');
});

test('audits of sites whose answers never end keep within their time, two at once', { timeout: 40_000 }, async () => {
  const app = await createTestApp();
  const silent = await startSite({ '/': page('Nothing'), '/robots.txt': dripping });
  const later = await startSite({ '/': page('Nothing'), '/llms.txt': redirect('/drip'), '/drip': dripping });
  const { id: projectId } = (await app.desk.call('projects_create', { name: 'Second' })) as { id: string };
  const { data } = (await app.desk.call('projects_list', {})) as { data: { id: string }[] };
  const other = data.find(({ id }) => id !== projectId)!;
  const audits = [
    await start(app, silent, { projectId, maxSeconds: 10 }),
    await start(app, later, { projectId: other.id, maxSeconds: 10 }),
  ];
  const began = performance.now();
  await app.desk.runDue();
  // What the pages do not tell is asked for ten seconds at most.
  expect(performance.now() - began).toBeLessThan(16_000);
  const ends = await Promise.all(audits.map(({ id }) => get(app, id)));
  expect(ends.map(({ status, endedBy }) => [status, endedBy])).toEqual([
    ['finished', 'max_seconds'],
    ['finished', 'complete'],
  ]);
});

test('a host that is asked too often is not asked on and on for what its pages do not tell', async () => {
  const app = await createTestApp();
  const tooOften: Answering = (_, response) => void response.writeHead(429, { 'retry-after': '3600' }).end();
  const site = await startSite({ '/': page('Nothing'), '/llms.txt': tooOften });
  expect(await audited(app, site)).toMatchObject({ endedBy: 'complete', aiAccess: { llmsTxt: null } });
  expect(site.asked.filter((path) => path === '/llms.txt')).toHaveLength(1);
});

test.each([
  ['elements that never end', (length: number) => repeated(length, '<div>')],
  ['tables within tables', (length: number) => repeated(length, '<table><tr><td>')],
  ['tables side by side', (length: number) => repeated(length, '<table><tr><th>1<td>2</table>')],
  ['text without a stop', (length: number) => 'x'.repeat(length)],
  ['text without spaces', (length: number) => repeated(0.8 * length, '漢字の文書です。')],
  ['markup that is none', (length: number) => '<'.repeat(length)],
  [
    'structured data of a hundred thousand brackets',
    (length: number) => `<script type="application/ld+json">${'['.repeat(length)}</script>`,
  ],
])('a page of %s is read beside other work', { timeout: 20_000 }, async (_, bodyOf) => {
  const app = await warmApp();
  const site = await startSite({ '/': page(bodyOf(200_000) + linksTo('/large')), '/large': page(bodyOf(2_000_000)) });
  const audit = async () => expect(await audited(app, site)).toMatchObject({ endedBy: 'complete' });
  expect(await longestTurnOf(audit, maxHold)).toBeLessThan(maxHold);
});

test('the text of large pages of the own site is read and kept beside other work', { timeout: 60_000 }, async () => {
  const app = await warmApp();
  const prose = (nth: number) =>
    `<h2>Part ${nth}</h2>${`<p>${`The pump of part ${nth} moves water from one place to another. `.repeat(12)}</p>`.repeat(4)}`;
  const large = (parts: number) => page(Array.from({ length: parts }, (_, nth) => prose(nth)).join(''));
  const site = await startSite({ '/': page(`<p>${'Pumps of all sorts, in parts. '.repeat(8)}</p>${linksTo('/a', '/b', '/c')}`) });
  for (const [path, parts] of [
    ['/a', 40],
    ['/b', 200],
    ['/c', 1000],
  ] as const)
    // As bytes: making them of a string takes the site, which shares the thread, as long as its page takes the desk.
    site.pages[path] = Buffer.from(large(parts));
  const [project] = ((await app.desk.call('projects_list')) as { data: { id: string }[] }).data;
  await app.desk.call('projects_update', { id: project!.id, siteUrl: site.url });
  const longestTurn = watchTurns();
  expect(await audited(app, site)).toMatchObject({ endedBy: 'complete', htmlPages: 4 });
  expect(longestTurn()).toBeLessThan(maxHold);
  expect((await app.desk.services.crawledPages.search(project!.id, 'pump', { origin: 'own' })).length).toBeGreaterThan(0);
  expect((await app.desk.services.crawledPages.pagesOf(project!.id, { origin: 'own' })).length).toBeGreaterThanOrEqual(3);
});

test('a robots.txt of thousands of rules is judged beside other work', { timeout: 20_000 }, async () => {
  const app = await warmApp();
  const rules = Array.from({ length: 2900 }, (_, rule) => `Disallow: /*%E9${rule}*x*y\n`).join('');
  const scripts = Array.from({ length: 60 }, (_, nth) => `<script src="/s/${nth}/${'%E9'.repeat(500)}.js"></script>`).join('');
  const site = await startSite({ '/': page(scripts), '/robots.txt': file('text/plain', `User-agent: *\n${rules}`) });
  const audit = async () => expect(await audited(app, site)).toMatchObject({ endedBy: 'complete' });
  expect(await longestTurnOf(audit, maxHold)).toBeLessThan(maxHold);
});

test('a site that dies midway is told, and what was read is kept', async () => {
  const app = await createTestApp();
  const site = await startSite({ '/': page(linksTo(...Array.from({ length: 40 }, (_, nth) => `/p${nth}`))) });
  for (let nth = 0; nth < 40; nth++) site.pages[`/p${nth}`] = nth < 10 ? page('Here') : ({ socket }) => void socket.destroy();
  expect(await audited(app, site)).toMatchObject({ endedBy: 'unreachable', score: expect.any(Number), htmlPages: expect.any(Number) });
});

test('an audit that goes on when its site has closed does not call itself complete', async () => {
  const site = await startSite(rowOfPages(120));
  const first = await createTestApp();
  const { id } = await start(first, site, { maxDepth: 100 });
  const html = site.pages['/p60'] as string;
  let closed: Promise<void> | undefined;
  site.pages['/p60'] = (_, response) => {
    closed ??= first.desk.close();
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  };
  await first.desk.runDue().catch(() => {});
  await closed;
  site.pages['/robots.txt'] = (_, response) => void response.writeHead(503).end();
  const app = await createTestApp({ home: first.home, id: (prefix) => `${prefix}_later` });
  await app.advance(60_000);
  expect(await get(app, id)).toMatchObject({ status: 'finished', endedBy: 'robots_forbid', score: expect.any(Number) });
});

test('a clock that is set back while an audit runs gives it no more time', async () => {
  let now = Date.UTC(2026, 4, 3);
  const app = await createTestApp({ now: () => now });
  const site = await startSite(rowOfPages(4));
  const html = site.pages['/p2'] as string;
  site.pages['/p2'] = (_, response) => {
    now -= 3_600_000;
    response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  };
  expect(await audited(app, site)).toMatchObject({ endedBy: 'complete', pagesRead: 4, seconds: 0 });
});

test('where robots.txt could not be read, nothing is said to be missing that was not asked for', async () => {
  const app = await createTestApp();
  const site = await startSite({ '/': page('Nothing'), '/robots.txt': (_, response) => void response.writeHead(503).end() });
  expect(await audited(app, site)).toMatchObject({ endedBy: 'robots_forbid', pagesRead: 0, score: null, aiAccess: null });
  expect((await issuesOf(app)).map(({ code }) => code)).toEqual(['robots_error']);
  expect((await placesOf(app, 'robots_error')).map(({ evidence }) => evidence)).toEqual(['answers 503']);
});
