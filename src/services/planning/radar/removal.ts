import type { Tx } from '../../../db/open.ts';
import { idsIn } from '../../../db/sql.ts';
import type { Queue } from '../../../queue/queue.ts';
import type { System } from '../../../system.ts';
import type { Slice } from '../../common/group.ts';
import { changesBeyond } from '../queries.ts';
import { radarLimits } from './limits.ts';
import { dropSchedule } from './schedule.ts';

/** Per transaction, which must not hold the database for more than 20 ms; pages have their text with them, and changes their diff. */
const maxAtOnce = { sources: 100, pages: 100, changes: 100 };

/** Removes some of what was found through sources, then those; returns whether there may be more. The foreign keys would remove all at once. */
export async function removeSources(tx: Tx, queue: Pick<Queue, 'dropAll'>, sourceIds: readonly string[]): Promise<boolean> {
  const some = sourceIds.slice(0, maxAtOnce.sources);
  await dropSchedule(tx, queue, some);
  const ids = idsIn(some);
  const pages = tx.selectFrom('radar_pages').select('number').where('source_id', 'in', ids).limit(maxAtOnce.pages);
  if ((await removePages(tx, await pages.execute())) === maxAtOnce.pages) return true;
  const changes = tx.selectFrom('radar_changes').select('id').where('source_id', 'in', ids).limit(maxAtOnce.changes);
  if ((await removeChanges(tx, await changes.execute())) === maxAtOnce.changes) return true;
  await tx.deleteFrom('radar_sources').where('id', 'in', ids).execute();
  return some.length < sourceIds.length;
}

/** The same for a project that is being deleted. */
export async function removeRadar(tx: Tx, queue: Pick<Queue, 'dropAll'>, projectId: string): Promise<boolean> {
  const sources = tx.selectFrom('radar_sources').select('id').where('project_id', '=', projectId).orderBy('id');
  const rows = await sources.limit(maxAtOnce.sources + 1).execute();
  return removeSources(
    tx,
    queue,
    rows.map(({ id }) => id),
  );
}

/** Removes changes that are old, those beyond what is kept of a project, and pages that have been gone for long. */
export function radarRetention({ now }: Pick<System, 'now'>): Slice[] {
  return [
    async (tx) => {
      const old = tx
        .selectFrom('radar_changes')
        .select('id')
        .where('created_at', '<', now() - radarLimits.changesMs);
      return (await removeChanges(tx, await old.limit(maxAtOnce.changes).execute())) === maxAtOnce.changes;
    },
    async (tx) => {
      const gone = tx
        .selectFrom('radar_pages')
        .select('number')
        .where('gone_at', '<', now() - radarLimits.gonePagesMs);
      return (await removePages(tx, await gone.limit(maxAtOnce.pages).execute())) === maxAtOnce.pages;
    },
    async (tx) => {
      const beyond = await changesBeyond(tx, radarLimits.changes, maxAtOnce.changes);
      return (await removeChanges(tx, beyond)) === maxAtOnce.changes;
    },
  ];
}

async function removePages(tx: Tx, pages: readonly { number: number }[]): Promise<number> {
  const numbers = pages.map(({ number }) => number);
  await tx.deleteFrom('radar_pages').where('number', 'in', idsIn(numbers)).execute();
  return numbers.length;
}

async function removeChanges(tx: Tx, changes: readonly { id: string }[]): Promise<number> {
  const ids = changes.map(({ id }) => id);
  await tx.deleteFrom('radar_changes').where('id', 'in', idsIn(ids)).execute();
  return ids.length;
}
