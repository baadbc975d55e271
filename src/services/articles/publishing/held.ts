import { sql } from 'kysely';
import type { Tx } from '../../../db/open.ts';

/** Articles let go in one transaction: each is written anew with all its text. */
const maxHeldAtOnce = 20;

/** Takes the mark from some of a project's articles that were held back; returns whether there may be more. */
export async function letGoOfHeld(tx: Tx, projectId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update articles set publish_held = 0 where id in (
      select id from articles indexed by articles_held where project_id = ${projectId} and publish_held = 1 limit ${maxHeldAtOnce})`.execute(
    tx,
  );
  return Number(numAffectedRows) === maxHeldAtOnce;
}
