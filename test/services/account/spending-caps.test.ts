import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Integration } from '../../../schema/integrations.ts';
import type { Configured } from '../../../src/services/account/index.ts';
import { createSpending } from '../../../src/services/account/integrations/spending.ts';
import { startScript, type Child } from '../../support/child.ts';
import { openTestStore } from '../../support/store.ts';
import { createTestApp } from '../../support/test-app.ts';

/** Real processes and the real clock. */
const timeout = 60_000;

function openMonth(settings: Configured['settings'], provider: Configured['provider'] = 'serper') {
  const { store, clock, home } = openTestStore();
  const spending = createSpending(store, clock);
  const set = { settings };
  const meter = spending.meter('prj_1', async () => ({ provider, settings: set.settings, by: 'settings' as const }));
  const spent = async () => (await spending.read(store.db, 'prj_1'))[0];
  const cap = (changed: Configured['settings']) => (set.settings = changed);
  return { meter, spent, cap, clock, store, home };
}

const call = async () => 'answered';

async function startSpender(home: string, settings: object, most: number): Promise<Child> {
  const child = startScript(new URL('spending-process.ts', import.meta.url), [home, JSON.stringify(settings), String(most)]);
  expect(await child.line()).toBe('ready');
  return child;
}

async function saidBy(child: Child): Promise<string[]> {
  const said: string[] = [];
  for (;;) {
    const line = await child.line().catch(() => null);
    if (line === null) return said;
    said.push(line);
  }
}

test('processes that spend at the same time never pass the caps together, of calls or of money', { timeout }, async () => {
  for (const [settings, allowed] of [
    [{ monthlyCallCap: 60 }, 60],
    [{ monthlyCostCap: 0.018, callPrice: 0.0003, monthlyCallCap: 1000 }, 60],
  ] as const) {
    const { home, store } = openMonth({});
    const spenders = await Promise.all(['one', 'two', 'three'].map(() => startSpender(home, settings, 50)));
    for (const { process } of spenders) process.stdin.write('begin\n');
    const said = (await Promise.all(spenders.map(saidBy))).flat();
    expect(said.filter((word) => word === 'asked')).toHaveLength(allowed);
    expect(said.filter((word) => word === 'cap_reached').length).toBeGreaterThan(0);
    const row = await store.db.selectFrom('provider_months').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ calls: allowed, cost: 'callPrice' in settings ? 0.018 : 0 });
  }
});

test('what a process had reserved when it was killed stays spent, and holds nobody up', { timeout }, async () => {
  const { home, store } = openMonth({});
  const settings = { monthlyCallCap: 1_000_000, callPrice: 0.5 };
  const spender = await startSpender(home, settings, 1_000_000);
  spender.process.stdin.write('begin\n');
  for (let calls = 0; calls < 20; calls += 1) expect(await spender.line()).toBe('asked');
  spender.process.kill('SIGKILL');
  const asked = 20 + (await saidBy(spender)).length;
  expect(await spender.ended).toBe('SIGKILL');
  const { calls, cost } = await store.db.selectFrom('provider_months').selectAll().executeTakeFirstOrThrow();
  expect(calls).toBeGreaterThanOrEqual(asked);
  expect(calls).toBeLessThanOrEqual(asked + 1);
  expect(cost).toBe(calls / 2);
  const next = await startSpender(home, { ...settings, monthlyCallCap: calls + 3 }, 10);
  next.process.stdin.write('begin\n');
  expect(await saidBy(next)).toEqual(['asked', 'asked', 'asked', 'cap_reached']);
});

test('ten thousand calls at 0.0006 dollars cost 6 dollars, and a cap of 6 allows just these', { timeout }, async () => {
  const { meter, spent, store } = openMonth({ callPrice: 0.0006, monthlyCostCap: 6, monthlyCallCap: 100_000 });
  const nearly = 9_950;
  await meter.spend(nearly, call);
  for (let calls = nearly; calls < 10_000; calls += 1) await meter.spend(1, call);
  expect(await spent()).toMatchObject({ calls: 10_000, cost: 6 });
  await expect(meter.spend(1, call)).rejects.toMatchObject({ code: 'cap_reached' });
  await store.write((tx) => tx.updateTable('provider_months').set({ cost: 0, calls: 0 }).execute());
  for (let calls = 0; calls < 1_000; calls += 1) await meter.spend(1, call);
  expect(await spent()).toMatchObject({ cost: 0.6 });
});

test('a cap that is lowered below what is spent, or is 0, refuses each call, and says what helps', async () => {
  const { meter, cap, spent } = openMonth({ monthlyCallCap: 10 });
  await meter.spend(5, call);
  cap({ monthlyCallCap: 3 });
  await expect(meter.spend(1, call)).rejects.toMatchObject({
    code: 'cap_reached',
    message: 'serper may bill 3 calls a month, and 5 calls are spent.',
    hint: expect.stringContaining('Wait for the month to end'),
  });
  cap({ monthlyCallCap: 0 });
  await expect(meter.spend(1, call)).rejects.toMatchObject({
    code: 'cap_reached',
    hint: 'Raise monthlyCallCap with integrations_set.',
  });
  cap({ callPrice: 0.1, monthlyCostCap: 0 });
  await expect(meter.spend(1, call)).rejects.toMatchObject({
    code: 'cap_reached',
    hint: 'Raise monthlyCostCap with integrations_set.',
  });
  expect(await spent()).toMatchObject({ calls: 5 });
});

test('what is larger than the cap is told so: no month would have room for it', async () => {
  const { meter } = openMonth({ monthlyCallCap: 3 });
  await expect(meter.spend(5, call)).rejects.toMatchObject({
    message: 'serper may bill 3 calls a month, and 0 calls are spent; this takes 5 more.',
    hint: 'Raise monthlyCallCap with integrations_set.',
  });
});

test('where a provider that reports its costs did not, the hint names what can be set', async () => {
  const { meter } = openMonth({ monthlyCostCap: 1 }, 'dataforseo');
  await meter.spend(1, call);
  await expect(meter.spend(1, call)).rejects.toMatchObject({
    code: 'prices_missing',
    hint: expect.stringContaining('Set monthlyCallCap instead of monthlyCostCap'),
  });
});

const spend = fc.record({
  calls: fc.integer({ min: 1, max: 4 }),
  fails: fc.boolean(),
  reports: fc.option(fc.integer({ min: 0, max: 20 })),
});

test('whatever is spent at once, fails or is reported, no cap is ever passed by what is known before', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(spend, { maxLength: 25 }), fc.nat({ max: 40 }), fc.nat({ max: 40 }), async (spends, calls, cents) => {
      const { meter, spent, store } = openMonth({ monthlyCallCap: calls, callPrice: 0.01, monthlyCostCap: cents / 100 });
      let went = 0;
      const ends = spends.map(({ calls: wanted, fails, reports }) =>
        meter.spend(
          wanted,
          async () => {
            went += wanted;
            if (fails) throw new Error('It failed.');
          },
          // Never more than it was expected to cost.
          () => (reports === null ? null : Math.min(reports / 1000, wanted / 100)),
        ),
      );
      await Promise.allSettled(ends);
      const row = (await spent()) ?? { calls: 0, cost: 0 };
      await store.close();
      expect(row.calls).toBe(went);
      expect(row.calls).toBeLessThanOrEqual(calls);
      expect(row.cost).toBeLessThanOrEqual(cents / 100);
      // No billionth of a dollar is lost or gained.
      expect(row.cost).toBe(Number(row.cost.toFixed(9)));
    }),
    { numRuns: 25 },
  );
});

test('integrations_list tells what was spent without a trace of binary fractions', async () => {
  const app = await createTestApp();
  await app.desk.call('integrations_set', { provider: 'serper', apiKey: 'key', callPrice: 0.1, baseUrl: 'http://127.0.0.1:9/' });
  for (let tests = 0; tests < 3; tests += 1) await app.desk.call('integrations_test', { provider: 'serper' });
  const { data } = (await app.desk.call('integrations_list', { limit: 100 })) as { data: Integration[] };
  expect(data.find(({ provider }) => provider === 'serper')!.spent).toEqual({ calls: 3, cost: 0.3, month: '2026-05' });
});
