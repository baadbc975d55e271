import { sql } from 'kysely';
import type { Tx } from '../../../db/open.ts';

/** Articles per transaction: each update rewrites the row with its whole text. */
const maxHeldAtOnce = 20;

/** Unmarks some of a project's articles that were held back; returns whether there may be more. */
export async function letGoOfHeld(tx: Tx, projectId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update articles set publish_held = 0 where id in (
      select id from articles indexed by articles_held where project_id = ${projectId} and publish_held = 1 limit ${maxHeldAtOnce})`.execute(
    tx,
  );
  return Number(numAffectedRows) === maxHeldAtOnce;
}
