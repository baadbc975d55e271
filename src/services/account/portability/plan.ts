import type { Belonging, Waiting } from '../../../db/carry.ts';
import type { Db } from '../../../db/open.ts';
import { shapesOf, type Column, type Shape } from '../../../db/shape.ts';
import type { Tables } from '../../../db/tables.ts';
import type { ServiceGroup } from '../../common/group.ts';
import type { CarriedTable, CarriedWork } from '../../common/portable.ts';

/** A table that goes along, with what the database knows of it. */
export interface Planned extends CarriedTable {
  /** The folder and name of its files. */
  path: string;
  /** Those that go along, in the order in which a row has them. */
  columns: readonly Column[];
  key: readonly string[];
  /** Columns that name a row of a table that goes along too, or are null. */
  references: Shape['references'];
  /** What names a row of it elsewhere, where that is one column. */
  name: string | null;
}

export interface Plan {
  /** Each behind those that it refers to. */
  tables: readonly Planned[];
  work: readonly PlannedWork[];
  /** Every table with rows of projects, also of those that stay behind, and the column that names the project. */
  ofProjects: readonly { table: string; column: string }[];
}

export type PlannedWork = CarriedWork & { path: string; kind: string | { column: string } };

type Portables = readonly Pick<ServiceGroup, 'portable'>[];

/** What goes with an export, of all groups. */
export async function planOf(db: Db, groups: Portables): Promise<Plan> {
  const portables = groups.flatMap(({ portable }) => portable ?? []);
  const all = portables.flatMap(({ group, carried = [] }) => carried.map((table) => ({ ...table, path: `${group}/${table.table}` })));
  const left = portables.flatMap((portable) => Object.keys(portable.left ?? {}) as (keyof Tables)[]);
  const shapes = await shapesOf(db, [...all.map(({ table }) => table), ...left]);
  const naming = all.flatMap(({ table, of }) =>
    of !== 'desk' && 'project' in of && table !== 'projects' ? [{ table, column: of.project }] : [],
  );
  const leftNaming = left.filter((table) => shapes.get(table)!.columns.some(({ name }) => name === 'project_id'));
  return {
    tables: inOrder(namingParents(all.map((one) => planned(one, shapes.get(one.table)!)))),
    work: portables.flatMap(({ group, work = [] }) =>
      work.map((one) => ({ kind: (one.before ?? '').trimEnd(), ...one, path: `${group}/work` })),
    ),
    ofProjects: [...naming, ...leftNaming.map((table) => ({ table, column: 'project_id' }))],
  };
}

function planned(table: CarriedTable & { path: string }, shape: Shape): Planned {
  const columns = shape.columns.filter(({ name }) => !Object.hasOwn(table.without ?? {}, name));
  const names = new Set(columns.map(({ name }) => name));
  const references = shape.references.filter(({ column }) => names.has(column));
  const { of } = table;
  const hangs = of !== 'desk' && 'parent' in of && references.every(({ column }) => column !== of.by);
  return {
    ...table,
    columns,
    key: shape.key,
    references: hangs ? [...references, { column: of.by, table: of.parent }] : references,
    name: table.numbered ? (table.numbered.name ?? null) : shape.key.length === 1 ? shape.key[0]! : null,
  };
}

/** Where a parent's number means something here only, its rows name it by a text instead. */
function namingParents(tables: readonly Planned[]): Planned[] {
  const named = new Set(tables.filter(({ numbered }) => numbered?.name !== undefined).map(({ table }) => table as string));
  return tables.map((one) => {
    const byName = new Set(one.references.filter(({ table }) => named.has(table)).map(({ column }) => column));
    return { ...one, columns: one.columns.map((column) => (byName.has(column.name) ? { ...column, type: 'text' as const } : column)) };
  });
}

/** As declared, but each behind those that it refers to. */
function inOrder(tables: readonly Planned[]): Planned[] {
  const ordered: Planned[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const isFree = ({ table, references }: Planned) =>
      references.every((one) => one.table === table || left.every((other) => other.table !== one.table));
    const next = left.find(isFree);
    if (!next) throw new Error(`These tables refer to one another in a circle: ${left.map(({ table }) => table).join(', ')}`);
    ordered.push(next);
    left = left.filter((one) => one !== next);
  }
  return ordered;
}

/** Where the rows of a project are. */
export function belongingOf({ table, of, where, nullFirst, columns, key, ...rest }: Planned, { tables }: Plan): Belonging {
  const shared = { table, where, nullFirst, columns: columns.map(({ name }) => name), order: rest.order ?? key };
  if (of === 'desk') return { ...shared, column: '' };
  if ('project' in of) return { ...shared, column: of.project };
  const parent = tables.find((one) => one.table === of.parent)!;
  const named = parent.numbered?.name;
  const shown = named ?? parent.key[0]!;
  const column = projectColumnOf(parent);
  return { ...shared, column: of.by, parent: { table: of.parent, key: parent.key[0]!, column, shown, where: parent.where } };
}

/** How a table's rows are found by the project, for the work that waits for them. */
export function waitingOf({ of, before = '', after = '' }: PlannedWork, { tables }: Plan): Waiting {
  const plannedOf = (table: string) => tables.find((one) => one.table === table)!;
  const named = plannedOf(of);
  const shared = { table: of, key: named.key[0]!, before, after };
  if (named.of === 'desk' || 'project' in named.of) return { ...shared, column: projectColumnOf(named) };
  const parent = plannedOf(named.of.parent);
  return { ...shared, column: projectColumnOf(parent), parent: { table: parent.table, key: parent.key[0]!, by: named.of.by } };
}

const projectColumnOf = ({ of }: Pick<Planned, 'of'>) => (of !== 'desk' && 'project' in of ? of.project : 'project_id');

/** The tables that somebody refers to, whose names an import must therefore know. */
export function referredTo({ tables, work }: Plan): ReadonlySet<keyof Tables> {
  const named = tables.flatMap(({ references }) => references.map(({ table }) => table as keyof Tables));
  return new Set([...named, ...work.map(({ of }) => of)]);
}
