import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/open.ts';
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
  return projectId === undefined ? sql<boolean>`1 = 1` : sql<boolean>`coalesce(${sql.ref(column)}, '') = ${projectId}`;
}

/** The same for an index that begins with the project. */
export function withinProjects(column: string, projectId: string | undefined): RawBuilder<boolean> {
  return projectId === undefined
    ? sql<boolean>`${sql.ref(column)} in (select id from projects)`
    : sql<boolean>`${sql.ref(column)} = ${projectId}`;
}

/** What comes after a position in a list ordered by time, then id, both descending. */
export function isBefore({ created_at, id }: Position): RawBuilder<boolean> {
  return sql<boolean>`(created_at, id) < (${created_at}, ${id})`;
}
