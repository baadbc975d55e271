import { expect, test } from 'vitest';
import type { Project } from '../../../schema/projects.ts';
import { createTestApp } from '../../support/test-app.ts';

test('nothing repeats until a schedule says so, and a patch changes only the schedules that it names', async () => {
  const { desk } = await createTestApp();
  const project = (await desk.call('projects_create', { name: 'Blog' })) as Project;
  expect(project.schedules).toEqual({ audit: 'off', rankings: 'off', searchConsole: 'off', visibility: 'off' });
  const update = (schedules: Record<string, string>) => desk.call('projects_update', { id: project.id, schedules });
  expect(await update({ audit: 'weekly' })).toMatchObject({ schedules: { audit: 'weekly' } });
  expect(await update({})).toMatchObject({ schedules: { audit: 'weekly' } });
  expect(await update({ rankings: 'daily', searchConsole: 'monthly' })).toMatchObject({
    schedules: { audit: 'weekly', rankings: 'daily', searchConsole: 'monthly' },
  });
  await expect(update({ audit: 'hourly' })).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(update({ radar: 'daily' })).rejects.toMatchObject({ errors: [{ pointer: '/schedules/radar', code: 'unknown_field' }] });
});

test('a change of a project tells what its schedules bill in a month', async () => {
  const { desk } = await createTestApp();
  const { id } = (await desk.call('projects_create', { name: 'Blog' })) as Project;
  expect(await desk.call('projects_update', { id, tone: 'Plain' })).toMatchObject({ scheduled: [] });
  expect(await desk.call('projects_update', { id, schedules: { audit: 'weekly' } })).toMatchObject({
    scheduled: [{ name: 'audit', callsAMonth: 0, why: expect.stringContaining('5 times a month') }],
  });
});

test('a change of a project tells when each schedule is due next, and setting the same again moves nothing', async () => {
  const app = await createTestApp();
  const { id } = (await app.desk.call('projects_create', { name: 'Blog', timezone: 'America/Santiago' })) as Project;
  const set = (schedules: object) => app.desk.call('projects_update', { id, schedules });
  expect(await set({ audit: 'monthly' })).toMatchObject({ scheduled: [{ name: 'audit', nextAt: '2026-06-03T09:30:00.000Z' }] });
  await app.advance(3_600_000);
  expect(await set({ audit: 'monthly' })).toMatchObject({ scheduled: [{ nextAt: '2026-06-03T09:30:00.000Z' }] });
  expect(await set({ audit: 'daily' })).toMatchObject({ scheduled: [{ nextAt: '2026-05-04T10:30:00.000Z' }] });
  await app.advance(4 * 24 * 3_600_000);
  expect(await set({})).toMatchObject({ scheduled: [{ nextAt: '2026-05-08T10:30:00.000Z' }] });
});

test.each([
  ['sc-domain:example.com', 'sc-domain:example.com'],
  [' sc-domain:Blog.Example.co.uk ', 'sc-domain:blog.example.co.uk'],
  ['sc-domain:xn--mnchen-3ya.de', 'sc-domain:xn--mnchen-3ya.de'],
  ['https://www.example.com/', 'https://www.example.com/'],
  ['https://www.Example.com', 'https://www.example.com/'],
  ['http://example.com:8080/blog/', 'http://example.com:8080/blog/'],
])('%j is kept as the property %j, and null clears it', async (given, kept) => {
  const { desk } = await createTestApp();
  const { id } = (await desk.call('projects_create', { name: 'Blog' })) as Project;
  expect(await desk.call('projects_update', { id, searchConsoleProperty: given })).toMatchObject({ searchConsoleProperty: kept });
  expect(await desk.call('projects_update', { id, tone: 'Plain' })).toMatchObject({ searchConsoleProperty: kept });
  expect(await desk.call('projects_update', { id, searchConsoleProperty: null })).toMatchObject({ searchConsoleProperty: null });
});

test.each([
  'example.com',
  'sc-domain:',
  'sc-domain:https://example.com/',
  'sc-domain:-a.com',
  'sc-domain:localhost',
  'https://example.com/blog',
  'https://example.com/?q=1',
  'https://ann:pass@example.com/',
  'ftp://example.com/',
  '',
])('%j names no property of Search Console', async (searchConsoleProperty) => {
  const { desk } = await createTestApp();
  const { id } = (await desk.call('projects_create', { name: 'Blog' })) as Project;
  await expect(desk.call('projects_update', { id, searchConsoleProperty })).rejects.toMatchObject({
    code: 'invalid_input',
    errors: [{ pointer: '/searchConsoleProperty' }],
  });
});
