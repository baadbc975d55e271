import type { OptimizationRow } from '../../../db/rows/optimizer.ts';
import type { Given } from '../given.ts';
import { requestOf } from '../request.ts';

/** The documents that may be cited; addresses are added to the knowledge base. Undefined: all. Throws what adding throws. */
export async function documentsFor(
  { knowledge }: Pick<Given, 'knowledge'>,
  row: OptimizationRow,
  signal: AbortSignal,
): Promise<string[] | undefined> {
  const { sources } = requestOf(row);
  if (sources === null) return undefined;
  const documentIds: string[] = [];
  for (const source of sources) {
    if (source.startsWith('doc_')) documentIds.push(source);
    else documentIds.push((await knowledge.add({ url: source, projectId: row.project_id }, { signal })).id);
  }
  return [...new Set(documentIds)];
}
