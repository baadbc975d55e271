import type { Integration, Provider } from '../../../../schema/integrations.ts';
import { missingPrices, providers, variableOf } from '../../../../schema/providers.ts';
import type { Store, Tx } from '../../../db/open.ts';
import type { ProviderMonthRow } from '../../../db/rows/account.ts';
import { idsIn } from '../../../db/sql.ts';
import { AppError } from '../../../errors.ts';
import type { Meter } from '../../../providers/meter.ts';
import type { System } from '../../../system.ts';
import type { Slice } from '../../common/group.ts';
import { isoTime } from '../../common/wire.ts';
import type { Configured } from './reach.ts';

/** What providers billed, month by month. Kept in a table, so that caps hold over all processes. */
export interface Spending {
  /** `configured` says, in the transaction that reserves a call, how the provider is set up then. */
  meter(projectId: string, configured: (tx: Tx) => Promise<Configured>): Meter;
  /** What was spent this month by the project and by the desk as a whole. */
  read(db: Pick<Tx, 'selectFrom'>, projectId: string): Promise<ProviderMonthRow[]>;
  month(): string;
}

/** The environment's providers are one account for all projects. */
export const desk = 'desk';
export const keptMonths = 24;
/** Sums are kept to a billionth of a dollar: three times 0.1 is 0.30000000000000004. */
const perUsd = 1e9;
export const exact = (usd: number) => Math.round(usd * perUsd) / perUsd;

export function payerOf({ by }: Pick<Configured, 'by'>, projectId: string): string {
  return by === 'environment' ? desk : projectId;
}

export function capsOf({ provider, settings }: Pick<Configured, 'provider' | 'settings'>): Integration['caps'] {
  const { prices, startingCap } = providers[provider];
  if (prices === undefined) return null;
  return { calls: settings.monthlyCallCap ?? startingCap ?? null, cost: settings.monthlyCostCap ?? null };
}

/** Calls a month that its caps allow, by its price where that is known; null without a cap. */
export function callCapOf(configured: Pick<Configured, 'provider' | 'settings'>): number | null {
  const { calls = null, cost = null } = capsOf(configured) ?? {};
  const { callPrice = 0 } = configured.settings;
  if (cost === null || callPrice === 0) return calls;
  return Math.min(calls ?? Infinity, Math.floor(exact(cost / callPrice)));
}

/** What is told of a month; undefined where nothing was asked in it. */
export function spentIn(month: string, row: ProviderMonthRow | undefined): Integration['spent'] {
  return { calls: row?.calls ?? 0, cost: row && row.unpriced > 0 ? null : (row?.cost ?? 0), month };
}

export function createSpending(store: Store, { now }: Pick<System, 'now'>): Spending {
  const month = () => monthOf(now());

  /** Counts the calls, at their price where it is known before. Throws `cap_reached`, `prices_missing`. */
  async function reserve(tx: Tx, projectId: string, configured: Configured, calls: number): Promise<Reserved> {
    const { provider } = configured;
    const payer = payerOf(configured, projectId);
    const price = configured.settings.callPrice === undefined ? null : configured.settings.callPrice * calls;
    const key = { payer, provider, month: month() };
    const spent = await rowOf(tx, key);
    refuseOverCap(configured, spent, { calls, cost: price ?? 0 }, now());
    const added = { calls: spent.calls + calls, cost: exact(spent.cost + (price ?? 0)) };
    await tx
      .insertInto('provider_months')
      .values({ ...key, ...added, unpriced: spent.unpriced })
      .onConflict((conflict) => conflict.columns(['payer', 'provider', 'month']).doUpdateSet(added))
      .execute();
    return { ...key, calls, price };
  }

  /** Puts what an answer cost in place of what was expected. A call belongs to the month in which it was reserved. */
  async function settle(tx: Tx, { calls, price, ...key }: Reserved, cost: number | null): Promise<void> {
    const { cost: sum, unpriced } = await rowOf(tx, key);
    const isUnknown = cost === null && price === null;
    await tx
      .updateTable('provider_months')
      .set({ cost: exact(sum + (cost ?? price ?? 0) - (price ?? 0)), unpriced: unpriced + (isUnknown ? calls : 0) })
      .where('payer', '=', key.payer)
      .where('provider', '=', key.provider)
      .where('month', '=', key.month)
      .execute();
  }

  return {
    month,

    meter: (projectId, configured) => ({
      async spend(calls, ask, costOf = () => null) {
        if (calls === 0) return ask();
        const reserved = await store.write(async (tx) => reserve(tx, projectId, await configured(tx), calls));
        const answer = await ask();
        await store.write((tx) => settle(tx, reserved, costOf(answer)));
        return answer;
      },
    }),

    read: (db, projectId) =>
      db
        .selectFrom('provider_months')
        .selectAll()
        .where('payer', 'in', idsIn([projectId, desk]))
        .where('month', '=', month())
        .execute(),
  };
}

type Key = Pick<ProviderMonthRow, 'payer' | 'provider' | 'month'>;
type Reserved = Key & { calls: number; price: number | null };

async function rowOf(db: Pick<Tx, 'selectFrom'>, key: Key): Promise<ProviderMonthRow> {
  const kept = db.selectFrom('provider_months').selectAll().where('payer', '=', key.payer).where('provider', '=', key.provider);
  return (await kept.where('month', '=', key.month).executeTakeFirst()) ?? { ...key, calls: 0, unpriced: 0, cost: 0 };
}

function refuseOverCap(configured: Configured, spent: ProviderMonthRow, asked: { calls: number; cost: number }, now: number): void {
  const { provider } = configured;
  const { calls = null, cost = null } = capsOf(configured) ?? {};
  if (calls !== null && spent.calls + asked.calls > calls) {
    throw reached(configured, 'monthlyCallCap', { cap: calls, unit: 'calls', asked: asked.calls }, spent, now);
  }
  if (cost === null) return;
  if (providers[provider].prices === 'reported' && spent.unpriced > 0) throw pricesMissing(provider, 'It did not say what a call cost.');
  if (spent.cost >= cost || exact(spent.cost + asked.cost) > cost)
    throw reached(configured, 'monthlyCostCap', { cap: cost, unit: 'US dollars', asked: exact(asked.cost) }, spent, now);
}

interface Beyond {
  cap: number;
  unit: string;
  asked: number;
}

function reached(
  { provider, by }: Configured,
  field: 'monthlyCallCap' | 'monthlyCostCap',
  { cap, unit, asked }: Beyond,
  spent: ProviderMonthRow,
  now: number,
): AppError {
  const raise = by === 'environment' ? `${variableOf(provider, field)} in the environment` : `${field} with integrations_set`;
  // In no month would there be room for it.
  const isNever = cap === 0 || asked > cap;
  return new AppError(
    'cap_reached',
    `${provider} may bill ${cap} ${unit} a month, and ${spentWords(spent)} are spent${asked > 1 || isNever ? `; this takes ${asked} more` : ''}.`,
    { hint: isNever ? `Raise ${raise}.` : `Wait for the month to end, at ${isoTime(endOf(now))}, or raise ${raise}.` },
  );
}

function spentWords({ calls, cost, unpriced }: ProviderMonthRow): string {
  return unpriced > 0 || cost === 0 ? `${calls} calls` : `${calls} calls, ${Number(cost.toFixed(4))} US dollars,`;
}

/** Throws `prices_missing` where a cap of costs is set that nothing can be held against. */
export function refuseUnpriced({ provider, settings }: Pick<Configured, 'provider' | 'settings'>): void {
  const missing = missingPrices(provider, settings);
  if (missing.length > 0) throw pricesMissing(provider, `monthlyCostCap needs ${missing.join(' and ')}.`);
}

function pricesMissing(provider: Provider, why: string): AppError {
  return new AppError('prices_missing', `The costs of ${provider} cannot be capped. ${why}`, {
    hint:
      providers[provider].prices === 'reported'
        ? 'Set monthlyCallCap instead of monthlyCostCap with integrations_set; in the next month its costs can be capped again.'
        : 'Set the price with integrations_set, or monthlyCallCap instead of monthlyCostCap.',
  });
}

export const monthOf = (instant: number) => isoTime(instant).slice(0, 7);

function endOf(instant: number): number {
  const date = new Date(instant);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

/** Removes months that nobody asks for any more. */
export function oldMonths({ now }: Pick<System, 'now'>): Slice {
  return async (tx) => {
    const date = new Date(now());
    const first = monthOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - keptMonths, 1));
    await tx.deleteFrom('provider_months').where('month', '<', first).execute();
    return false;
  };
}

export async function removeSpending(tx: Tx, projectId: string): Promise<void> {
  await tx.deleteFrom('provider_months').where('payer', '=', projectId).execute();
}
