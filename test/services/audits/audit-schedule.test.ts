import { expect, test } from 'vitest';
import { auditRetention } from '../../../src/services/audits/removal.ts';
import type { Project } from '../../../schema/projects.ts';
import { rowsOf } from '../../support/rows.ts';
import { startSite } from '../../support/site.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { audited, get, htmlPage, start } from './audit-app.ts';

const day = 24 * 3_600_000;

async function scheduled(app: TestApp, audit: string): Promise<Project> {
  const site = await startSite({ '/': htmlPage('Start', 'All there is.') });
  const { data } = (await app.desk.call('projects_list', {})) as { data: Project[] };
  const change = { id: data[0]!.id, siteUrl: `${site.url}/`, schedules: { audit } };
  return (await app.desk.call('projects_update', change)) as Project;
}

const countAudits = (app: TestApp) => rowsOf(app.home).count('audits');

test('a project is audited by itself as often as it says', async () => {
  const app = await createTestApp();
  await scheduled(app, 'daily');
  await app.advance(day - 1);
  expect(await countAudits(app)).toBe(0);
  await app.advance(1);
  expect(await countAudits(app)).toBe(1);
  expect(await get(app)).toMatchObject({ status: 'finished', endedBy: 'complete' });
  await app.advance(day);
  expect(await countAudits(app)).toBe(2);
});

test('however many were missed, one is made, and the next one at its usual time', async () => {
  const app = await createTestApp();
  await scheduled(app, 'daily');
  await app.advance(5 * day + 3_600_000);
  expect(await countAudits(app)).toBe(1);
  await app.advance(day - 3_600_001);
  expect(await countAudits(app)).toBe(1);
  await app.advance(1);
  expect(await countAudits(app)).toBe(2);
});

test('what another process has started already is not started again', async () => {
  const app = await createTestApp();
  await scheduled(app, 'daily');
  await app.advance(day);
  expect(await countAudits(app)).toBe(1);
  // As a process finds it that has lost its lease meanwhile.
  await rowsOf(app.home).update('work', { due_at: app.now(), claimable_at: app.now() }, { kind: 'schedule.audit' });
  await rowsOf(app.home).update('lanes', { waits_since: app.now() }, { kind: 'schedule.audit' });
  await app.advance(1000);
  expect(await countAudits(app)).toBe(1);
  // It waits for its time again.
  await app.advance(day);
  expect(await countAudits(app)).toBe(2);
});

test('what is switched off, or has no site, is not audited; other changes of the project move nothing', async () => {
  const app = await createTestApp();
  const project = await scheduled(app, 'weekly');
  await app.advance(6 * day);
  await app.desk.call('projects_update', { id: project.id, tone: 'Plain', schedules: { audit: 'weekly' } });
  await app.desk.call('projects_update', { id: project.id, siteUrl: null });
  await app.advance(day);
  expect(await countAudits(app)).toBe(0);
  await app.desk.call('projects_update', { id: project.id, schedules: { audit: 'off' } });
  expect(await rowsOf(app.home).count('schedules')).toBe(0);
  expect(await rowsOf(app.home).count('work', { kind: 'schedule.audit' })).toBe(0);
});

test('one that is due while another runs is left out', async () => {
  const app = await createTestApp();
  const { siteUrl } = await scheduled(app, 'daily');
  await start(app, { url: siteUrl!.replace(/\/$/, '') } as never);
  await rowsOf(app.home).update('work', { due_at: Number.MAX_SAFE_INTEGER, claimable_at: Number.MAX_SAFE_INTEGER }, { kind: 'site.audit' });
  await app.advance(day);
  expect(await countAudits(app)).toBe(1);
});

test('the newest ten audits of a project are kept, in small steps', async () => {
  const app = await createTestApp();
  const site = await startSite({ '/': htmlPage('Start', '<a href="/gone">Gone</a>') });
  const ids: string[] = [];
  for (let count = 0; count < 12; count++) ids.push((await audited(app, site)).id);
  const other = (await app.desk.call('projects_create', { name: 'Another' })) as { id: string };
  const { id: kept } = await start(app, site, { projectId: other.id });
  await app.advance(3_600_000);
  const rows = rowsOf(app.home);
  expect((await rows.all<{ id: string }>('audits', {}, 'id')).map(({ id }) => id)).toEqual([...ids.slice(2), kept]);
  for (const table of ['audit_pages', 'audit_findings', 'audit_issues'])
    expect(new Set((await rows.all<{ audit_id: string }>(table)).map(({ audit_id }) => audit_id)), table).toEqual(
      new Set([...ids.slice(2), kept]),
    );
  expect(auditRetention()).toHaveLength(2);
});
