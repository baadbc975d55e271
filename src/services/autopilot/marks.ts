import type { Db, Tx } from '../../db/open.ts';
import type { ActionMarkRow } from '../../db/rows/autopilot.ts';
import { idsIn } from '../../db/sql.ts';
import type { System } from '../../system.ts';
import { dayMs } from '../common/actions.ts';
import type { Slice } from '../common/group.ts';

/** Longer than any operation takes: what began before was cut off. */
export const runningMs = 10 * 60_000;
/** What was dismissed, or run to no avail, comes back after more than a year. */
const keptDays = 400;
/** Per transaction, which must not hold the database for more than 20 ms. */
const maxAtOnce = 100;

export async function marksOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, ActionMarkRow>> {
  const rows = await db.selectFrom('action_marks').selectAll().where('action_id', 'in', idsIn(ids)).execute();
  return new Map(rows.map((row) => [row.action_id, row]));
}

/** How many there are of a project, as far as `most`. */
export async function countMarks(db: Db, projectId: string, most: number): Promise<number> {
  const some = db.selectFrom('action_marks').select('action_id').where('project_id', '=', projectId).limit(most);
  return (await some.execute()).length;
}

export function markOf(db: Db | Tx, id: string): Promise<ActionMarkRow | undefined> {
  return db.selectFrom('action_marks').selectAll().where('action_id', '=', id).executeTakeFirst();
}

export async function setMark(tx: Tx, row: ActionMarkRow): Promise<void> {
  const { mark, cause, operation, until, marked_at } = row;
  await tx
    .insertInto('action_marks')
    .values(row)
    .onConflict((conflict) => conflict.column('action_id').doUpdateSet({ mark, cause, operation, until, marked_at }))
    .execute();
}

/** Has an action be as it was before it was run, for its operation failed. */
export async function undoRun(tx: Tx, id: string, before: ActionMarkRow | undefined): Promise<void> {
  if (before) await setMark(tx, before);
  else await tx.deleteFrom('action_marks').where('action_id', '=', id).execute();
}

/** Removes some marks of a project that is being deleted; returns whether there may be more. */
export async function removeMarks(tx: Tx, projectId: string): Promise<boolean> {
  const some = tx.selectFrom('action_marks').select('action_id').where('project_id', '=', projectId).limit(maxAtOnce);
  const { numDeletedRows } = await tx.deleteFrom('action_marks').where('action_id', 'in', some).executeTakeFirstOrThrow();
  return numDeletedRows === BigInt(maxAtOnce);
}

export function markRetention({ now }: Pick<System, 'now'>): Slice {
  return async (tx) => {
    const old = tx
      .selectFrom('action_marks')
      .select('action_id')
      .where('marked_at', '<', now() - keptDays * dayMs);
    const { numDeletedRows } = await tx.deleteFrom('action_marks').where('action_id', 'in', old.limit(maxAtOnce)).executeTakeFirstOrThrow();
    return numDeletedRows === BigInt(maxAtOnce);
  };
}
