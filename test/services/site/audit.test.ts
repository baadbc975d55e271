import { expect, test } from 'vitest';
import type { Audit, AuditFinding, AuditIssue, AuditedPage } from '../../../schema/audit.ts';
import { startSite, type Site } from '../../support/site.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const page = (title: string, body: string, head = '') =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><main><h1>${title}</h1>${body}</main></body></html>`;

async function audited(app: TestApp, site: Site, input: Record<string, unknown> = {}): Promise<Audit> {
  const { id } = (await app.desk.call('audit_start', { siteUrl: `${site.url}/`, ...input })) as Audit;
  await app.desk.runDue();
  return (await app.desk.call('audit_get', { id })) as Audit;
}

const listed = async <Row>(app: TestApp, question: Record<string, unknown>) =>
  (await app.desk.call('audit_get', question)) as { data: Row[]; nextCursor: string | null; auditId: string };

test('an audit reads a site, and tells what is wrong where', async () => {
  const app = await createTestApp();
  const site = await startSite({
    '/': page('Start', '<p><a href="/one">One</a>\n<a href="/gone">The old page</a></p>'),
    '/one': page('One', '<p><a href="/">Start</a> <a href="/moved">Moved</a></p>'),
    '/moved': (_, response) => void response.writeHead(302, { location: '/one' }).end(),
  });
  const audit = await audited(app, site);
  expect(audit).toMatchObject({ status: 'finished', endedBy: 'complete', pagesRead: 4, htmlPages: 2, previousId: null });
  const issues = await listed<AuditIssue>(app, { view: 'issues', limit: 50 });
  expect(issues.auditId).toBe(audit.id);
  expect(issues.data.map(({ code }) => code)).toContain('broken_internal_links');
  const places = await listed<AuditFinding>(app, { view: 'issues', code: 'broken_internal_links' });
  expect(places.data).toEqual([
    { url: `${site.url}/`, line: 2, evidence: `${site.url}/gone answers 404, clicked: “The old page”`, change: null },
  ]);
  const pages = await listed<AuditedPage>(app, { view: 'pages' });
  expect(pages.data.map(({ url, status }) => [url, status])).toEqual([
    [`${site.url}/`, 200],
    [`${site.url}/gone`, 404],
    [`${site.url}/moved`, 302],
    [`${site.url}/one`, 200],
  ]);
});
