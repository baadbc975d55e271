import { onTestFinished } from 'vitest';
import { connect, type Connection, type Row } from '../db/connection.ts';

export type { Row };

/** What the columns of a row are, or a condition in words that every engine knows. */
type Where = Row | string;

/** The tables of a home, as tests see and plant them beside the desk: no other test knows which engine keeps them. */
export interface Rows extends Connection {
  /** `orderBy`: columns in SQL. */
  all<Found = Row>(table: string, where?: Where, orderBy?: string): Promise<Found[]>;
  count(table: string, where?: Where): Promise<number>;
  /** All of them or none. */
  insert(table: string, rows: Row | readonly Row[]): Promise<void>;
  update(table: string, values: Row, where?: Where): Promise<void>;
  delete(table: string, where?: Where): Promise<void>;
}

/** Opens the database of a home for this test; it is closed with it. */
export function rowsOf(home: string): Rows {
  const connection = connect(home);
  onTestFinished(() => connection.close());
  return {
    ...connection,
    all<Found>(table: string, where: Where = {}, orderBy?: string) {
      const { sql, values } = conditionOf(where);
      return connection.query<Found>(`select * from ${table}${sql}${orderBy === undefined ? '' : ` order by ${orderBy}`}`, values);
    },
    async count(table, where = {}) {
      const { sql, values } = conditionOf(where);
      const [found] = await connection.query<{ count: number }>(`select count(*) as count from ${table}${sql}`, values);
      return found!.count;
    },
    insert: (table, rows) => connection.runAll([rows].flat().map((row) => insertionOf(table, row))),
    async update(table, values, where = {}) {
      const { sql, values: sought } = conditionOf(where);
      const changes = Object.keys(values).map((name) => `${name} = ?`);
      await connection.query(`update ${table} set ${changes.join(', ')}${sql}`, [...Object.values(values), ...sought]);
    },
    async delete(table, where = {}) {
      const { sql, values } = conditionOf(where);
      await connection.query(`delete from ${table}${sql}`, values);
    },
  };
}

function insertionOf(table: string, row: Row): [sql: string, values: unknown[]] {
  const names = Object.keys(row);
  return [`insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`, Object.values(row)];
}

function conditionOf(where: Where): { sql: string; values: unknown[] } {
  if (typeof where === 'string') return { sql: ` where ${where}`, values: [] };
  const given = Object.entries(where);
  const parts = given.map(([name, value]) => (value === null ? `${name} is null` : `${name} = ?`));
  return {
    sql: parts.length === 0 ? '' : ` where ${parts.join(' and ')}`,
    values: given.map(([, value]) => value).filter((value) => value !== null),
  };
}
