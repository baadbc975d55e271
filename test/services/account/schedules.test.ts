import { expect, test } from 'vitest';
import type { Project } from '../../../schema/projects.ts';
import { createTestApp } from '../../support/test-app.ts';

test('nothing repeats until a schedule says so, and a patch changes only the schedules that it names', async () => {
  const { desk } = await createTestApp();
  const project = (await desk.call('projects_create', { name: 'Blog' })) as Project;
  expect(project.schedules).toEqual({ audit: 'off' });
  const update = (schedules: Record<string, string>) => desk.call('projects_update', { id: project.id, schedules });
  expect(await update({ audit: 'weekly' })).toMatchObject({ schedules: { audit: 'weekly' } });
  expect(await update({})).toMatchObject({ schedules: { audit: 'weekly' } });
  await expect(update({ audit: 'hourly' })).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(update({ radar: 'daily' })).rejects.toMatchObject({ errors: [{ pointer: '/schedules/radar', code: 'unknown_field' }] });
});
