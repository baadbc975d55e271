import { expect, test } from 'vitest';
import type { AuditedPage } from '../../../schema/audit.ts';
import { rowsOf } from '../../support/rows.ts';
import { startSite } from '../../support/site.ts';
import { createTestApp } from '../../support/test-app.ts';
import { get, htmlPage, issuesOf, listed, start } from './audit-app.ts';

/** A start page that links to many, each with an image that is gone. */
function manyPages(count: number): Record<string, string> {
  const links = Array.from({ length: count }, (_, nth) => `<a href="/p${nth}">Page ${nth}</a>`).join('\n');
  const page = (nth: number) => htmlPage(`Page ${nth}`, `<a href="/">Back</a><img src="/gone-${nth}.png" alt="A view">`);
  return { '/': htmlPage('Start', links), ...Object.fromEntries(Array.from({ length: count }, (_, nth) => [`/p${nth}`, page(nth)])) };
}

test.each([
  ['while it reads pages', '/p50'],
  ['while it asks for images', '/gone-7.png'],
  ['while it asks what the site does not tell', '/llms.txt'],
])('interrupted %s, an audit goes on where it stopped', async (_, path) => {
  const pages = manyPages(80);
  const site = await startSite({ ...pages });
  const first = await createTestApp();
  const { home } = first;
  const { id } = await start(first, site);
  let closed: Promise<void> | undefined;
  site.pages[path] = (_request, response) => {
    closed ??= first.desk.close();
    response.writeHead(pages[path] === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(pages[path]);
  };
  await first.desk.runDue().catch(() => {});
  await closed;
  const askedBefore = site.asked.filter((one) => pages[one] !== undefined).length;
  const app = await createTestApp({ home, id: (prefix) => `${prefix}_later` });
  await app.advance(60_000);
  expect(await get(app, id)).toMatchObject({ status: 'finished', endedBy: 'complete', pagesRead: 81, htmlPages: 81 });
  const asked = site.asked.filter((one) => pages[one] !== undefined);
  // At most what was under way is asked again.
  expect(asked.length - askedBefore).toBeLessThan(path.startsWith('/p') ? 81 : 1);
  expect(asked.length).toBeLessThan(81 + 60);
  const read = await listed<AuditedPage>(app, { view: 'pages', limit: 100 });
  expect(read.data).toHaveLength(81);
  const issues = await issuesOf(app, { severity: 'warning' });
  expect(issues.find(({ code }) => code === 'broken_images')).toMatchObject({ count: 80 });
  const rows = rowsOf(home);
  expect(await rows.count('audit_findings', { code: 'broken_images' })).toBe(80);
  expect(await rows.count('audit_page_links')).toBe(0);
});

test('a project that is deleted takes its running audit with it', async () => {
  const app = await createTestApp();
  const pages = manyPages(80);
  const site = await startSite({ ...pages });
  const { id: projectId } = (await app.desk.call('projects_create', { name: 'Gone soon' })) as { id: string };
  await start(app, site, { projectId });
  let deleted: Promise<unknown> | undefined;
  site.pages['/p60'] = (_, response) => {
    deleted ??= app.desk.call('projects_delete', { id: projectId, confirm: 'Gone soon' });
    response.writeHead(200, { 'content-type': 'text/html' }).end(pages['/p60']);
  };
  await app.desk.runDue();
  expect(await deleted).toEqual({ id: projectId, deleted: true });
  const rows = rowsOf(app.home);
  for (const table of ['audits', 'audit_pages', 'audit_page_links', 'audit_findings', 'audit_issues', 'audit_links', 'schedules'])
    expect(await rows.count(table), table).toBe(0);
  expect(await rows.count('jobs', { kind: 'site.audit' })).toBe(0);
});
