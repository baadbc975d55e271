import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import type { Audit, AuditedPage } from '../../../schema/audit.ts';
import { file, startSite } from '../../support/site.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { audited, get, htmlPage, issuesOf, listed, placesOf, start } from './audit-app.ts';

const prose = (subject: string) =>
  Array.from(
    { length: 30 },
    (_, nth) => `<p>The ${subject} of part ${nth} moves water from one place to another, and ${subject} ${nth * 7} lasts.</p>`,
  ).join('\n');

test('faults between the pages, the sitemap and robots.txt of a served site are found', async () => {
  const app = await createTestApp();
  const site = await startSite({});
  const at = (path: string) => site.url + path;
  const locs = ['/', '/pump', '/orphan', '/old', '/hidden', '/secret/'].map((path) => `<url><loc>${at(path)}</loc></url>`);
  Object.assign(site.pages, {
    '/robots.txt': file(
      'text/plain',
      `User-agent: *\nDisallow: /secret/\nDisallow: /css/\nDissallow: /x\nUser-agent: GPTBot\nUser-agent: PerplexityBot\nDisallow: /\nSitemap: ${at('/map.xml')}\n`,
    ),
    '/map.xml': file('application/xml', `<urlset>${locs.join('')}<url><loc>https://elsewhere.example/</loc></url></urlset>`),
    '/': htmlPage(
      'Start',
      '<a href="/pump#sizes">Sizes</a><a href="/pump#gone">Gone</a><a href="/pump-copy">Copy</a><a href="/old">Old</a><a href="/canonical">C</a><a href="/hidden">H</a><a href="/secret/a">S</a>',
      '<link rel="stylesheet" href="/css/site.css">',
    ),
    '/pump': htmlPage(
      'The pump',
      `<h2 id="sizes">Sizes</h2>${prose('pump')}<img src="/here.png" alt="A pump"><img src="/lost.png" alt="Another">`,
    ),
    '/pump-copy': htmlPage(
      'The pump',
      `<h2 id="sizes">Sizes</h2>${prose('pump')}<img src="/here.png" alt="A pump"><img src="/lost.png" alt="Another">`,
    ),
    '/here.png': file('image/png', 'png'),
    '/orphan': htmlPage('Orphan', prose('wheel')),
    '/old': (_: unknown, response: { writeHead(status: number, headers: object): { end(): void } }) =>
      response.writeHead(301, { location: '/older' }).end(),
    '/older': (_: unknown, response: { writeHead(status: number, headers: object): { end(): void } }) =>
      response.writeHead(302, { location: '/pump' }).end(),
    '/hidden': htmlPage('Hidden', prose('valve'), '<meta name="robots" content="noindex">'),
    '/canonical': htmlPage('Canonical', prose('gear'), '<link rel="canonical" href="/nowhere">'),
  });
  const audit = await audited(app, site);
  expect(audit).toMatchObject({ endedBy: 'complete', status: 'finished' });
  expect(audit.aiAccess).toMatchObject({ llmsTxt: false, search: { blocked: ['PerplexityBot'] }, training: { blocked: ['GPTBot'] } });
  const found = new Map((await issuesOf(app)).map(({ code, urls }) => [code, urls.map((url) => url.replace(site.url, ''))]));
  expect(Object.fromEntries([...found].filter(([code]) => expected[code]))).toEqual(expected);
  const fragment = await placesOf(app, 'missing_fragments');
  expect(fragment.map(({ evidence }) => evidence)).toEqual([`${at('/pump#gone')}, clicked: “Gone”`]);
  const { data } = await listed<AuditedPage>(app, { view: 'pages', url: '/pump' });
  expect(data.map(({ inlinks, indexable, depth }) => [inlinks, indexable, depth])).toEqual([
    [1, true, 1],
    [1, true, 1],
  ]);
});

const expected: Record<string, string[]> = {
  duplicate_pages: ['/pump', '/pump-copy'],
  orphan_pages: ['/orphan'],
  redirect_chains: ['/old'],
  links_to_redirects: ['/'],
  sitemap_lists_redirects: ['/old'],
  pages_lost: ['/hidden'],
  sitemap_lists_forbidden: ['/secret/'],
  sitemap_lists_other_hosts: ['/map.xml'],
  not_in_sitemap: ['/pump-copy'],
  broken_images: ['/pump', '/pump-copy'],
  robots_faulty: ['/robots.txt'],
  robots_blocks_resources: ['/robots.txt'],
  linked_but_forbidden: ['/secret/a'],
  ai_search_blocked: ['/robots.txt'],
  ai_training_blocked: ['/robots.txt'],
  llms_txt_missing: ['/'],
};

test('links to other sites are asked once each, and called broken only where they are gone for certain', async () => {
  const app = await createTestApp();
  const statuses: Record<string, number> = { '/gone': 410, '/lost': 404, '/members': 403, '/head': 405, '/here': 200 };
  const other = await startSite(
    Object.fromEntries(
      Object.entries(statuses).map(([path, status]) => [
        path,
        (request: { method?: string }, response: { writeHead(status: number): { end(): void } }) =>
          response.writeHead(path === '/head' && request.method === 'GET' ? 200 : status).end(),
      ]),
    ) as never,
  );
  // A host that fails is asked more slowly from then on.
  const busy = await startSite({ '/': (_, response) => void response.writeHead(503).end() });
  const links = Object.keys(statuses).map((path) => `<a href="${other.url}${path}">${path}</a>`);
  const site = await startSite({
    '/': htmlPage('Start', `${links.join('\n')}<a href="http://127.0.0.1:9/">Refused</a><a href="${busy.url}/">Busy</a><a href="/b">B</a>`),
    '/b': htmlPage('B', links.join('\n')),
  });
  const audit = await audited(app, site, { checkExternal: true });
  const places = await placesOf(app, 'broken_external_links');
  expect(
    places.map(({ url, evidence, more = [] }) => [url, [evidence, ...more.map((one) => one.evidence)].map((text) => text.split(',')[0])]),
  ).toEqual([
    [`${site.url}/`, [`${other.url}/gone (410)`, `${other.url}/lost (404)`, 'http://127.0.0.1:9/ (the connection is refused)']],
    [`${site.url}/b`, [`${other.url}/gone (410)`, `${other.url}/lost (404)`]],
  ]);
  expect(audit.externalLinks).toEqual({ checked: 5, broken: 3, notChecked: 2 });
  // HEAD and GET, over both pages.
  for (const path of ['/gone', '/members']) expect(other.asked.filter((one) => one === path).length).toBeLessThanOrEqual(2);
  expect(other.asked.filter((one) => one === '/here')).toHaveLength(1);
  await audited(app, site);
  expect((await issuesOf(app, { change: 'fixed' })).map(({ code }) => code)).not.toContain('broken_external_links');
});

/** An audit of a page with 25 links to another site, the last but one of which is answered once something else was done. */
async function auditOfLinks(meanwhile: (app: TestApp, audit: Audit) => Promise<unknown>) {
  const app = await createTestApp();
  const paths = Array.from({ length: 25 }, (_, nth) => `/${10 + nth}`);
  const other = await startSite(Object.fromEntries(paths.slice(1).map((path) => [path, htmlPage('There', '')])));
  const site = await startSite({ '/': htmlPage('Start', paths.map((path) => `<a href="${other.url}${path}">There</a>`).join('')) });
  const audit = await start(app, site, { checkExternal: true });
  let done: Promise<unknown> | undefined;
  other.pages['/33'] = (_, response) => {
    done ??= meanwhile(app, audit);
    void done.then(() => response.end());
  };
  await app.desk.runDue().catch(() => {});
  await done;
  return { app, audit };
}

test('an audit that is canceled tells of the links to other sites that were answered until then', async () => {
  const { app, audit } = await auditOfLinks((desk, { jobId }) => desk.desk.call('jobs_cancel', { id: jobId }));
  expect(await get(app, audit.id)).toMatchObject({ endedBy: 'canceled', externalLinks: { checked: 20, broken: 1, notChecked: 5 } });
});

test('an audit that was interrupted counts the links to other sites once', async () => {
  const { app, audit } = await auditOfLinks(({ desk }) => desk.close());
  const next = await createTestApp({ home: app.home, id: (prefix) => `${prefix}_later` });
  await next.advance(60_000);
  expect(await get(next, audit.id)).toMatchObject({ endedBy: 'complete', externalLinks: { checked: 25, broken: 1, notChecked: 0 } });
});

test('the five fixes that matter most, with their pages and evidence, take three calls and 4,000 tokens', async () => {
  const app = await createTestApp();
  const pages = Array.from({ length: 40 }, (_, nth) => `/guides/connection-pools/chapter-${nth}`);
  const site = await startSite({
    '/': htmlPage('Start', pages.map((path) => `<a href="${path}">Read</a>`).join('')),
    ...Object.fromEntries(
      pages.map((path) => [
        path,
        htmlPage('A chapter', '<a href="/gone">Gone</a><img src="/lost.png"><h4>Deep</h4><a href="javascript:x()">x</a>'),
      ]),
    ),
  });
  const begun = await start(app, site);
  await app.desk.runDue();
  const job = await app.desk.call('jobs_get', { id: begun.jobId });
  const issues = await app.desk.call('audit_get', { view: 'issues' });
  const { data } = issues as { data: { urls: string[]; evidence: string; count: number }[] };
  expect(data).toHaveLength(5);
  for (const { urls, evidence, count } of data) {
    expect(urls).toHaveLength(Math.min(count, 10));
    expect(evidence).not.toBe('');
  }
  const tokens = [begun, job, issues].map((answer) => encode(JSON.stringify(answer)).length);
  expect(tokens[2]).toBeLessThanOrEqual(2500);
  expect(tokens.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(4000);
  const summary = encode(JSON.stringify(await app.desk.call('audit_get', {}))).length;
  expect(summary).toBeLessThanOrEqual(1500);
});

test('of a very long list of links none is left out', async () => {
  const app = await createTestApp();
  const there = Array.from({ length: 6000 }, (_, nth) => `<li><a href="https://example.com/${nth}">Item ${nth}</a>`).join('');
  const site = await startSite({ '/': htmlPage('All of them', `<ul>${there}</ul><p><a href="/gone">Gone</a></p>`) });
  expect(await audited(app, site)).toMatchObject({ pagesRead: 2, htmlPages: 1 });
  expect(await placesOf(app, 'broken_internal_links')).toMatchObject([{ url: `${site.url}/` }]);
});
