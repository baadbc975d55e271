import { expect, test } from 'vitest';
import type { Integration, Provider } from '../../../schema/integrations.ts';
import type { Project } from '../../../schema/projects.ts';
import type { Configured } from '../../../src/services/account/index.ts';
import { createSpending } from '../../../src/services/account/integrations/spending.ts';
import { temporaryHome } from '../../support/home.ts';
import type { Turn } from '../../support/llm-dialect.ts';
import { goodKey, serveModel } from '../../support/llm-server.ts';
import { rowsOf } from '../../support/rows.ts';
import { openTestStore } from '../../support/store.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

const day = 86_400_000;
const prices = { inputPrice: 1_000, outputPrice: 1_000 };

const find = async ({ desk }: TestApp, provider: Provider, projectId?: string) =>
  ((await desk.call('integrations_list', { projectId })) as { data: Integration[] }).data.find((one) => one.provider === provider)!;
const ask = ({ desk }: TestApp, projectId?: string) => desk.call('integrations_test', { provider: 'openai', projectId });

/** A desk whose model is asked by testing it. */
async function withModel(settings: object = {}, turns: readonly Turn[] = [{ say: 'ok' }], home?: string) {
  const server = await serveModel('openai', turns);
  const app = await createTestApp(home === undefined ? {} : { home });
  const given = { provider: 'openai', baseUrl: `${server.url}v1`, apiKey: goodKey, model: 'small-1', ...settings };
  await app.desk.call('integrations_set', given);
  return { app, server, given };
}

test('each call of a month is counted, and what is over the cap is not asked until the month is over', async () => {
  const { app, server } = await withModel({ monthlyCallCap: 2 });
  await ask(app);
  await ask(app);
  await expect(ask(app)).rejects.toMatchObject({
    code: 'cap_reached',
    message: 'openai may bill 2 calls a month, and 2 calls are spent.',
    hint: 'Wait for the month to end, at 2026-06-01T00:00:00.000Z, or raise monthlyCallCap with integrations_set.',
  });
  expect(server.requests).toHaveLength(2);
  expect(await find(app, 'openai')).toMatchObject({
    healthy: true,
    caps: { calls: 2, cost: null },
    spent: { calls: 2, cost: null, month: '2026-05' },
  });
  await app.advance(Date.parse('2026-06-01T00:00:00Z') - app.now());
  expect(await find(app, 'openai')).toMatchObject({ spent: { calls: 0, cost: 0, month: '2026-06' } });
  await expect(ask(app)).resolves.toMatchObject({ healthy: true });
});

test('a cap that is raised holds at once, and settings that are made anew spend on', async () => {
  const { app, given } = await withModel({ monthlyCallCap: 1 });
  await ask(app);
  await app.desk.call('integrations_delete', { provider: 'openai' });
  await app.desk.call('integrations_set', given);
  await expect(ask(app)).rejects.toMatchObject({ code: 'cap_reached' });
  await app.desk.call('integrations_set', { ...given, monthlyCallCap: 2 });
  await expect(ask(app)).resolves.toMatchObject({ healthy: true });
});

test('of two processes that want the last call one has it', async () => {
  const home = temporaryHome();
  const { app, server } = await withModel({ monthlyCallCap: 1 }, [{ say: 'ok' }], home);
  const other = await createTestApp({ home });
  const outcomes = await Promise.allSettled([app, other, app, other].map((one) => ask(one)));
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
  expect(server.requests).toHaveLength(1);
});

test('costs are summed from prices, and capped', async () => {
  const { app, server } = await withModel({ ...prices, monthlyCostCap: 0.001 });
  await ask(app);
  const { caps, spent } = await find(app, 'openai');
  expect(caps).toEqual({ calls: null, cost: 0.001 });
  expect(spent!.cost).toBeGreaterThan(0.001);
  await expect(ask(app)).rejects.toMatchObject({ code: 'cap_reached', hint: expect.stringContaining('monthlyCostCap') });
  expect(server.requests).toHaveLength(1);
});

test.each([
  ['openai', { model: 'm', inputPrice: 1 }, /outputPrice/],
  ['serper', { apiKey: 'key' }, /callPrice/],
  ['image', { model: 'm' }, /callPrice/],
])('a cap of the costs of %s without prices is refused', async (provider, settings, message) => {
  const { desk } = await createTestApp();
  const set = (more: object) => desk.call('integrations_set', { provider, ...settings, ...more });
  await expect(set({ monthlyCostCap: 5 })).rejects.toMatchObject({ code: 'prices_missing', message: expect.stringMatching(message) });
  await expect(set({})).resolves.toMatchObject({ configured: true });
});

test('what bills each call begins with a cap of 1,000, and who bills nothing has none', async () => {
  const app = await createTestApp();
  const caps = async (provider: Provider) => (await find(app, provider)).caps;
  for (const provider of ['serper', 'brave', 'dataforseo'] as const) expect(await caps(provider)).toEqual({ calls: 1000, cost: null });
  for (const provider of ['openai', 'judge', 'image', 'searxng'] as const)
    expect(await caps(provider)).toEqual({ calls: null, cost: null });
  expect(await find(app, 'wordpress')).toMatchObject({ caps: null, spent: null });
});

test('a provider of the environment is one account for all projects', async () => {
  const server = await serveModel('openai', [{ say: 'ok' }]);
  const openai = { baseUrl: `${server.url}v1`, apiKey: goodKey, model: 'small-1', monthlyCallCap: 2 };
  const app = await createTestApp({ providers: { openai } });
  const { data } = (await app.desk.call('projects_list')) as { data: Project[] };
  const first = data[0]!.id;
  const { id: second } = (await app.desk.call('projects_create', { name: 'Second' })) as Project;
  await ask(app, first);
  await ask(app, second);
  for (const id of [first, second]) {
    expect((await find(app, 'openai', id)).spent).toMatchObject({ calls: 2 });
    await expect(ask(app, id)).rejects.toMatchObject({
      code: 'cap_reached',
      hint: expect.stringContaining('COPYDESK_OPENAI_MONTHLY_CALL_CAP'),
    });
  }
});

test('what projects set for themselves is counted for each, and goes with it', async () => {
  const { app, given } = await withModel({ monthlyCallCap: 1 });
  const { data } = (await app.desk.call('projects_list')) as { data: Project[] };
  const { id } = (await app.desk.call('projects_create', { name: 'Second' })) as Project;
  await app.desk.call('integrations_set', { ...given, projectId: id });
  await ask(app, data[0]!.id);
  await ask(app, id);
  expect(await rowsOf(app.home).count('provider_months')).toBe(2);
  await app.desk.call('projects_delete', { id, confirm: 'Second' });
  expect(await rowsOf(app.home).all('provider_months')).toMatchObject([{ payer: data[0]!.id }]);
});

test('months are kept for two years', async () => {
  const app = await createTestApp();
  const row = { payer: 'desk', provider: 'serper', calls: 1, unpriced: 0, cost: 0 };
  await rowsOf(app.home).insert('provider_months', [
    { ...row, month: '2024-04' },
    { ...row, month: '2024-05' },
    { ...row, month: '2026-05' },
  ]);
  await app.advance(day);
  expect((await rowsOf(app.home).all<{ month: string }>('provider_months', {}, 'month')).map(({ month }) => month)).toEqual([
    '2024-05',
    '2026-05',
  ]);
});

/** A meter, and what it has counted. */
function metered(provider: Provider, settings: Configured['settings']) {
  const { store, clock } = openTestStore();
  const spending = createSpending(store, clock);
  const spent = async () => (await spending.read(store.db, 'prj_1'))[0];
  return { meter: spending.meter('prj_1', async () => ({ provider, settings, by: 'settings' })), spent, clock };
}

test('a call costs what is configured, until its answer says what it cost', async () => {
  const { meter, spent } = metered('image', { callPrice: 0.5 });
  expect(await meter.spend(1, async () => 'picture')).toBe('picture');
  expect(await spent()).toMatchObject({ calls: 1, unpriced: 0, cost: 0.5 });
  await meter.spend(
    2,
    async () => 0.25,
    (answer) => answer,
  );
  expect(await spent()).toMatchObject({ calls: 3, unpriced: 0, cost: 0.75 });
});

test('a call that fails is spent, at its configured price', async () => {
  const { meter, spent } = metered('image', { callPrice: 0.5, monthlyCallCap: 3 });
  const failure = new Error('It broke.');
  await expect(meter.spend(2, () => Promise.reject(failure))).rejects.toBe(failure);
  expect(await spent()).toMatchObject({ calls: 2, cost: 1 });
  await expect(meter.spend(2, async () => 'more')).rejects.toMatchObject({ code: 'cap_reached' });
  expect(await spent()).toMatchObject({ calls: 2, cost: 1 });
});

test('calls under way count against a cap of costs at their configured price', async () => {
  const { meter } = metered('image', { callPrice: 0.5, monthlyCostCap: 1.25 });
  const calls = [1, 2, 3].map(() => meter.spend(1, async () => 'picture'));
  expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
});

test('a cap that prices reach exactly is used up', async () => {
  const { meter, spent } = metered('image', { callPrice: 0.1, monthlyCostCap: 0.3 });
  for (let count = 0; count < 3; count++) await meter.spend(1, async () => 'picture');
  await expect(meter.spend(1, async () => 'picture')).rejects.toMatchObject({ code: 'cap_reached' });
  expect(await spent()).toMatchObject({ calls: 3 });
});

test('a cap of costs holds against what is reported, and nothing goes on where that fails', async () => {
  const { meter, spent } = metered('dataforseo', { monthlyCostCap: 1 });
  const reported = (cost: number | null) =>
    meter.spend(
      1,
      async () => cost,
      (answer) => answer,
    );
  await reported(0.4);
  await reported(0.6);
  await expect(reported(0.1)).rejects.toMatchObject({ code: 'cap_reached' });
  expect(await spent()).toMatchObject({ calls: 2, cost: 1 });
  const silent = metered('dataforseo', { monthlyCostCap: 1 });
  await silent.meter.spend(1, async () => null);
  await expect(silent.meter.spend(1, async () => null)).rejects.toMatchObject({ code: 'prices_missing' });
});

test('a call that ends in another month is of the month in which it began', async () => {
  const { meter, spent, clock } = metered('image', {});
  await meter.spend(
    1,
    async () => clock.advance(31 * day),
    () => 0.5,
  );
  expect(await spent()).toBeUndefined();
});
