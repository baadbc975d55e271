import { expect, test } from 'vitest';
import { file, startSite } from '../support/site.ts';
import { crawlAll } from './support.ts';

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
  const { end, visits, result, paths } = await crawlAll({ start: site.url });
  expect(end).toBe('complete');
  expect(paths.toSorted()).toEqual(['/', '/a', '/a/deep', '/a/deeper', '/alone', '/b', '/old', '/secret/1']);
  expect(visits.get('/secret/1')).toMatchObject({ outcome: 'forbidden', status: 0, error: { code: 'robots_forbid' } });
  expect(visits.get('/old')).toMatchObject({ outcome: 'answered', status: 301, redirectsTo: `${site.url}/b`, depth: 1 });
  expect(visits.get('/a/deeper')).toMatchObject({ outcome: 'answered', status: 404, depth: 3 });
  expect(visits.get('/alone')).toMatchObject({ depth: null });
  expect(result.spent).toMatchObject({ pages: 7 });
  expect(result.robots).toMatchObject({ status: 200 });
  expect(result.sitemaps).toEqual([
    {
      url: `${site.url}/sitemap.xml`,
      namedBy: 'guess',
      status: 200,
      kind: 'pages',
      entries: 2,
      foreign: 0,
      bytes: expect.any(Number),
      error: null,
    },
  ]);
  expect(site.asked.filter((path) => path === '/b')).toHaveLength(1);
});
