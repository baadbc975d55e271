import { expect, onTestFinished, test } from 'vitest';
import { readDocument } from '../../../src/documents/reading.ts';
import { createDial } from '../../../src/net/request.ts';
import { createCrawledPages } from '../../../src/services/site/crawled/pages.ts';
import { pdfOf, textLines } from '../../support/pdf.ts';
import { file, startSite, type Answering } from '../../support/site.ts';
import { openTestStore } from '../../support/store.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { create, job, optimized, read, rival, startPages } from './pages.ts';

const keyword = 'connection pool';

/** Answers as Serper does, with these pages as results. */
async function startSearch(links: readonly string[]) {
  const asked: string[] = [];
  const site = await startSite({
    '/search': (request, response) => {
      request
        .on('data', () => {})
        .on('end', () => {
          asked.push('search');
          const organic = links.map((link, index) => ({ title: `Result ${index + 1}`, link, snippet: 'A snippet.', position: index + 1 }));
          const peopleAlsoAsk = [{ question: 'How do I find a connection leak?', snippet: '', title: '', link: links[0] }];
          response
            .writeHead(200, { 'content-type': 'application/json' })
            .end(JSON.stringify({ organic, peopleAlsoAsk, relatedSearches: [], credits: 1 }));
        });
    },
  });
  return { asked, url: site.url };
}

test('without given pages the best results of the search are read, but not those of the site itself', async () => {
  const app = await createTestApp();
  const { own, theirs } = await startPages({ '/d': rival('Delta'), '/e': rival('Epsilon'), '/f': rival('Phi'), '/g': rival('Chi') });
  const links = ['/a', '/b', '/none', '/c', '/d', '/e', '/f', '/g'].map((path) => theirs.url + path);
  const search = await startSearch([links[0]!, `${own.url}/other`, ...links.slice(1)]);
  await app.desk.call('integrations_set', { provider: 'serper', apiKey: 'key', baseUrl: search.url });
  const found = await optimized(app, { url: `${own.url}/pool`, keyword, writer: 'none' });
  expect(found.basis).toMatchObject({ kind: 'search', source: 'serper', checkedAt: expect.any(String), why: null });
  expect(found.competitors.map(({ rank, error }) => [rank, error?.code])).toEqual([
    [1, undefined],
    [3, undefined],
    [4, 'unreadable_source'],
    [5, undefined],
    [6, undefined],
    [7, undefined],
  ]);
  expect(found.missingQuestions.map(({ question }) => question)).toContain('How do I find a connection leak?');
  expect(theirs.asked.filter((path) => path === '/robots.txt')).toHaveLength(1);

  // A results page of this week is not paid for again.
  await optimized(app, { url: `${own.url}/pool`, keyword, writer: 'none' });
  expect(search.asked).toHaveLength(1);
  await app.advance(8 * 24 * 3_600_000);
  await optimized(app, { url: `${own.url}/pool`, keyword, writer: 'none' });
  expect(search.asked).toHaveLength(2);
});

test('two addresses that lead to one page are one competitor', async () => {
  const app = await createTestApp();
  const to =
    (path: string): Answering =>
    (_, response) =>
      void response.writeHead(302, { location: path }).end();
  const { own, theirs } = await startPages({ '/old': to('/a'), '/older': to('/a') });
  const competitorUrls = ['/old', '/older', '/b'].map((path) => theirs.url + path);
  const { competitors } = await optimized(app, { url: `${own.url}/pool`, keyword, competitorUrls, writer: 'none' });
  expect(competitors.map(({ error }) => error?.code).toSorted()).toEqual(['conflict', undefined, undefined]);
});

test('what is found is read only where robots.txt allows it, what is given always', async () => {
  const app = await createTestApp();
  const { own, theirs } = await startPages({ '/robots.txt': file('text/plain', 'User-agent: *\nDisallow: /b\n') });
  const search = await startSearch(['/a', '/b', '/c'].map((path) => theirs.url + path));
  await app.desk.call('integrations_set', { provider: 'serper', apiKey: 'key', baseUrl: search.url });
  const found = await optimized(app, { url: `${own.url}/pool`, keyword, writer: 'none' });
  expect(found.competitors.map(({ url, error }) => [new URL(url).pathname, error?.code])).toEqual([
    ['/a', undefined],
    ['/b', 'unreadable_source'],
    ['/c', undefined],
  ]);
  expect(theirs.asked).not.toContain('/b');
  const given = await optimized(app, { url: `${own.url}/pool`, keyword, competitorUrls: [`${theirs.url}/b`], writer: 'none' });
  expect(given).toMatchObject({ status: 'ready', competitors: [{ error: null }] });
});

test('without a search the crawled pages of others are read that say most on it', async () => {
  const app = await createTestApp();
  const { own, theirs } = await startPages();
  await crawled(app, [`${theirs.url}/a`, `${theirs.url}/b`, `${own.url}/other`], rival('Crawled'));
  const found = await optimized(app, { url: `${own.url}/pool`, keyword, writer: 'none' });
  expect(found.basis).toEqual({ kind: 'crawled', source: null, checkedAt: null, why: 'integration_required' });
  expect(found.competitors.map(({ url }) => new URL(url).pathname).toSorted()).toEqual(['/a', '/b']);
});

test('where the search cannot be asked, the crawled pages stand in for it, and say why', async () => {
  const app = await createTestApp();
  const { own, theirs } = await startPages();
  const broken = await startSite({
    '/search': (_, response) => void response.writeHead(403, { 'content-type': 'application/json' }).end('{"message":"Unauthorized."}'),
  });
  await app.desk.call('integrations_set', { provider: 'serper', apiKey: 'key', baseUrl: broken.url });
  await crawled(app, [`${theirs.url}/a`], rival('Crawled'));
  expect(await optimized(app, { url: `${own.url}/pool`, keyword, writer: 'none' })).toMatchObject({
    basis: { kind: 'crawled', why: 'provider_error', failed: [{ provider: 'serper', code: 'provider_refused' }] },
  });
});

const searched = `/search?${new URLSearchParams({ q: keyword, format: 'json', categories: 'general', language: 'en', pageno: '1' })}`;

/** Two providers, of which the first has trouble: Serper and a SearXNG. */
async function startTwo(app: TestApp, links: readonly string[]) {
  const broken = await startSite({ '/search': (_, response) => void response.writeHead(503).end() });
  const results = links.map((url, index) => ({ url, title: `Result ${index + 1}`, content: 'A snippet.', engines: ['one'] }));
  const other = await startSite({ [searched]: file('application/json', JSON.stringify({ results, unresponsive_engines: [] })) });
  await app.desk.call('integrations_set', { provider: 'serper', apiKey: 'key', baseUrl: broken.url });
  await app.desk.call('integrations_set', { provider: 'searxng', baseUrl: other.url });
  return { broken, other };
}

test('where one provider does not answer the next is asked, and who failed is told', async () => {
  const app = await createTestApp();
  const { own, theirs } = await startPages();
  await startTwo(app, [`${theirs.url}/a`, `${theirs.url}/b`]);
  const found = await optimized(app, { url: `${own.url}/pool`, keyword, writer: 'none' });
  expect(found.basis).toMatchObject({ kind: 'search', source: 'searxng', why: null, failed: [{ provider: 'serper', code: 'provider_failed' }] }); // prettier-ignore
});

test('where no provider answers, an older results page stands in, and says of when it is', async () => {
  const app = await createTestApp();
  const { own, theirs } = await startPages();
  const { other } = await startTwo(app, [`${theirs.url}/a`, `${theirs.url}/b`]);
  const first = await optimized(app, { url: `${own.url}/pool`, keyword, writer: 'none' });
  other.pages[searched] = (_, response) => void response.writeHead(503).end();
  await app.advance(8 * 24 * 3_600_000);
  const { basis } = await optimized(app, { url: `${own.url}/pool`, keyword, writer: 'none' });
  expect(basis).toMatchObject({ kind: 'search', source: 'searxng', checkedAt: first.basis!.checkedAt, why: 'provider_error' });
  expect(basis!.failed!.map(({ provider }) => provider)).toEqual(['serper', 'searxng']);
});

test('where no provider answers and there is no other page, the job says who failed how, and tries again', async () => {
  const app = await createTestApp();
  const { own, theirs } = await startPages();
  const { other } = await startTwo(app, [`${theirs.url}/a`]);
  const answer = other.pages[searched]!;
  other.pages[searched] = (_, response) => void response.writeHead(503).end();
  const waiting = await optimized(app, { url: `${own.url}/pool`, keyword, writer: 'none' });
  expect(await job(app, waiting.jobId)).toMatchObject({
    status: 'queued',
    error: { code: 'provider_failed', retryable: true, message: expect.stringMatching(/serper: .*searxng: /s) },
  });
  other.pages[searched] = answer;
  await app.advance(3_600_000);
  await app.desk.runDue();
  expect(await read(app, waiting.id)).toMatchObject({ status: 'ready', basis: { source: 'searxng' } });
});

test('where a provider answers and finds nobody, an older results page does not stand in, and it is not said that nobody answered', async () => {
  const app = await createTestApp();
  const { own, theirs } = await startPages();
  const { other } = await startTwo(app, [`${theirs.url}/a`]);
  expect(await optimized(app, { url: `${own.url}/pool`, keyword, writer: 'none' })).toMatchObject({ status: 'ready' });
  other.pages[searched] = file('application/json', JSON.stringify({ results: [{ url: `${own.url}/other`, title: 'Own', content: 'A snippet.', engines: ['one'] }], unresponsive_engines: [] })); // prettier-ignore
  await app.advance(8 * 24 * 3_600_000);
  const waiting = await optimized(app, { url: `${own.url}/pool`, keyword, writer: 'none' });
  const { error } = await job(app, waiting.jobId);
  expect(error!.message).toMatch(/^The search found no page of others, and .*serper: /);
});

test('where there is nobody to hold it against, the three ways are named', async () => {
  const app = await createTestApp();
  const { own } = await startPages();
  await expect(create(app, { url: `${own.url}/pool`, keyword, writer: 'none' })).rejects.toMatchObject({
    code: 'integration_required',
    hint: expect.stringMatching(/competitorUrls.*serper.*competitors_add/s),
  });
});

test('pages that cannot be read are named with their errors, and the rest goes on', async () => {
  const network = createDial({ production: false, allowedNetworks: [] });
  onTestFinished(() => network.close());
  const app = await createTestApp({ request: network.request });
  const { own, theirs } = await startPages({
    '/picture.png': file('image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47])),
    '/blocked': (_, response) => void response.writeHead(403).end(),
    '/empty': '<!doctype html><title>Nothing</title><body></body>',
    '/shell': '<!doctype html><title>App</title><body><div id="root"></div><script src="/app.js"></script></body>',
    '/huge': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<!doctype html><title>Huge</title><body><p>${'word '.repeat(4_200_000)}</p></body>`);
    },
    '/de': `<!doctype html><html lang="de"><title>Verbindungspool</title><body><main><p>${'Ein Pool hält die Verbindungen offen, damit keine Anfrage auf einen neuen Handschlag warten muss. '.repeat(4)}</p></main></body></html>`,
    '/paper.pdf': file(
      'application/pdf',
      pdfOf([
        textLines(['A connection pool shares open connections among requests,', 'so that none of them has to wait for a handshake.']),
      ]),
    ),
  });
  const paths = ['/a', '/picture.png', '/blocked', '/empty', '/shell', '/huge', '/paper.pdf', '/de'];
  const competitorUrls = [...paths.map((path) => theirs.url + path), `${own.url}/pool`, 'http://169.254.169.254/latest'];
  const found = await optimized(app, { url: `${own.url}/pool`, keyword, competitorUrls, writer: 'none' });
  expect(found.status).toBe('ready');
  expect(found.competitors.map(({ error }) => error?.code)).toEqual([
    undefined,
    'unreadable_source',
    'unreadable_source',
    'unreadable_source',
    'unreadable_source',
    'unreadable_source',
    undefined,
    'unreadable_source',
    'conflict',
    'address_refused',
  ]);
  expect(found.competitors[7]!.error!.message).toBe('It is in German, and English is wanted.');
  expect(found.competitors[8]!.error!.message).toBe('It is the page itself.');
});

test('a page that cannot be read itself fails the job, and says why', async () => {
  const app = await createTestApp();
  const { own, competitorUrls } = await startPages();
  own.pages['/empty'] = '<!doctype html><title>Nothing</title>';
  const found = await optimized(app, { url: `${own.url}/empty`, keyword, competitorUrls, writer: 'none' });
  expect(found).toMatchObject({ status: 'failed', error: { code: 'unreadable_source' } });
  expect(await job(app, found.jobId)).toMatchObject({ status: 'failed', error: { code: 'unreadable_source' } });
  const none = await optimized(app, { url: `${own.url}/pool`, keyword, competitorUrls: [`${own.url}/gone`], writer: 'none' });
  expect(none).toMatchObject({
    status: 'failed',
    error: { code: 'insufficient_sources' },
    competitors: [{ error: { code: 'unreadable_source' } }],
  });
});

test('without a keyword it is the one that the page is about', async () => {
  const app = await createTestApp();
  const { own, competitorUrls } = await startPages();
  const found = await optimized(app, { url: `${own.url}/pool`, competitorUrls, writer: 'none' });
  expect(found).toMatchObject({ status: 'ready', keyword: expect.stringMatching(/connection pool/i), keywordSource: 'page' });
});

test('what is no address of a page is refused at once', async () => {
  const app = await createTestApp();
  const { own, competitorUrls } = await startPages();
  const ask = (more: Record<string, unknown>) => create(app, { url: `${own.url}/pool`, keyword, competitorUrls, ...more });
  await expect(ask({ url: 'http://169.254.169.254/' })).rejects.toMatchObject({ code: 'address_refused' });
  await expect(ask({ url: 'ftp://example.com/' })).rejects.toMatchObject({ code: 'invalid_input', errors: [{ pointer: '/url' }] });
  await expect(ask({ competitorUrls: ['nothing'] })).rejects.toMatchObject({
    code: 'invalid_input',
    errors: [{ pointer: '/competitorUrls/0' }],
  });
  await expect(ask({ keyword: '!!!' })).rejects.toMatchObject({ code: 'invalid_input', errors: [{ pointer: '/keyword' }] });
  await expect(ask({ sources: ['doc_unknown'] })).rejects.toMatchObject({ code: 'invalid_input', errors: [{ pointer: '/sources/0' }] });
  await expect(ask({ writer: 'llm' })).rejects.toMatchObject({ code: 'integration_required' });
  await expect(read(app, 'opt_gone')).rejects.toMatchObject({ code: 'not_found' });
});

/** As if a crawl had read these pages. */
async function crawled(app: TestApp, urls: readonly string[], html: string): Promise<void> {
  const { store, system } = openTestStore({ home: app.home });
  const pages = createCrawledPages(store, system);
  const { data } = (await app.desk.call('projects_list', {})) as { data: { id: string }[] };
  const text = await readDocument({ kind: 'html', content: html });
  for (const url of urls)
    await store.write((tx) => pages.put(tx, { projectId: data[0]!.id, origin: 'competitor', url, title: text.title, read: text }));
}
