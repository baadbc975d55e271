import { expect, test } from 'vitest';
import type { ChangedProject } from '../../../schema/projects.ts';
import { startRunDesk } from './fake-engines.ts';
import { startVisibilityDesk, type VisibilityDesk } from './support.ts';

const day = 24 * 3_600_000;

const schedule = async ({ desk, projectId }: Pick<VisibilityDesk, 'desk' | 'projectId'>, visibility: string) => {
  const changed = (await desk.call('projects_update', { id: projectId, schedules: { visibility } })) as ChangedProject;
  return changed.scheduled.find(({ name }) => name === 'visibility');
};

test('tells its calls a month and when a cap is used up, and asks by itself', async () => {
  const app = await startRunDesk(['One?', 'Two?']);
  expect(await schedule(app, 'weekly')).toMatchObject({ callsAMonth: null, why: expect.stringContaining('no answer engine') });
  await app.engines.configure(app.desk, 'perplexity', { monthlyCallCap: 100 });
  await app.engines.configure(app.desk, 'openai');
  expect(await schedule(app, 'daily')).toMatchObject({
    callsAMonth: 372,
    why: '2 prompts, 3 times each, to openai, perplexity are 12 calls, 31 times a month. The cap of perplexity is 100 calls a month: used up on about day 17.',
  });
  await app.advance(day);
  expect(app.engines.asked).toHaveLength(12);
  await app.advance(3 * day);
  expect(app.engines.asked).toHaveLength(24);
  expect(await schedule(app, 'off')).toBeUndefined();
  await app.advance(3 * day);
  expect(app.engines.asked).toHaveLength(24);
});

test('without prompts or engines starts nothing', async () => {
  const app = await startVisibilityDesk();
  await schedule(app, 'daily');
  await app.advance(2 * day);
  const { data } = (await app.desk.call('jobs_list', { limit: 100 })) as { data: { kind: string }[] };
  expect(data.filter(({ kind }) => kind === 'visibility.run')).toEqual([]);
});
