import { createHash } from 'node:crypto';
import type { Tx } from '../../../db/open.ts';
import { idsIn } from '../../../db/sql.ts';
import type { System } from '../../../system.ts';

/**
 * What is kept of a host, or of an address as it is compared, once it was erased: enough to know it again, and nothing to read. It says nothing
 * of the project, whose id is another in a copy.
 */
export function erasedHash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Which of these were erased in a project. */
export async function erasedAmong(tx: Tx, projectId: string, texts: readonly string[]): Promise<Set<string>> {
  const byHash = new Map(texts.map((text) => [erasedHash(text), text]));
  const rows = await tx
    .selectFrom('link_erased')
    .select('hash')
    .where('project_id', '=', projectId)
    .where('hash', 'in', idsIn([...byHash.keys()]))
    .execute();
  return new Set(rows.map(({ hash }) => byHash.get(hash)!));
}

/** Keeps discovery from bringing these back. */
export async function keepErased(tx: Tx, { now }: Pick<System, 'now'>, projectId: string, texts: readonly string[]): Promise<void> {
  if (texts.length === 0) return;
  const created_at = now();
  const rows = texts.map((text) => ({ project_id: projectId, hash: erasedHash(text), created_at }));
  await tx
    .insertInto('link_erased')
    .values(rows)
    .onConflict((there) => there.columns(['project_id', 'hash']).doNothing())
    .execute();
}

/** Forgets that these were erased: whoever gives them by hand wants them back. */
export async function forgetErased(tx: Tx, projectId: string, texts: readonly string[]): Promise<void> {
  const hashes = texts.map((text) => erasedHash(text));
  await tx.deleteFrom('link_erased').where('project_id', '=', projectId).where('hash', 'in', idsIn(hashes)).execute();
}
