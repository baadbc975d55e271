import type { Integration, Provider } from '../../../../schema/integrations.ts';
import { providers } from '../../../../schema/providers.ts';
import type { Usage } from '../../../../schema/usage.ts';
import type { ProviderMonthRow } from '../../../db/rows/account.ts';
import { idsIn } from '../../../db/sql.ts';
import { AppError } from '../../../errors.ts';
import type { Foundation } from '../../common/group.ts';
import { ofProject } from '../../common/queries.ts';
import type { Projects } from '../projects.ts';
import type { Integrations } from './integrations.ts';
import { capsOf, desk, exact, keptMonths, monthOf } from './spending.ts';

export interface UsageReports {
  /** Months are in UTC, both ends included. Throws `not_found`, `invalid_input`. */
  get(asked: { projectId?: string; since?: string; until?: string }): Promise<Usage>;
}

/** Months that are told where none is named: enough to see whether the last is like those before. */
const defaultMonths = 3;
const maxProjects = 20;

type Needs = Pick<Foundation, 'store' | 'system'> & { projects: Pick<Projects, 'get'>; integrations: Pick<Integrations, 'findAll'> };
type Figures = Usage['providers'][number]['months'][number];
type Sum = Omit<Figures, 'month'>;

export function createUsage({ store, system, projects, integrations }: Needs): UsageReports {
  function rowsIn(projectId: string | undefined, { since, until }: { since: string; until: string }): Promise<ProviderMonthRow[]> {
    let query = store.db.selectFrom('provider_months').selectAll().where('month', '>=', since).where('month', '<=', until);
    query = projectId === undefined ? query.where(ofProject('payer', projectId)) : query.where('payer', 'in', idsIn([projectId, desk]));
    return query.execute();
  }

  /** A cap belongs to one account: of several projects none is told. */
  async function capsFor(payers: ReadonlySet<string>): Promise<(provider: Provider, paidBy: PaidBy) => Integration['caps']> {
    const [project, ...others] = [...payers].filter((payer) => payer !== desk);
    // What the environment sets is the same for every project.
    const any = project ?? (await store.db.selectFrom('projects').select('id').where('arriving', '=', 0).limit(1).executeTakeFirst())?.id;
    const configured = any === undefined ? [] : await integrations.findAll(any, Object.keys(providers) as Provider[]);
    return (provider, paidBy) => {
      const by = paidBy === 'environment' ? 'environment' : 'settings';
      const one = configured.find((each) => each.provider === provider && each.by === by);
      return one === undefined || (by === 'settings' && others.length > 0) ? null : capsOf(one);
    };
  }

  async function spenders(rows: readonly ProviderMonthRow[]): Promise<Usage['projects']> {
    const sums = [...Map.groupBy(rows, ({ payer }) => payer)].map(([payer, some]) => ({ payer, ...sumOf(some), known: costOf(some) }));
    const most = sums.toSorted((one, other) => other.known - one.known || other.calls - one.calls).slice(0, maxProjects);
    const ids = most.map(({ payer }) => payer);
    const named = await store.db.selectFrom('projects').select(['id', 'name']).where('id', 'in', idsIn(ids)).execute();
    const names = new Map(named.map(({ id, name }) => [id, name]));
    return most.map(({ payer, known: _, ...sum }) => ({
      projectId: payer === desk ? null : payer,
      name: names.get(payer) ?? null,
      ...sum,
    }));
  }

  return {
    async get({ projectId, ...asked }) {
      if (projectId !== undefined) await projects.get(projectId);
      const period = periodOf(asked, monthOf(system.now()));
      const rows = await rowsIn(projectId, period);
      const accounts = [...Map.groupBy(rows, ({ provider, payer }) => `${provider} ${paidBy(payer)}`).values()];
      const capOf = await capsFor(new Set(projectId === undefined ? rows.map(({ payer }) => payer) : [projectId]));
      const told = accounts.map((some) => {
        const provider = some[0]!.provider as Provider;
        const by = paidBy(some[0]!.payer);
        return { provider, paidBy: by, ...sumOf(some), caps: capOf(provider, by), months: byMonth(some) };
      });
      const months = new Map(byMonth(rows).map((one) => [one.month, one]));
      return {
        projectId: projectId ?? null,
        ...period,
        total: { ...sumOf(rows), months: monthsIn(period).map((month) => months.get(month) ?? { month, calls: 0, cost: 0 }) },
        providers: told.toSorted((one, other) => (one.provider + one.paidBy < other.provider + other.paidBy ? -1 : 1)),
        projects: projectId === undefined ? await spenders(rows) : [],
      };
    },
  };
}

type PaidBy = Usage['providers'][number]['paidBy'];
const paidBy = (payer: string): PaidBy => (payer === desk ? 'environment' : 'project');

/** Throws `invalid_input`. */
function periodOf({ since, until }: { since?: string; until?: string }, now: string): { since: string; until: string } {
  const last = until ?? (since !== undefined && since > now ? since : now);
  const first = since ?? moved(last, 1 - defaultMonths);
  if (first > last) throw unfit('since', 'must not be after until.');
  if (first < moved(last, 1 - keptMonths)) throw unfit('since', `must be at most ${keptMonths - 1} months before until: no more are kept.`);
  return { since: first, until: last };
}

function unfit(field: string, detail: string): AppError {
  return new AppError('invalid_input', `${field} ${detail}`, {
    hint: 'Name months of UTC such as 2026-05.',
    errors: [{ pointer: `/${field}`, detail, code: 'out_of_range' }],
  });
}

function moved(month: string, by: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const date = new Date(0);
  // Not `Date.UTC`, which takes the year 99 for 1999.
  date.setUTCFullYear(year, number - 1 + by, 1);
  return monthOf(date.getTime());
}

/** Newest first. */
function monthsIn({ since, until }: { since: string; until: string }): string[] {
  const months: string[] = [];
  for (let month = until; month >= since; month = moved(month, -1)) months.push(month);
  return months;
}

function byMonth(rows: readonly ProviderMonthRow[]): Figures[] {
  const months = [...Map.groupBy(rows, ({ month }) => month)].map(([month, some]) => ({ month, ...sumOf(some) }));
  return months.toSorted((one, other) => (one.month > other.month ? -1 : 1));
}

const costOf = (rows: readonly ProviderMonthRow[]) => exact(rows.reduce((sum, { cost }) => sum + cost, 0));

function sumOf(rows: readonly ProviderMonthRow[]): Sum {
  const calls = rows.reduce((sum, row) => sum + row.calls, 0);
  return rows.some(({ unpriced }) => unpriced > 0) ? { calls, cost: null, why: { cost: 'prices_missing' } } : { calls, cost: costOf(rows) };
}
