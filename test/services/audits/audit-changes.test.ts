import { expect, test } from 'vitest';
import type { AuditIssue } from '../../../schema/audit.ts';
import type { Overview } from '../../../schema/overview.ts';
import { startSite, type Answering } from '../../support/site.ts';
import { createTestApp } from '../../support/test-app.ts';
import { audited, get, htmlPage, issuesOf, placesOf, start } from './audit-app.ts';

const linksTo = (...paths: string[]) => paths.map((path) => `<a href="${path}">To ${path}</a>`).join('\n');

test('what is new and what is mended is told against the audit before, on pages that both read', async () => {
  const app = await createTestApp();
  const site = await startSite({
    '/': htmlPage('Start', linksTo('/a', '/b', '/only-first')),
    '/a': htmlPage('A', linksTo('/', '/gone-a')),
    '/b': htmlPage('B', linksTo('/', '/gone-b')),
    '/only-first': htmlPage('Only first', linksTo('/gone-c')),
  });
  const first = await audited(app, site);
  expect(first).toMatchObject({ previousId: null, newCount: null, fixedCount: null, pagesAdded: null, pagesNotSeen: null });
  expect((await placesOf(app, 'broken_internal_links')).map(({ change }) => change)).toEqual([null, null, null]);

  site.pages['/'] = htmlPage('Start', linksTo('/a', '/b', '/added', '/gone-d'));
  site.pages['/b'] = htmlPage('B', linksTo('/'));
  site.pages['/added'] = htmlPage('Added', linksTo('/gone-e'));
  const second = await audited(app, site);
  expect(second).toMatchObject({ previousId: first.id, pagesAdded: 3, pagesNotSeen: 3 });
  const places = await placesOf(app, 'broken_internal_links');
  expect(places.map(({ url, change }) => [url.replace(site.url, ''), change])).toEqual([
    ['/', 'new'],
    ['/a', 'same'],
    // The audit before had not read it.
    ['/added', null],
  ]);
  expect((await placesOf(app, 'broken_internal_links', { change: 'new' })).map(({ url }) => url)).toEqual([`${site.url}/`]);
  const mended = await placesOf(app, 'broken_internal_links', { change: 'fixed' });
  // `/only-first` was not read again: whether it is mended nobody knows.
  expect(mended.map(({ url, change, evidence }) => [url, change, evidence])).toEqual([
    [`${site.url}/b`, 'fixed', expect.stringContaining('/gone-b answers 404')],
  ]);
  const issue = (await issuesOf(app, { change: 'fixed' })).find(({ code }) => code === 'broken_internal_links');
  expect(issue).toMatchObject({ count: 3, newCount: 1, fixedCount: 1, urls: [`${site.url}/b`] });
  expect(second.newCount).toBe((await issuesOf(app, { change: 'new' })).reduce((sum, { newCount }) => sum + newCount!, 0));
});

test('a page that is gone now is mended, where the crawl still comes by', async () => {
  const app = await createTestApp();
  const site = await startSite({ '/': htmlPage('Start', linksTo('/a')), '/a': htmlPage('A', linksTo('/', '/gone')) });
  await audited(app, site);
  delete site.pages['/a'];
  await audited(app, site);
  expect((await placesOf(app, 'broken_internal_links', { change: 'fixed' })).map(({ url }) => url)).toEqual([`${site.url}/a`]);
});

test('a check that was not made is neither new nor mended', async () => {
  const app = await createTestApp();
  const site = await startSite({ '/': htmlPage('Start', linksTo('/a', '/b')), '/a': htmlPage('A', ''), '/b': htmlPage('B', '') });
  site.pages['/sitemap.xml'] = `<urlset><url><loc>${site.url}/</loc></url></urlset>`;
  await audited(app, site);
  expect((await issuesOf(app)).map(({ code }) => code)).toContain('not_in_sitemap');
  // Where not all is read, nobody knows what no page links to.
  await audited(app, site, { maxPages: 2 });
  const cut = await issuesOf(app, { change: 'fixed' });
  expect(cut.map(({ code }) => code)).not.toContain('not_in_sitemap');
  await audited(app, site);
  const whole = (await issuesOf(app)).find(({ code }) => code === 'not_in_sitemap') as AuditIssue;
  expect(whole).toMatchObject({ newCount: 0, fixedCount: 0 });
});

test('another site of the project is compared with its own audits only', async () => {
  const app = await createTestApp();
  const [one, other] = [await startSite({ '/': htmlPage('One', '') }), await startSite({ '/': htmlPage('Other', linksTo('/gone')) })];
  const first = await audited(app, one);
  expect(await audited(app, other)).toMatchObject({ previousId: null });
  expect(await audited(app, one)).toMatchObject({ previousId: first.id });
});

test('new critical findings stand in the overview until a later audit, and what ended too', async () => {
  const app = await createTestApp();
  const site = await startSite({ '/': htmlPage('Start', linksTo('/a')), '/a': htmlPage('A', linksTo('/')) });
  const first = await audited(app, site);
  const overview = async () => (await app.desk.call('overview_get', {})) as Overview;
  expect((await overview()).needsYou.map(({ kind }) => kind)).not.toContain('audit_critical_new');
  site.pages['/a'] = htmlPage('A', linksTo('/gone'));
  const second = await audited(app, site);
  const needs = (await overview()).needsYou.find(({ kind }) => kind === 'audit_critical_new');
  expect(needs).toMatchObject({
    count: 1,
    latest: [{ id: second.id }],
    operation: 'audit_get',
    arguments: { id: second.id, view: 'issues', severity: 'critical', change: 'new' },
  });
  expect((await app.desk.call(needs!.operation, needs!.arguments)) as object).toMatchObject({ data: [{ code: 'broken_internal_links' }] });
  const done = (await overview()).happened.find(({ kind }) => kind === 'audits_finished');
  expect(done).toMatchObject({ count: 2 });
  expect(done!.latest.map(({ id }) => id)).toEqual(expect.arrayContaining([first.id, second.id]));
  await audited(app, site);
  expect((await overview()).needsYou.map(({ kind }) => kind)).not.toContain('audit_critical_new');
});

test.each<[string, Answering]>([
  ['fails', (_, response) => void response.writeHead(500).end()],
  ['turns crawlers away', (_, response) => void response.writeHead(403).end()],
  ['gives no answer', ({ socket }) => void socket.destroy()],
])('a page that %s for a while is neither mended nor, when it is back, at fault anew', async (_, failing) => {
  const app = await createTestApp();
  const faulty = '<p>No title</p><a href="/gone">Gone</a>';
  const site = await startSite({ '/': htmlPage('Start', linksTo('/a')), '/a': faulty });
  await audited(app, site);
  site.pages['/a'] = failing;
  expect(await audited(app, site)).toMatchObject({ fixedCount: 0, pagesAdded: 0, pagesNotSeen: 2 });
  site.pages['/a'] = faulty;
  expect(await audited(app, site)).toMatchObject({ newCount: 0, pagesAdded: 2 });
  expect((await placesOf(app, 'title_missing')).map(({ change }) => change)).toEqual([null]);
  const { needsYou } = (await app.desk.call('overview_get', {})) as Overview;
  expect(needsYou.map(({ kind }) => kind)).not.toContain('audit_critical_new');
});

test('an audit that is canceled was not compared, and says so', async () => {
  const app = await createTestApp();
  const site = await startSite({ '/': htmlPage('Start', linksTo('/a')), '/a': htmlPage('A', '') });
  await audited(app, site);
  const page = site.pages['/a'] as string;
  const { id, jobId } = await start(app, site);
  site.pages['/a'] = (_, response) => {
    void app.desk.call('jobs_cancel', { id: jobId });
    response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  };
  await app.desk.runDue();
  const audit = await get(app, id);
  expect(audit).toMatchObject({ endedBy: 'canceled', newCount: 0, fixedCount: null, pagesAdded: null, pagesNotSeen: null });
  expect(new Set((await issuesOf(app)).map(({ fixedCount }) => fixedCount))).toEqual(new Set([null]));
});
