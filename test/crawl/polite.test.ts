import { describe, expect, test } from 'vitest';
import { polite } from '../../src/crawl/polite.ts';
import { file, startSite, type Site } from '../support/site.ts';
import { openSystem, visits } from './support.ts';

const signal = new AbortController().signal;
const options = { accept: 'text/html', maxBytes: 1_000_000, signal };
const open = (system = openSystem(), { visitHost } = visits()) => polite(system, visitHost, { ownSite: null });
const sends =
  (status: number, location?: string): Site['pages'][string] =>
  (_, response) =>
    void response.writeHead(status, location === undefined ? {} : { location }).end();

describe('a page is fetched politely', () => {
  test('to the end of its redirects, each by the robots.txt of its own host', async () => {
    const goal = await startSite({ '/end': 'there', '/robots.txt': 'User-agent: *\nDisallow: /closed' });
    const site = await startSite({
      '/': sends(301, '/next'),
      '/next': sends(302, `${goal.url}/end`),
      '/shut': sends(301, `${goal.url}/closed`),
    });
    const asking = open();
    expect(await asking.fetch(`${site.url}/`, options)).toMatchObject({
      outcome: 'answered',
      status: 200,
      url: `${goal.url}/end`,
      hops: [`${site.url}/`, `${site.url}/next`],
    });
    expect(await asking.fetch(`${site.url}/shut`, options)).toMatchObject({
      outcome: 'forbidden',
      status: 0,
      url: `${goal.url}/closed`,
      hops: [`${site.url}/shut`],
      error: { code: 'robots_forbid' },
    });
    expect(await asking.fetch(`${goal.url}/closed`, { ...options, obeyRobots: false })).toMatchObject({ status: 404, outcome: 'answered' });
    expect(goal.asked).toEqual(['/robots.txt', '/end', '/closed']);
    expect(site.asked.filter((path) => path === '/robots.txt')).toHaveLength(1);
  });

  test('but no further than five redirects, and not where there is no web', async () => {
    const pages: Site['pages'] = { '/mail': sends(302, 'mailto:a@b.example'), '/nowhere': sends(302, 'http://') };
    for (let hop = 0; hop < 8; hop++) pages[`/${hop}`] = sends(302, `/${hop + 1}`);
    const site = await startSite(pages);
    const asking = open();
    const endless = await asking.fetch(`${site.url}/0`, options);
    expect(endless).toMatchObject({ outcome: 'failed', error: { code: 'too_many_redirects' }, url: `${site.url}/5` });
    expect(await asking.fetch(`${site.url}/3`, options)).toMatchObject({ outcome: 'answered', status: 404 });
    expect(await asking.fetch(`${site.url}/mail`, options)).toMatchObject({ outcome: 'failed', error: { code: 'invalid_url' } });
    expect(await asking.fetch(`${site.url}/nowhere`, options)).toMatchObject({ outcome: 'failed', error: { code: 'invalid_url' } });
    expect(await asking.fetch('nonsense', options)).toMatchObject({ outcome: 'failed', error: { code: 'invalid_url' } });
  });

  test('and only if it has changed', async () => {
    const site = await startSite();
    site.pages['/'] = ({ headers }, response) => {
      const isKnown = headers['if-none-match'] === '"1"' && headers['if-modified-since'] === 'Mon, 04 May 2026 00:00:00 GMT';
      response.writeHead(isKnown ? 304 : 200, { etag: '"1"', 'last-modified': 'Mon, 04 May 2026 00:00:00 GMT' }).end();
    };
    const asking = open();
    const { etag, lastModified, notModified } = await asking.fetch(`${site.url}/`, options);
    expect({ etag, lastModified, notModified }).toEqual({ etag: '"1"', lastModified: 'Mon, 04 May 2026 00:00:00 GMT', notModified: false });
    expect(await asking.fetch(`${site.url}/`, { ...options, etag, lastModified })).toMatchObject({
      status: 304,
      notModified: true,
      outcome: 'answered',
    });
  });

  test('and once more where it was asked too often', async () => {
    let asked = 0;
    const site = await startSite();
    site.pages['/'] = (_, response) => void (++asked === 1 ? response.writeHead(429, { 'retry-after': '0' }).end() : response.end('now'));
    const real = openSystem();
    const pauses: number[] = [];
    const system = { ...real, now: () => 0, pause: async (ms: number) => void pauses.push(ms) };
    expect(await open(system).fetch(`${site.url}/`, options)).toMatchObject({ status: 200 });
    expect(pauses).toEqual([1000]);
    asked = 0;
    expect(await open(system).fetch(`${site.url}/`, { ...options, maxAttempts: 1 })).toMatchObject({ status: 429, outcome: 'answered' });
    asked = -5;
    site.pages['/'] = (_, response) => void response.writeHead(503, { 'retry-after': '86400' }).end();
    expect(await open(system).fetch(`${site.url}/`, options)).toMatchObject({ status: 503 });
    expect(pauses.at(-1)).toBe(60_000);
  });

  test('until its caller gives up', async () => {
    const site = await startSite({ '/': () => {} });
    const giving = new AbortController();
    const fetching = open().fetch(`${site.url}/`, { ...options, signal: giving.signal });
    await expect.poll(() => site.asked).toContain('/');
    giving.abort(new Error('given up'));
    await expect(fetching).rejects.toThrow('given up');
  });
});

describe('robots.txt', () => {
  test.each([
    ['is not there', sends(404), true, null],
    ['is forbidden itself', sends(401), true, null],
    ['is in trouble', sends(500), false, null],
    ['is asked too often', sends(429), false, null],
    [
      'breaks off',
      ((_, response) => (
        response.writeHead(200, { 'content-length': '100' }),
        response.write('User-agent: *\nDis'),
        setTimeout(() => response.destroy(), 5)
      )) as Site['pages'][string],
      false,
      'reset',
    ],
    ['is found where it redirects', sends(301, '/elsewhere.txt'), true, null],
  ])('%s', async (_, answer, allows, error) => {
    const site = await startSite({ '/robots.txt': answer!, '/elsewhere.txt': 'User-agent: *\nDisallow: /other' });
    const real = openSystem();
    const asking = open({ ...real, now: () => 0, pause: async () => {} });
    const robots = await asking.robotsOf(`${site.url}/any`, signal);
    expect(robots.robots?.allows(`${site.url}/any`) ?? false).toBe(allows);
    expect(robots.error?.code ?? null).toBe(error);
    const page = await asking.fetch(`${site.url}/any`, options);
    expect(page.outcome).toBe(allows ? 'answered' : 'forbidden');
  });

  test('is asked once for all who ask at once, also where the first gives up', async () => {
    const held: (() => void)[] = [];
    const site = await startSite({ '/robots.txt': (_, response) => void held.push(() => response.writeHead(404).end()) });
    const asking = open();
    const giving = new AbortController();
    const first = asking.robotsOf(site.url, giving.signal);
    const others = [asking.robotsOf(site.url, signal), asking.robotsOf(`${site.url}/b`, signal)];
    await expect.poll(() => held.length).toBe(1);
    giving.abort(new Error('given up'));
    await expect(first).rejects.toThrow('given up');
    await expect.poll(() => held.length).toBe(2);
    for (const answer of held) answer();
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([404, 404]);
    expect(site.asked).toEqual(['/robots.txt', '/robots.txt']);
  });
});

describe('the pages of a site’s sitemaps', () => {
  const entriesOf = async (site: Site, more: { files?: string[]; maxFiles?: number } = {}) => {
    const taken: string[][] = [];
    const take = async (entries: { url: string }[]) => (taken.push(entries.map(({ url }) => url.replace(site.url, ''))), true);
    const answers = await open().sitemapEntries(site.url, { ...more, take, signal });
    return { taken, pages: taken.flat(), answers };
  };

  test('come from those that robots.txt names, also on other hosts, and only those of the site', async () => {
    const site = await startSite();
    const other = await startSite();
    other.pages['/map.xml'] = file(
      'text/html',
      `<urlset><url><loc>${site.url}/from-other</loc></url><url><loc>${other.url}/foreign</loc></url></urlset>`,
    );
    site.pages['/robots.txt'] = file(
      'text/plain',
      `User-agent: *\nDisallow: /maps\nSitemap: ${other.url}/map.xml\nSitemap: ${site.url}/maps/own.txt`,
    );
    site.pages['/maps/own.txt'] = file('text/plain', `${site.url}/own?utm_source=sitemap\n`);
    const { pages, answers } = await entriesOf(site);
    expect(pages).toEqual(['/from-other', '/own']);
    expect(answers).toMatchObject([
      {
        url: `${other.url}/map.xml`,
        namedBy: 'robots',
        status: 200,
        kind: 'pages',
        entries: 2,
        foreign: { count: 1, first: `${other.url}/foreign` },
        error: null,
      },
      { url: `${site.url}/maps/own.txt`, entries: 1, foreign: { count: 0 } },
    ]);
  });

  test('come from where sitemaps usually stand where none that robots.txt names can be read', async () => {
    const site = await startSite();
    site.pages['/robots.txt'] = file('text/plain', `Sitemap: ${site.url}/gone.xml\nSitemap: ${site.url}/sitemap.xml`);
    site.pages['/sitemap.xml'] = file('text/html', '<h1>Not found</h1>');
    site.pages['/sitemap_index.xml'] = file('text/xml', `<urlset><url><loc>${site.url}/a</loc></url></urlset>`);
    const { pages, answers } = await entriesOf(site);
    expect(pages).toEqual(['/a']);
    expect(answers.map(({ url, namedBy }) => [url.replace(site.url, ''), namedBy])).toEqual([
      ['/gone.xml', 'robots'],
      ['/sitemap.xml', 'robots'],
      ['/sitemap_index.xml', 'guess'],
    ]);
  });

  test('come from where sitemaps usually stand, and what is none is told', async () => {
    const site = await startSite({ '/sitemap.xml': '<h1>Not found</h1>' });
    site.pages['/sitemap_index.xml'] = file(
      'text/xml',
      `<sitemapindex><sitemap><loc>${site.url}/one.xml</loc></sitemap><sitemap><loc>${site.url}/gone.xml</loc></sitemap></sitemapindex>`,
    );
    site.pages['/one.xml'] = file('text/xml', `<urlset><url><loc>${site.url}/a</loc></url></urlset>`);
    const { pages, answers } = await entriesOf(site);
    expect(pages).toEqual(['/a']);
    expect(answers.map(({ url, kind, status, error }) => [url.replace(site.url, ''), kind, status, error?.code ?? null])).toEqual([
      ['/sitemap.xml', null, 200, 'no_sitemap'],
      ['/sitemap_index.xml', 'index', 200, null],
      ['/one.xml', 'pages', 200, null],
      ['/gone.xml', null, 404, null],
    ]);
  });

  test('come in batches, a few hundred at a time', async () => {
    const site = await startSite();
    site.pages['/sitemap.txt'] = file('text/plain', Array.from({ length: 1200 }, (_, page) => `${site.url}/${page}`).join('\n'));
    const { taken } = await entriesOf(site, { files: [`${site.url}/sitemap.txt`] });
    expect(taken.map(({ length }) => length)).toEqual([500, 500, 200]);
  });
});
