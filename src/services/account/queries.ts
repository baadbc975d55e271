import { sql } from 'kysely';
import type { Db, Tx } from '../../db/open.ts';
import { countUpTo, ofProject } from '../common/queries.ts';

/** How many jobs have this status and wait for nobody, and the first of them. */
export async function jobsWith(
  db: Db,
  status: 'running' | 'queued',
  { projectId, limit }: { projectId: string | undefined; limit: number },
) {
  const from = sql`from jobs where status = ${status} and waits_for is null and ${ofProject('project_id', projectId)}`;
  const { rows } = await sql<{ id: string; kind: string; step: string | null }>`
    select id, kind, step ${from} order by id limit ${limit}`.execute(db);
  return { count: await countUpTo(db, sql`select 1 ${from}`), first: rows };
}

/** Removes idempotency keys that came at this time or before, oldest first, up to `limit`; returns how many. */
export async function removeKeys(tx: Tx, until: number, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotency_keys where (owner, operation, key) in (
      select owner, operation, key from idempotency_keys where created_at <= ${until} order by created_at limit ${limit})`.execute(tx);
  return Number(numAffectedRows);
}
