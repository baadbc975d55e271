import { expect, test } from 'vitest';
import type { Job } from '../../../schema/jobs.ts';
import type { ChangedProject } from '../../../schema/projects.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { day, giveSite, rankingOf, track } from './support.ts';

const checksOf = async ({ desk }: TestApp) => {
  const { data } = (await desk.call('jobs_list', { limit: 100 })) as { data: Job[] };
  return data.filter(({ kind }) => kind === 'rankings.check');
};

async function schedule({ desk }: TestApp, rankings: string): Promise<ChangedProject['scheduled']> {
  const { data } = (await desk.call('projects_list')) as { data: { id: string }[] };
  return ((await desk.call('projects_update', { id: data[0]!.id, schedules: { rankings } })) as ChangedProject).scheduled;
}

test('a project checks its rankings by itself as often as it says, once however many times were missed', async () => {
  const app = await createTestApp();
  await giveSite(app, 'https://example.com/');
  await track(app, ['pool']);
  await schedule(app, 'daily');
  await app.advance(day - 1);
  expect(await checksOf(app)).toEqual([]);
  await app.advance(1);
  expect(await checksOf(app)).toHaveLength(1);
  await app.advance(5 * day);
  expect(await checksOf(app)).toHaveLength(2);
  await schedule(app, 'off');
  await app.advance(5 * day);
  expect(await checksOf(app)).toHaveLength(2);
});

test('without a provider a run by itself leaves everything as it was, and its job says why', async () => {
  const app = await createTestApp();
  await giveSite(app, 'https://example.com/');
  await track(app, ['pool']);
  expect(await schedule(app, 'weekly')).toContainEqual(
    expect.objectContaining({ name: 'rankings', callsAMonth: null, why: expect.stringContaining('serper or dataforseo') }),
  );
  await app.advance(7 * day);
  expect((await checksOf(app))[0]).toMatchObject({
    status: 'succeeded',
    result: { asked: 0, notChecked: 1, notCheckedBecause: { integration_required: 1 } },
  });
  expect(await rankingOf(app, 'pool')).toMatchObject({ status: 'not_checked', why: { position: 'integration_required' } });
});

test('where a schedule asks for more in a month than may be billed, it is told on about which day that is used up', async () => {
  const app = await createTestApp();
  await giveSite(app, 'https://example.com/');
  await app.desk.call('integrations_set', { provider: 'serper', apiKey: 'key' });
  await track(
    app,
    Array.from({ length: 45 }, (_, index) => `pool ${index}`),
    { depth: 20 },
  );
  const whyAt = async (every: string) => (await schedule(app, every)).find(({ name }) => name === 'rankings')!;
  expect(await whyAt('daily')).toMatchObject({
    callsAMonth: 2790,
    why: expect.stringMatching(/31 times a month\. The cap of serper is 1000 calls a month: used up on about day 12\.$/),
  });
  expect((await whyAt('weekly')).why).toMatch(/5 times a month\.$/);
  await app.desk.call('integrations_set', { provider: 'serper', monthlyCallCap: 200 });
  expect((await whyAt('weekly')).why).toContain('The cap of serper is 200 calls a month: used up on about day 15.');
  await app.desk.call('integrations_set', { provider: 'serper', callPrice: 0.001, monthlyCallCap: 10_000, monthlyCostCap: 0.05 });
  expect((await whyAt('monthly')).why).toContain('The cap of serper is 50 calls a month: less than one run takes.');
});

test('without a site or a keyword nothing is started', async () => {
  const app = await createTestApp();
  await schedule(app, 'daily');
  await app.advance(day);
  await track(app, ['pool']);
  await app.advance(day);
  expect(await checksOf(app)).toEqual([]);
});
