import type { Tx } from '../../../db/open.ts';
import { idsIn } from '../../../db/sql.ts';
import type { System } from '../../../system.ts';
import type { Slice } from '../../common/group.ts';
import { changesBeyond } from '../queries.ts';
import { radarLimits } from './limits.ts';

/** Per transaction, which must not hold the database for more than 20 ms; pages have their text with them, and changes their diff. */
const maxAtOnce = { pages: 100, changes: 100 };

/** Removes some of what was found through a source, then the source; returns whether there may be more. The foreign keys would remove all at once. */
export async function removeSource(tx: Tx, id: string): Promise<boolean> {
  const pages = tx.selectFrom('radar_pages').select('number').where('source_id', '=', id).limit(maxAtOnce.pages);
  if ((await removePages(tx, await pages.execute())) === maxAtOnce.pages) return true;
  const changes = tx.selectFrom('radar_changes').select('id').where('source_id', '=', id).limit(maxAtOnce.changes);
  if ((await removeChanges(tx, await changes.execute())) === maxAtOnce.changes) return true;
  await tx.deleteFrom('radar_sources').where('id', '=', id).execute();
  return false;
}

/** The same for a project that is being deleted; `let go` ends what is planned for its sources. */
export async function removeRadar(tx: Tx, projectId: string, letGo: (sourceIds: readonly string[]) => Promise<void>): Promise<boolean> {
  const rows = await tx.selectFrom('radar_sources').select('id').where('project_id', '=', projectId).orderBy('id').execute();
  const [first] = rows;
  if (!first) return false;
  await letGo(rows.map(({ id }) => id));
  return (await removeSource(tx, first.id)) || rows.length > 1;
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
