import { existsSync, readdirSync } from 'node:fs';
import { planOf, type Plan, type Planned } from '../../src/services/account/portability/plan.ts';
import { meaningOf } from '../../src/db/meanings.ts';
import type { ServiceGroup } from '../../src/services/common/group.ts';
import type { Portable } from '../../src/services/common/portable.ts';
import { generator } from '../bench/random.ts';
import { openTestStore } from './store.ts';
import type { Row, Rows } from './rows.ts';

const services = new URL('../../src/services/', import.meta.url);
const groups = readdirSync(services).filter((name) => existsSync(new URL(`${name}/portable.ts`, services)) && name !== 'common');

/** What the groups declare of their tables. */
export const portables: readonly Portable[] = await Promise.all(
  groups.map(async (name) => Object.values((await import(new URL(`${name}/portable.ts`, services).href)) as Record<string, Portable>)[0]!),
);

let planned: Promise<Plan> | undefined;

export function planOfAll(): Promise<Plan> {
  return (planned ??= planOf(
    openTestStore().store.db,
    portables.map((portable): Pick<ServiceGroup, 'portable'> => ({ portable })),
  ));
}

const oddTexts = ['', ' ', '"quoted" and \\', 'Zeile\nzwei\r\n', '日本語 🏊', '\u2028', '{"json":[1]}', '<b>&amp;</b>'];

/**
 * Plants rows of a project in every table that goes with an export, of every type of value, and hangs them on one another. They make no sense to
 * the product: whoever carries them must not need any.
 */
export async function plant(rows: Rows, plan: Plan, projectId: string, seed: number, count = 3): Promise<void> {
  const random = generator(seed);
  const below = (most: number) => Math.floor(random() * most);
  const planted = new Map<string, Row[]>();
  let unique = 0;

  const idOf = (prefix: string) =>
    `${prefix}_01997a3c5d2e70008${(++unique).toString(16).padStart(7, '0')}${below(2 ** 32)
      .toString(16)
      .padStart(8, '0')}`;

  function valueOf(
    table: Planned,
    { name, type, notnull, pk }: { name: string; type: string; notnull: number; pk: number },
    at: number,
  ): unknown {
    if (table.of !== 'desk' && 'project' in table.of && table.of.project === name) return projectId;
    const other = table.references.find(({ column }) => column === name)?.table;
    const parents = other === undefined ? undefined : other === 'projects' ? [{ id: projectId }] : planted.get(other)!;
    if (parents) {
      if (notnull === 0 && pk === 0 && (other === table.table ? at === 0 : below(4) === 0)) return null;
      const key = other === 'search_properties' ? 'number' : 'id';
      return other === table.table ? parents[0]![key] : parents[at % parents.length]![key];
    }
    if (table.without && name in table.without && notnull === 0 && pk === 0) return null;
    if (name === 'language') return 'en';
    if (notnull === 0 && pk === 0 && name !== 'finished_at' && name !== 'settings' && below(3) === 0) return null;
    const meaning = meaningOf(table.table, name, type.toLowerCase());
    if (meaning === 'bit') return at % 2;
    if (meaning === 'json') return JSON.stringify([oddTexts[below(oddTexts.length)]]);
    if (type === 'INTEGER') return ++unique * 1_000_003;
    if (type === 'REAL') return (++unique * 7) / 3;
    if (type === 'BLOB') return Buffer.from(Array.from({ length: below(2000) }, () => below(256)));
    if (name === 'kind' && table.table === 'jobs') return 'nobody';
    if (name === 'id' || name.endsWith('_id')) return idOf('row');
    return `${++unique} ${oddTexts[below(oddTexts.length)]!}`;
  }

  for (const table of plan.tables) {
    if (table.table === 'projects') continue;
    const columns = await rows.query<{ name: string; type: string; notnull: number; pk: number }>(
      `select name, upper(type) as type, "notnull", pk from pragma_table_info('${table.table}')`,
    );
    planted.set(table.table, []);
    const isOfOne = table.key.length === 1 && table.of !== 'desk' && 'project' in table.of && table.of.project === table.key[0];
    for (let at = 0; at < (isOfOne ? 1 : count); at++) {
      const row = Object.fromEntries(columns.map((column) => [column.name, valueOf(table, column, at)]));
      planted.get(table.table)!.push(row);
    }
    await rows.insert(table.table, planted.get(table.table)!);
  }
  const [job] = planted.get('jobs')!;
  await rows.insert('work', { kind: 'nobody', key: job!['id'], payload: JSON.stringify({ jobId: job!['id'] }), lane: 'one', due_at: 5 });
}
