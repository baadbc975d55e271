import { describe, expect, test } from 'vitest';
import type { Project } from '../../../schema/projects.ts';
import type { Visit } from '../../../src/crawl/crawl.ts';
import type { ReadDocument } from '../../../src/documents/reading.ts';
import { keepingTexts, maxTexts, maxWaitingBytes } from '../../../src/services/audits/texts.ts';
import { rowsOf } from '../../support/rows.ts';
import { file, startSite, type Site } from '../../support/site.ts';
import { quietSystem } from '../../support/store.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { audited, htmlPage } from './audit-app.ts';

const text =
  'Sourdough rises slowly because wild yeast works slowly, and its taste comes from the acid that bacteria make meanwhile. '.repeat(3);
const page = (title: string, head = '') => htmlPage(title, `<p>${text}</p>`, head);
const front = (...paths: string[]) => htmlPage('Start', `<p>${text}</p>${paths.map((path) => `<p><a href="${path}">on</a></p>`).join('')}`);

async function startOwn(pages: Site['pages']): Promise<{ app: TestApp; site: Site; found(): Promise<string[]> }> {
  const site = await startSite(pages);
  const app = await createTestApp({ siteUrl: `${site.url}/` });
  const [project] = ((await app.desk.call('projects_list')) as { data: Project[] }).data;
  const found = async () => {
    const passages = await app.desk.services.crawledPages.search(project!.id, 'sourdough', { origin: 'own', limit: 100 });
    return [...new Set(passages.map(({ url }) => new URL(url).pathname))].toSorted();
  };
  return { app, site, found };
}

describe('the main text of the pages that an audit reads', () => {
  test('is found among the crawled pages, where they are pages of text to be indexed under their own address', async () => {
    const { app, site, found } = await startOwn({
      '/': front('/bread', '/hidden', '/copy', '/itself', '/short', '/gone', '/moved', '/robots'),
      '/bread': page('Bread'),
      '/hidden': page('Hidden', '<meta name="robots" content="noindex">'),
      '/robots': file('text/html', page('Robots'), { 'x-robots-tag': 'noindex' }),
      '/copy': page('Copy', '<link rel="canonical" href="/bread">'),
      '/itself': page('Itself', '<link rel="canonical" href="/itself">'),
      '/short': htmlPage('Short', '<p>Sourdough.</p>'),
      '/moved': (_, response) => void response.writeHead(301, { location: '/bread' }).end(),
    });
    await audited(app, site);
    expect(await found()).toEqual(['/', '/bread', '/itself']);
  });

  test('is not kept of a site that is not the project’s', async () => {
    const { app, found } = await startOwn({ '/': page('Own') });
    await audited(app, await startSite({ '/': page('Theirs') }));
    expect(await found()).toEqual([]);
  });

  test('is read again only where the page has changed, and kept from growing old', async () => {
    const { app, site } = await startOwn({ '/': front('/bread'), '/bread': page('Bread') });
    await audited(app, site);
    const rows = rowsOf(app.home);
    await rows.update('crawled_pages', { title: 'As it was kept' });
    site.pages['/bread'] = page('Rye');
    await app.advance(2 * 24 * 3_600_000);
    await audited(app, site);
    expect(await rows.all('crawled_pages', {}, 'url')).toMatchObject([
      { title: 'As it was kept', read_at: app.now() },
      { title: 'Rye', read_at: app.now() },
    ]);
  });

  test('is let go when the page is gone, or no more to be found; not for trouble of the server', async () => {
    const { app, site, found } = await startOwn({
      '/': front('/gone', '/hidden', '/trouble', '/moved'),
      ...Object.fromEntries(['/gone', '/hidden', '/trouble', '/moved'].map((path) => [path, page(path)])),
    });
    await audited(app, site);
    expect(await found()).toEqual(['/', '/gone', '/hidden', '/moved', '/trouble']);
    delete site.pages['/gone'];
    site.pages['/hidden'] = page('Hidden', '<meta name="robots" content="noindex">');
    site.pages['/trouble'] = (_, response) => void response.writeHead(500).end();
    site.pages['/moved'] = (_, response) => void response.writeHead(301, { location: '/' }).end();
    await audited(app, site);
    expect(await found()).toEqual(['/', '/trouble']);
  });

  test('that cannot be read costs the audit nothing', async () => {
    const code = htmlPage('Sourdough', `<pre>${'sourdough.rise(slowly);\n'.repeat(30)}</pre>`);
    const { app, site, found } = await startOwn({ '/': front('/code'), '/code': code });
    expect(await audited(app, site)).toMatchObject({ status: 'finished', htmlPages: 2 });
    expect(await found()).toEqual(['/']);
  });
});

describe('an audit', () => {
  /** Texts that are read when the test lets them. */
  function start() {
    const read: string[] = [];
    const gate = Promise.withResolvers<void>();
    const texts = keepingTexts({
      system: quietSystem(),
      project: { id: 'prj_one', site_url: 'https://example.com/', language: 'en' },
      signal: new AbortController().signal,
      ownTexts: {
        take:
          async (_, { url }) =>
          async () =>
            void read.push(url),
      },
      pages: {
        facts: async () => null,
        text: async (_page, _language, signal) => {
          await Promise.race([
            gate.promise,
            new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
          ]);
          return {} as ReadDocument;
        },
      },
    });
    const take = (nth: number, bytes = 1) =>
      texts.take({ url: `https://example.com/${nth}`, body: Buffer.alloc(bytes) } as unknown as Visit, null);
    return { read, gate, texts, take };
  }

  test(`reads ${maxTexts} texts at most`, async () => {
    const { read, gate, texts, take } = start();
    gate.resolve();
    for (let nth = 0; nth < maxTexts + 50; nth++) await take(nth);
    await texts.end(60_000);
    expect(read).toHaveLength(maxTexts);
  });

  test('leaves to the next one what comes faster than texts are read', async () => {
    const { read, gate, texts, take } = start();
    for (let nth = 0; nth < 5; nth++) await take(nth, maxWaitingBytes / 2);
    gate.resolve();
    await texts.end(60_000);
    expect(read).toEqual(['https://example.com/0', 'https://example.com/1']);
  });

  test('does not wait for them beyond its time', async () => {
    const { read, texts, take } = start();
    await take(1);
    await texts.end(1);
    expect(read).toEqual([]);
  });
});
