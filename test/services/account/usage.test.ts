import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Project } from '../../../schema/projects.ts';
import type { Usage } from '../../../schema/usage.ts';
import { rowsOf } from '../../support/rows.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const get = ({ desk }: TestApp, input: object = {}) => desk.call('usage_get', { ...input }) as Promise<Usage>;
const firstProject = async ({ desk }: TestApp) => ((await desk.call('projects_list')) as { data: Project[] }).data[0]!;
const spent = (payer: string, provider: string, month: string, calls: number, cost: number, unpriced = 0) => ({
  payer,
  provider,
  month,
  calls,
  cost,
  unpriced,
});

test('what was spent is told by provider and month, with its caps, and summed up', async () => {
  const app = await createTestApp();
  const { id, name } = await firstProject(app);
  await app.desk.call('integrations_set', { provider: 'serper', apiKey: 'key', callPrice: 0.1, monthlyCostCap: 20 });
  await rowsOf(app.home).insert('provider_months', [
    spent(id, 'serper', '2026-05', 3, 0.3),
    spent(id, 'serper', '2026-04', 2, 0.2),
    spent(id, 'brave', '2026-04', 1, 0.1),
    spent(id, 'serper', '2026-02', 9, 9),
  ]);
  expect(await get(app)).toEqual({
    projectId: null,
    since: '2026-03',
    until: '2026-05',
    total: {
      calls: 6,
      cost: 0.6,
      months: [
        { month: '2026-05', calls: 3, cost: 0.3 },
        { month: '2026-04', calls: 3, cost: 0.3 },
        { month: '2026-03', calls: 0, cost: 0 },
      ],
    },
    providers: [
      { provider: 'brave', paidBy: 'project', calls: 1, cost: 0.1, caps: null, months: [{ month: '2026-04', calls: 1, cost: 0.1 }] },
      {
        provider: 'serper',
        paidBy: 'project',
        calls: 5,
        cost: 0.5,
        caps: { calls: 1000, cost: 20 },
        months: [
          { month: '2026-05', calls: 3, cost: 0.3 },
          { month: '2026-04', calls: 2, cost: 0.2 },
        ],
      },
    ],
    projects: [{ projectId: id, name, calls: 6, cost: 0.6 }],
  });
});

test('a price that is not known makes the cost null, never 0, and says why', async () => {
  const app = await createTestApp();
  const { id } = await firstProject(app);
  await rowsOf(app.home).insert('provider_months', [spent(id, 'serper', '2026-05', 3, 0.3, 1), spent(id, 'brave', '2026-05', 1, 0.1)]);
  const why = { cost: 'prices_missing' };
  const { total, providers, projects } = await get(app);
  expect(total).toMatchObject({ calls: 4, cost: null, why, months: [{ cost: null, why }, { cost: 0 }, { cost: 0 }] });
  expect(total.months[1]).not.toHaveProperty('why');
  expect(providers).toMatchObject([{ cost: 0.1 }, { cost: null, why, months: [{ cost: null, why }] }]);
  expect(projects).toMatchObject([{ cost: null, why }]);
});

test('a project is told what it spent and what the environment pays for all, and of several projects nobody is told a cap', async () => {
  const app = await createTestApp();
  const { id } = await firstProject(app);
  const { id: other } = (await app.desk.call('projects_create', { name: 'Other' })) as Project;
  for (const projectId of [id, other]) await app.desk.call('integrations_set', { provider: 'serper', apiKey: 'key', projectId });
  await rowsOf(app.home).insert('provider_months', [
    spent(id, 'serper', '2026-05', 1, 1),
    spent(other, 'serper', '2026-05', 2, 5),
    spent('desk', 'openai', '2026-05', 4, 2),
  ]);
  expect(await get(app, { projectId: id })).toMatchObject({
    projectId: id,
    total: { calls: 5, cost: 3 },
    providers: [
      { provider: 'openai', paidBy: 'environment', calls: 4 },
      { provider: 'serper', paidBy: 'project', calls: 1, caps: { calls: 1000 } },
    ],
    projects: [],
  });
  const all = await get(app);
  expect(all).toMatchObject({ total: { calls: 7, cost: 8 }, providers: [{ caps: null }, { calls: 3, cost: 6, caps: null }] });
  expect(all.projects.map(({ projectId, cost }) => [projectId, cost])).toEqual([
    [other, 5],
    [null, 2],
    [id, 1],
  ]);
});

test('months that nobody keeps, that lie the wrong way round or are none are refused by the name of the field', async () => {
  const app = await createTestApp();
  for (const input of [{ since: '2024-05' }, { since: '2026-05', until: '2026-04' }, { since: '2026-13' }, { since: '2026-5' }])
    await expect(get(app, input), JSON.stringify(input)).rejects.toMatchObject({ code: 'invalid_input', errors: [{ pointer: '/since' }] });
  await expect(get(app, { projectId: 'prj_none' })).rejects.toMatchObject({ code: 'not_found' });
  expect(await get(app, { since: '2024-06' })).toMatchObject({ since: '2024-06', until: '2026-05' });
  expect(await get(app, { until: '2025-01' })).toMatchObject({ since: '2024-11', until: '2025-01' });
});

test('the total is the sum of the providers, of the months and of the projects, whatever was spent', async () => {
  const app = await createTestApp();
  const { id } = await firstProject(app);
  const rows = rowsOf(app.home);
  const row = fc.record({
    payer: fc.constantFrom(id, 'desk'),
    provider: fc.constantFrom('serper', 'openai', 'brave'),
    month: fc.constantFrom('2026-05', '2026-04', '2026-03', '2025-12'),
    calls: fc.nat(1000),
    cost: fc.integer({ min: 0, max: 5000 }).map((cents) => cents / 100),
    unpriced: fc.constantFrom(0, 0, 0, 1),
  });
  const table = fc.uniqueArray(row, { selector: ({ payer, provider, month }) => `${payer} ${provider} ${month}`, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(table, async (some) => {
      await rows.delete('provider_months');
      await rows.insert('provider_months', some);
      const { total, providers, projects } = await get(app);
      const within = some.filter(({ month }) => month >= '2026-03');
      const calls = within.reduce((sum, one) => sum + one.calls, 0);
      for (const parts of [[total], total.months, providers, projects]) {
        expect(parts.reduce((sum, one) => sum + one.calls, 0)).toBe(calls);
        expect(parts.some(({ cost }) => cost === null)).toBe(within.some(({ unpriced }) => unpriced > 0));
        if (total.cost !== null) expect(parts.reduce((sum, one) => sum + one.cost!, 0)).toBeCloseTo(total.cost, 6);
      }
    }),
    { numRuns: 40 },
  );
});
