import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { version } from '../../../src/version.ts';
import { temporaryHome } from '../../support/home.ts';
import { file, pageOf, startSite, type Answering, type Site } from '../../support/site.ts';
import { createTestApp } from '../../support/test-app.ts';

const sitemaps = ['one', 'two'];

/** Two sitemaps of one site, whose pages take a while to answer and note when they were asked for. */
async function startSitemaps(pages: number, robots: string) {
  const visits: { sitemap: string; at: number }[] = [];
  const noted =
    (sitemap: string, page: number): Answering =>
    (_, response) => {
      visits.push({ sitemap, at: performance.now() });
      const html = pageOf(`Page ${page} of ${sitemap}`, [`On page ${page} of ${sitemap} stands what no other page of this site says.`]);
      setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(html), 60);
    };
  const site = await startSite();
  for (const sitemap of sitemaps) {
    const paths = Array.from({ length: pages }, (_, page) => `/${sitemap}/${page}`);
    for (const [page, path] of paths.entries()) site.pages[path] = noted(sitemap, page);
    site.pages[`/${sitemap}.txt`] = file('text/plain', paths.map((path) => `${site.url}${path}\n`).join(''));
  }
  // Both begin together: the first is not answered before the second has asked.
  const asking: ServerResponse[] = [];
  site.pages['/robots.txt'] = (_, response) => {
    asking.push(response);
    if (asking.length === sitemaps.length) for (const one of asking) one.writeHead(200, { 'content-type': 'text/plain' }).end(robots);
  };
  return { site, visits };
}

/** Two desks on one home, each of which reads one of the sitemaps while the other reads the other. */
async function readInTwo(site: Site): Promise<void> {
  const home = temporaryHome();
  const working: Promise<void>[] = [];
  for (const [index, sitemap] of sitemaps.entries()) {
    // As processes have them: ids of their own, and a clock that goes.
    const { desk } = await createTestApp({ home, now: Date.now, id: (prefix) => `${prefix}_${index}${crypto.randomUUID()}` });
    await desk.call('knowledge_create', { sitemapUrl: `${site.url}/${sitemap}.txt` });
    working.push(desk.runDue());
    await expect.poll(() => site.asked.length).toBeGreaterThan(index);
  }
  await Promise.all(working);
}

describe('two processes that read one site', { timeout: 30_000 }, () => {
  test('ask for no more than two pages at once together', async () => {
    const { site, visits } = await startSitemaps(8, '');
    await readInTwo(site);
    expect(visits).toHaveLength(16);
    expect(visits.findIndex(({ sitemap }) => sitemap === 'two')).toBeLessThan(visits.findLastIndex(({ sitemap }) => sitemap === 'one'));
    expect(site.mostAtOnce).toBe(2);
  });

  test('keep together the pace that the site asks for', async () => {
    const { site, visits } = await startSitemaps(4, 'User-agent: *\nCrawl-delay: 0.3');
    await readInTwo(site);
    expect(visits).toHaveLength(8);
    // A start is a little late where its commit took long, and the next one is not.
    expect(visits.at(-1)!.at - visits[0]!.at).toBeGreaterThan(6.5 * 300);
  });
});

test.each([
  [undefined, `Copydesk/${version}`],
  ['https://desk.example.com', `Copydesk/${version} (+https://desk.example.com)`],
])('a desk at %s says who asks', async (publicUrl, expected) => {
  let agent: string | undefined;
  const site = await startSite();
  site.pages['/'] = ({ headers }, response) => {
    agent = headers['user-agent'];
    response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf('A page', ['On it stands what no other page says.']));
  };
  const { desk } = await createTestApp({ publicUrl });
  await desk.call('knowledge_create', { url: `${site.url}/` });
  expect(agent).toBe(expected);
});
