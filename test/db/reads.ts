import type { Statement } from 'better-sqlite3';
import SqliteDatabase from 'better-sqlite3';
import { vi } from 'vitest';

export interface Read {
  sql: string;
  rows: number;
}

/** What this process reads from its databases during `work`, statement by statement. */
export async function readsDuring(work: () => Promise<unknown>): Promise<Read[]> {
  const memory = new SqliteDatabase(':memory:');
  const all = vi.spyOn(Object.getPrototypeOf(memory.prepare('select 1')) as Statement, 'all');
  memory.close();
  try {
    await work();
    const statements = all.mock.contexts as Statement[];
    return statements.map(({ source }, index) => ({ sql: source, rows: (all.mock.results[index]!.value as unknown[]).length }));
  } finally {
    all.mockRestore();
  }
}
