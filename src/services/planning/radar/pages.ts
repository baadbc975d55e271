import type { Db, Tx } from '../../../db/open.ts';
import type { RadarPageRow, RadarSourceRow } from '../../../db/rows/planning.ts';
import { idsIn } from '../../../db/sql.ts';

const headColumns = [
  'number',
  'url',
  'status',
  'is_index',
  'hinted',
  'turn',
  'etag',
  'last_modified',
  'title',
  'language',
  'fingerprint',
] as const satisfies readonly (keyof RadarPageRow)[];

/** What is known of a page before it is looked at. */
export type PageHead = Pick<RadarPageRow, Exclude<(typeof headColumns)[number], 'number'>> & { number: number };

/** A check under way: pages that it has not looked at have a lower turn. */
export type Checking = Pick<RadarSourceRow, 'id' | 'checks'>;

const headsOf = (db: Db, sourceId: string) => db.selectFrom('radar_pages').select(headColumns).where('source_id', '=', sourceId);

/** Pages that this check has not looked at and that something hints at, the newest first. */
export function hintedPages(db: Db, { id, checks }: Checking, limit: number): Promise<PageHead[]> {
  return headsOf(db, id).where('hinted', '=', 1).where('turn', '<', checks).orderBy('turn').limit(limit).execute();
}

/** Pages of one status that this check has not looked at, those that have waited longest first. */
export function pagesInTurn(db: Db, { id, checks }: Checking, status: RadarPageRow['status'], limit: number): Promise<PageHead[]> {
  return headsOf(db, id).where('status', '=', status).where('turn', '<', checks).orderBy('turn').limit(limit).execute();
}

export function pageAt(db: Db, sourceId: string, url: string): Promise<PageHead | undefined> {
  return headsOf(db, sourceId).where('url', '=', url).executeTakeFirst();
}

/** Pages that said the same when they were last read, and that this check has not looked at. */
export function pagesAlike(db: Db, { id, checks }: Checking, fingerprint: string, limit: number): Promise<PageHead[]> {
  return headsOf(db, id)
    .where('fingerprint', 'is not', null)
    .where('fingerprint', '=', fingerprint)
    .where('status', '=', 'read')
    .where('turn', '<', checks)
    .limit(limit)
    .execute();
}

/** Lets go of the texts of some pages beyond what is kept of a source, those that were not looked at for longest; returns whether there may be more. */
export async function forgetTexts(tx: Tx, { id, checks }: Checking, beyond: number): Promise<boolean> {
  const oldest = tx.selectFrom('radar_pages').select('number').where('source_id', '=', id).where('status', '=', 'read').orderBy('turn');
  const { numUpdatedRows } = await tx
    .updateTable('radar_pages')
    .set({ status: 'listed', turn: checks, fingerprint: null, lines: null, snapshot: null })
    .where('number', 'in', oldest.limit(Math.min(beyond, maxForgottenAtOnce)))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) === maxForgottenAtOnce;
}

const maxForgottenAtOnce = 100;

/** What is needed of a source's read pages to learn what they share, in the order of their numbers. */
export async function linesAfter(db: Db, sourceId: string, after: number, limit: number) {
  return db
    .selectFrom('radar_pages')
    .select(['number', 'title', 'lines'])
    .where('source_id', '=', sourceId)
    .where('status', '=', 'read')
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute();
}

/** The texts of pages as they were last read, deflated, by their numbers. */
export async function snapshotsOf(db: Db, numbers: readonly number[]): Promise<Map<number, Uint8Array>> {
  const rows = await db.selectFrom('radar_pages').select(['number', 'snapshot']).where('number', 'in', idsIn(numbers)).execute();
  return new Map(rows.flatMap(({ number, snapshot }) => (snapshot === null ? [] : [[number, snapshot]])));
}

/** What pages were about when they were last read, by their numbers. */
export async function topicsOf(db: Db, numbers: readonly number[]): Promise<Map<number, Pick<RadarPageRow, 'keyword' | 'phrases'>>> {
  const rows = await db.selectFrom('radar_pages').select(['number', 'keyword', 'phrases']).where('number', 'in', idsIn(numbers)).execute();
  return new Map(rows.map(({ number, ...topic }) => [number, topic]));
}
