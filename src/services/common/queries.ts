import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/open.ts';
import type { Tables } from '../../db/tables.ts';
import type { Position } from './paging.ts';

/** Counting stops here: an overview stays cheap however much there is. */
export const maxCounted = 1_000;

/** How many rows a select has. */
export async function countUpTo(db: Db, rows: RawBuilder<unknown>): Promise<number> {
  const counting = sql<{ count: number }>`select count(*) as count from (${rows} limit ${maxCounted}) as counted`;
  return (await counting.execute(db)).rows[0]!.count;
}

/** The rows of one project, or all. Written so that an index of a whole project's rows is not preferred to the one of the few that are asked for. */
export function ofProject(column: string, projectId: string | undefined): RawBuilder<boolean> {
  return projectId === undefined
    ? sql<boolean>`coalesce(${sql.ref(column)}, '') not in (select id from projects where arriving = 1)`
    : sql<boolean>`coalesce(${sql.ref(column)}, '') = ${projectId}`;
}

/** The same for an index that begins with the project. */
export function withinProjects(column: string, projectId: string | undefined): RawBuilder<boolean> {
  return projectId === undefined
    ? sql<boolean>`${sql.ref(column)} in (select id from projects where arriving = 0)`
    : sql<boolean>`${sql.ref(column)} = ${projectId}`;
}

/** What comes after a position in a list ordered by time, then id, both descending. */
export function isBefore({ created_at, id }: Position): RawBuilder<boolean> {
  return sql<boolean>`(created_at, id) < (${created_at}, ${id})`;
}

/** The languages of a project's texts, without the unknown. One index step per language, however many texts there are. */
export async function languagesIn(db: Db, table: 'documents' | 'crawled_pages', projectId: string): Promise<string[]> {
  const texts = sql.table(table);
  const { rows } = await sql<{ language: string }>`
    with recursive found (language) as (
      select min(language) from ${texts} where project_id = ${projectId}
      union all
      select (select min(language) from ${texts} where project_id = ${projectId} and language > found.language) from found where found.language is not null
    )
    select language from found where language is not null and language <> 'und'`.execute(db);
  return rows.map((row) => row.language);
}

/** How many passages there are of all projects, counted up to `enough`. */
export async function countPassages(db: Db, table: 'passages' | 'crawled_passages', enough: number): Promise<number> {
  return (
    await sql<{ count: number }>`select count(*) as count from (select number from ${sql.table(table)} limit ${enough}) as some`.execute(db)
  ).rows[0]!.count;
}

/** Here it is enough to know that there are many. */
export const maxHeld = 10_000;

/** How many rows of these tables are a project's, each counted up to `maxHeld`, under the name that each is given. */
export async function countOwned<Name extends string>(
  db: Db,
  projectId: string,
  tables: Readonly<Record<Name, Owned>>,
): Promise<Record<Name, number>> {
  const counts = Object.entries<Owned>(tables).map(([name, table]) => {
    const rows = sql`select 1 as one from ${sql.table(table)} where project_id = ${projectId} limit ${maxHeld}`;
    return sql`select ${sql.lit(name)} as name, (select count(*) from (${rows}) as counted) as count`;
  });
  const { rows } = await sql<{ name: Name; count: number }>`${sql.join(counts, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count])) as Record<Name, number>;
}

/** The tables whose rows each name a project. */
type Owned = { [Table in keyof Tables]: Tables[Table] extends { project_id: string | null } ? Table : never }[keyof Tables];
