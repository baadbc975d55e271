import type { Statement } from 'better-sqlite3';
import { openBare } from './bare.ts';

export { newestVersion } from '../../src/db/migrations/index.ts';

export type Row = Readonly<Record<string, unknown>>;

export interface Column {
  name: string;
  isText: boolean;
  /** Whether a row must say what stands in it. */
  isRequired: boolean;
}

/** A connection to the database of a home beside the desk's own, as another process has one: what another engine has to offer tests too. */
export interface Connection {
  /** One statement in words that every engine knows, `?` for each value. What it runs has run when the call returns. */
  query<Found = Row>(sql: string, values?: readonly unknown[]): Promise<Found[]>;
  /** Statements with their values, all or none. */
  runAll(statements: readonly (readonly [sql: string, values: readonly unknown[]])[]): Promise<void>;
  tables(): Promise<string[]>;
  columns(table: string): Promise<Column[]>;
  /** Holds what every write takes first: others wait until the function that it returns is called. */
  holdLock(): Promise<() => Promise<void>>;
  /** Lets a change (`update`, `delete`) of a table fail where the condition holds; returns what ends that. */
  refuse(change: string, table: string, options: { when?: string; saying: string }): Promise<() => Promise<void>>;
  /** Runs a statement, which may name `new` and `old`, after each row of a change (`insert`, `update of title`) of a table. */
  afterEach(change: string, table: string, statement: string): Promise<void>;
  /** Is another number once others have written anything. */
  writes(): Promise<number>;
  /** Marks the database as written by a program that knows this schema. */
  setVersion(version: number): Promise<void>;
  close(): Promise<void>;
}

export function connect(home: string, { readonly = false } = {}): Connection {
  const sqlite = openBare(home, { readonly, timeout: 5000 });
  let triggers = 0;
  return {
    async query<Found>(sql: string, values: readonly unknown[] = []) {
      const statement = sqlite.prepare<unknown[], Found>(sql);
      if (statement.reader) return statement.all(...values);
      statement.run(...values);
      return [];
    },
    async runAll(statements) {
      const prepared = new Map<string, Statement>();
      sqlite.transaction(() => {
        for (const [sql, values] of statements) {
          const statement = prepared.get(sql) ?? sqlite.prepare(sql);
          prepared.set(sql, statement);
          statement.run(...values);
        }
      })();
    },
    writes: async () => sqlite.pragma('data_version', { simple: true }) as number,
    tables: async () => sqlite.prepare<[], string>("select name from sqlite_schema where type = 'table' order by name").pluck().all(),
    async columns(table) {
      const columns = sqlite.pragma(`table_info(${table})`) as {
        name: string;
        type: string;
        notnull: 0 | 1;
        dflt_value: unknown;
        pk: number;
      }[];
      return columns.map(({ name, type, notnull, dflt_value: usual, pk }) => {
        const isNumbered = pk === 1 && type === 'INTEGER';
        return { name, isText: type === 'TEXT', isRequired: notnull === 1 && usual === null && !isNumbered };
      });
    },
    async holdLock() {
      sqlite.exec('begin immediate');
      return async () => void sqlite.exec('commit');
    },
    async refuse(change, table, { when = 'true', saying }) {
      const name = `refused_${++triggers}_${table}`;
      sqlite.exec(`create trigger ${name} before ${change} on ${table} when ${when} begin select raise(abort, '${saying}'); end`);
      return async () => void sqlite.exec(`drop trigger ${name}`);
    },
    async afterEach(change, table, statement) {
      sqlite.exec(`create trigger noted_${++triggers}_${table} after ${change} on ${table} begin ${statement}; end`);
    },
    setVersion: async (version) => void sqlite.pragma(`user_version = ${version}`),
    close: async () => void sqlite.close(),
  };
}
