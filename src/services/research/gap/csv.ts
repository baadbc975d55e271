import { stringify } from 'csv-stringify/sync';
import type { Db, Tx } from '../../../db/open.ts';
import type { System } from '../../../system.ts';
import type { Slice } from '../../common/group.ts';
import type { GapRow } from './classes.ts';

/** The kind of export that tells all rows of a gap. */
export const gapExport = 'gap';
/** Lines of a piece, of which one is written or read at a time. */
export const linesOfPiece = 500;
/** Longer than the address of an export holds. */
export const gapKeptMs = 2 * 24 * 3_600_000;

const columns = [
  'keyword',
  'class',
  'competitors',
  'search_volume',
  'position',
  'url',
  'best_competitor',
  'best_position',
  'best_url',
  'pages',
  'source',
  'checked_at',
  'depth_checked',
];

/** RFC 4180. A cell that a spreadsheet would take for a formula begins with an apostrophe. */
const lines = (rows: readonly (readonly (string | number | null)[])[]) =>
  stringify(rows as (string | number | null)[][], { record_delimiter: '\r\n', escape_formulas: true });

/** Rows as CSV. */
export function gapLines(rows: readonly GapRow[]): string {
  return lines(
    rows.map((row) => [
      row.keyword,
      row.class,
      row.competitors,
      row.searchVolume,
      row.position,
      row.url,
      row.bestCompetitor,
      row.bestPosition,
      row.bestUrl,
      row.pages,
      row.source,
      row.checkedAt,
      row.depthChecked,
    ]),
  );
}

export interface Piece {
  jobId: string;
  projectId: string;
  number: number;
  lines: string;
}

/** Writes a piece; the first takes the place of all that an earlier attempt wrote. */
export async function writePiece(tx: Tx, { jobId, projectId, number, lines: text }: Piece, now: number): Promise<void> {
  if (number === 0) await tx.deleteFrom('gap_pieces').where('job_id', '=', jobId).where('number', '>=', 0).execute();
  await tx.insertInto('gap_pieces').values({ job_id: jobId, number, project_id: projectId, lines: text, made_at: now }).execute();
}

/** All rows of a gap; undefined if it is not there. */
export async function gapAsCsv(db: Db, jobId: string): Promise<AsyncIterable<string> | undefined> {
  const piece = await db.selectFrom('gap_pieces').select('number').where('job_id', '=', jobId).where('number', '=', 0).executeTakeFirst();
  return piece && read(db, jobId);
}

async function* read(db: Db, jobId: string): AsyncIterable<string> {
  yield lines([columns]);
  for (let number = 0; ; number += 1) {
    const pieces = db.selectFrom('gap_pieces').select('lines').where('job_id', '=', jobId);
    const piece = await pieces.where('number', '=', number).executeTakeFirst();
    if (!piece) return;
    yield piece.lines;
  }
}

/** Per transaction: a piece holds some 100 KB. */
const maxRemovedAtOnce = 20;

async function removeSome(tx: Tx, pieces: readonly { job_id: string; number: number }[]): Promise<boolean> {
  if (pieces.length === 0) return false;
  await tx
    .deleteFrom('gap_pieces')
    .where((row) => row.or(pieces.map((one) => row.and(one))))
    .execute();
  return pieces.length === maxRemovedAtOnce;
}

const somePieces = (tx: Tx) => tx.selectFrom('gap_pieces').select(['job_id', 'number']).limit(maxRemovedAtOnce);

/** Removes some of what a project that is being deleted has. */
export async function removeGaps(tx: Tx, projectId: string): Promise<boolean> {
  return removeSome(tx, await somePieces(tx).where('project_id', '=', projectId).execute());
}

export function gapRetention({ now }: Pick<System, 'now'>): Slice {
  return async (tx) =>
    removeSome(
      tx,
      await somePieces(tx)
        .where('made_at', '<=', now() - gapKeptMs)
        .execute(),
    );
}
