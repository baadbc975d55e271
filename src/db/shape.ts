import { sql } from 'kysely';
import type { Db } from './open.ts';
import { meaningOf, type Meaning } from './meanings.ts';
import type { Tables } from './tables.ts';

export interface Column {
  name: string;
  type: 'text' | 'integer' | 'real' | 'blob';
  /** What its values are, beyond their type. */
  meaning?: Meaning | undefined;
  nullable: boolean;
  /** Whether a row may leave it out. */
  hasDefault: boolean;
}

/** What the database knows of a table. */
export interface Shape {
  columns: readonly Column[];
  /** The columns of the primary key, in its order. */
  key: readonly string[];
  /** The columns that must name a row of another table, or be null. */
  references: readonly { column: string; table: string }[];
}

/** Reads the shapes of these tables. */
export async function shapesOf(db: Db, tables: readonly (keyof Tables)[]): Promise<Map<string, Shape>> {
  const shapes = new Map<string, Shape>();
  for (const table of tables) shapes.set(table, await shapeOf(db, table));
  return shapes;
}

async function shapeOf(db: Db, table: keyof Tables): Promise<Shape> {
  const { rows: columns } = await sql<{ name: string; type: string; notnull: number; dflt_value: unknown; pk: number }>`
    select name, type, "notnull", dflt_value, pk from pragma_table_info(${table}) order by cid`.execute(db);
  const { rows: references } = await sql<{ column: string; table: string }>`
    select "from" as "column", "table" from pragma_foreign_key_list(${table}) order by "from"`.execute(db);
  const key = columns.filter(({ pk }) => pk > 0).toSorted((one, other) => one.pk - other.pk);
  return {
    columns: columns.map(({ name, type, notnull, dflt_value: given, pk }) => ({
      name,
      type: type.toLowerCase() as Column['type'],
      meaning: meaningOf(table, name, type.toLowerCase()),
      nullable: notnull === 0 && pk === 0,
      hasDefault: given !== null || (notnull === 0 && pk === 0),
    })),
    key: key.map(({ name }) => name),
    references,
  };
}
