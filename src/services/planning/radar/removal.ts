import type { Tx } from '../../../db/open.ts';
import { idsIn } from '../../../db/sql.ts';
import type { Queue } from '../../../queue/queue.ts';
import type { System } from '../../../system.ts';
import type { Slice } from '../../common/group.ts';
import type { CrawledPages, WhichPages } from '../../site/index.ts';
import { changesBeyond } from '../queries.ts';
import { radarLimits } from './limits.ts';
import { dropSchedule } from './schedule.ts';

/** Per transaction, which must not hold the database for more than 20 ms; pages have their text with them, and changes their diff. */
const maxAtOnce = { sources: 100, pages: 100, changes: 100 };

interface Removing {
  queue: Pick<Queue, 'dropAll'>;
  /** Left out where the project goes with all its pages. */
  crawledPages?: Pick<CrawledPages, 'remove'>;
}

/** Removes some of what was found through sources of one project, then those; returns whether there may be more. The foreign keys would remove all at once. */
export async function removeSources(tx: Tx, { queue, crawledPages }: Removing, sourceIds: readonly string[]): Promise<boolean> {
  const some = sourceIds.slice(0, maxAtOnce.sources);
  await dropSchedule(tx, queue, some);
  const ids = idsIn(some);
  const texts = crawledPages && (await textsLetGo(tx, some));
  if (texts && (await crawledPages.remove(tx, texts))) return true;
  const pages = tx.selectFrom('radar_pages').select('number').where('source_id', 'in', ids).orderBy('number').limit(maxAtOnce.pages);
  if ((await removePages(tx, await pages.execute())) === maxAtOnce.pages) return true;
  const changes = tx.selectFrom('radar_changes').select('id').where('source_id', 'in', ids).limit(maxAtOnce.changes);
  if ((await removeChanges(tx, await changes.execute())) === maxAtOnce.changes) return true;
  await tx.deleteFrom('radar_sources').where('id', 'in', ids).execute();
  return some.length < sourceIds.length;
}

/** The texts of the pages that are removed next, unless another source of the project has them too. */
async function textsLetGo(tx: Tx, sourceIds: readonly string[]): Promise<WhichPages | undefined> {
  const ids = idsIn(sourceIds);
  const source = await tx.selectFrom('radar_sources').select('project_id').where('id', 'in', ids).limit(1).executeTakeFirst();
  if (!source) return undefined;
  const next = tx.selectFrom('radar_pages').select('url').where('source_id', 'in', ids).orderBy('number').limit(maxAtOnce.pages);
  const urls = (await next.execute()).map(({ url }) => url);
  const others = tx
    .selectFrom('radar_sources')
    .innerJoin('radar_pages', 'radar_pages.source_id', 'radar_sources.id')
    .select('radar_pages.url')
    .where('radar_sources.project_id', '=', source.project_id)
    .where('radar_sources.id', 'not in', ids)
    .where('radar_pages.url', 'in', idsIn(urls));
  const kept = new Set((await others.execute()).map(({ url }) => url));
  return { projectId: source.project_id, origin: 'competitor', urls: urls.filter((url) => !kept.has(url)) };
}

/** The same for a project that is being deleted. */
export async function removeRadar(tx: Tx, queue: Pick<Queue, 'dropAll'>, projectId: string): Promise<boolean> {
  const sources = tx.selectFrom('radar_sources').select('id').where('project_id', '=', projectId).orderBy('id');
  const rows = await sources.limit(maxAtOnce.sources + 1).execute();
  return removeSources(
    tx,
    { queue },
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
