import type { Tx } from '../../../db/open.ts';
import { unmarkHeld } from '../queries.ts';

/** Articles per transaction: each update rewrites the row with its whole text. */
const maxHeldAtOnce = 20;

/** Unmarks some of a project's articles that were held back; returns whether there may be more. */
export async function letGoOfHeld(tx: Tx, projectId: string): Promise<boolean> {
  return (await unmarkHeld(tx, projectId, maxHeldAtOnce)) === maxHeldAtOnce;
}
