import { createHash } from 'node:crypto';
import type { Tx } from '../../../db/open.ts';
import { idsIn } from '../../../db/sql.ts';

/** By what a host or an address that was erased is known again, in its project alone. */
export function erasedHash(projectId: string, text: string): string {
  return createHash('sha256').update(`${projectId}\n${text}`).digest('base64url');
}

/** Those of some hosts and addresses that were erased. */
export async function erasedAmong(tx: Tx, projectId: string, texts: readonly string[]): Promise<Set<string>> {
  const byHash = new Map(texts.map((text) => [erasedHash(projectId, text), text]));
  const known = tx.selectFrom('link_erased').select('hash').where('project_id', '=', projectId);
  const rows = await known.where('hash', 'in', idsIn([...byHash.keys()])).execute();
  return new Set(rows.map(({ hash }) => byHash.get(hash)!));
}
