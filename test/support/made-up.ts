import type { Row, Rows } from './rows.ts';

/** Inserts a row with something in every column that wants something. */
export async function insertMadeUp(rows: Rows, table: string, row: Row): Promise<void> {
  const given = (await rows.columns(table)).flatMap(({ name, isText, isRequired }) => {
    if (name in row) return [[name, row[name]] as const];
    return isRequired ? [[name, isText ? '{}' : 0] as const] : [];
  });
  await rows.insert(table, Object.fromEntries(given) as Row);
}
