import { expect, test } from 'vitest';
import type { Audit } from '../../../schema/audit.ts';
import { startSite } from '../../support/site.ts';
import { createTestApp } from '../../support/test-app.ts';
import { audited, htmlPage, issuesOf, listed, placesOf } from './audit-app.ts';

async function auditedApp() {
  const app = await createTestApp();
  const site = await startSite({ '/': htmlPage('Start', '<a href="/b">B</a>'), '/b': '<p>No title</p>' });
  return { app, site, audit: await audited(app, site) };
}

test('an id alone names an audit, also where there are several projects', async () => {
  const { app, audit } = await auditedApp();
  const { id: projectId } = (await app.desk.call('projects_create', { name: 'Second' })) as { id: string };
  expect((await app.desk.call('audit_get', { id: audit.id })) as Audit).toEqual(audit);
  await expect(app.desk.call('audit_get', {})).rejects.toMatchObject({ code: 'project_required' });
  const refusal = { code: 'not_found', message: expect.stringContaining(projectId) };
  await expect(app.desk.call('audit_get', { id: audit.id, projectId })).rejects.toMatchObject(refusal);
});

test('what narrows a list asks for it', async () => {
  const { app, site } = await auditedApp();
  expect(await listed(app, { code: 'title_missing' })).toMatchObject({ data: [{ url: `${site.url}/b`, evidence: expect.any(String) }] });
  const { data } = await listed<{ severity: string }>(app, { severity: 'warning' });
  expect(new Set(data.map(({ severity }) => severity))).toEqual(new Set(['warning']));
  expect(await listed(app, { url: '/b' })).toMatchObject({ data: [{ url: `${site.url}/b`, codes: expect.any(Array) }] });
});

test.each([
  [{ view: 'pages', severity: 'critical' }, '/severity', 'unfit_filter'],
  [{ view: 'pages', change: 'new' }, '/change', 'unfit_filter'],
  [{ view: 'issues', url: '/b' }, '/url', 'unfit_filter'],
  [{ view: 'summary', code: 'title_missing' }, '/code', 'unfit_filter'],
  [{ code: 'titel_missing' }, '/code', 'unknown_code'],
  [{ view: 'pages', code: 'titel_missing' }, '/code', 'unknown_code'],
])('what cannot be honoured is refused, not passed over: %o', async (question, pointer, code) => {
  const { app } = await auditedApp();
  const refusal = { code: 'invalid_input', errors: [expect.objectContaining({ pointer, code })], hint: expect.any(String) };
  await expect(app.desk.call('audit_get', question)).rejects.toMatchObject(refusal);
});

test('what a page says cannot move a terminal or turn the reading order round', async () => {
  const app = await createTestApp();
  const hostile = '\u001B[2J\u0007\u202Egnp.exe\u0000 می‌شود';
  const site = await startSite({
    '/': htmlPage(hostile, `<a href="/gone">${hostile}</a><a href="/b">B</a>`),
    '/b': htmlPage(hostile, 'B'),
  });
  const { csvUrl } = await audited(app, site, {}).then(async () => {
    await app.desk.listen({ port: 0 });
    return (await app.desk.call('audit_get', {})) as Audit;
  });
  const said = [
    ...(await issuesOf(app)).flatMap((issue) => Object.values(issue)),
    ...(await placesOf(app, 'broken_internal_links')).map(({ evidence }) => evidence),
    ...(await listed<{ title: string | null }>(app, { view: 'pages' })).data.map(({ title }) => title),
    (await (await fetch(csvUrl!)).text()).replaceAll(/\r?\n/g, ''),
  ];
  for (const one of said) expect(String(one)).not.toMatch(/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u);
  expect(said.join('\n')).toContain('�gnp.exe� می‌شود');
});

test('answers stay small, however long the addresses of a site are', async () => {
  const app = await createTestApp();
  const long = (nth: number) => `/${nth}/${'long-segment-'.repeat(140)}`;
  const paths = Array.from({ length: 30 }, (_, nth) => long(nth));
  const gone = Array.from({ length: 20 }, (_, nth) => `<a href="/gone/${nth}">${'word '.repeat(200)}</a>`).join('');
  const site = await startSite(Object.fromEntries(paths.map((path) => [path, `<p>No title</p>${gone}`])));
  site.pages['/'] = htmlPage('Start', paths.map((path) => `<a href="${path}">x</a>`).join(''));
  await audited(app, site);
  const lengthOf = async (question: Record<string, unknown>) => JSON.stringify(await app.desk.call('audit_get', question)).length;
  expect(await lengthOf({})).toBeLessThan(4000);
  expect(await lengthOf({ view: 'issues' })).toBeLessThan(16_000);
  expect((await placesOf(app, 'broken_internal_links'))[0]).toMatchObject({ more: expect.any(Array), moreCount: expect.any(Number) });
  for (const { urls, count } of await issuesOf(app)) if (count > 0) expect(urls.length).toBeGreaterThan(0);
});

test('a site of which no page could be read has no score, in any category', async () => {
  const app = await createTestApp();
  const site = await startSite({});
  expect(await audited(app, site)).toMatchObject({ score: null, categories: [], htmlPages: 0 });
});
