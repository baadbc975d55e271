import type { Page } from '../../../schema/common.ts';
import { AppError } from '../../errors.ts';

export const defaultLimit = 20;

/**
 * For lists ordered newest first by id, which sorts by time. The cursor is the last id of the page before, so inserts do not shift pages.
 */
export function encodeCursor(position: string): string {
  return Buffer.from(position, 'utf8').toString('base64url');
}

/** Throws `invalid_input` if it is not a cursor of this list. */
export function decodeCursor(cursor: string | undefined, shape: RegExp): string | undefined {
  if (cursor === undefined) return undefined;
  const position = Buffer.from(cursor, 'base64url').toString('utf8');
  if (shape.test(position) && encodeCursor(position) === cursor) return position;
  throw foreignCursor();
}

function foreignCursor(): AppError {
  return new AppError('invalid_input', 'cursor: this is not a cursor of this list.', {
    hint: 'Pass the nextCursor of the page before, unchanged, or leave cursor out for the first page.',
    errors: [{ pointer: '/cursor', detail: 'Not a cursor of this list.', code: 'invalid_cursor' }],
  });
}

/** A row's place in a list, unaffected by later changes. */
export interface Position {
  id: string;
  created_at: number;
}

/** The cursor of lists ordered by time, then id. */
export function encodePosition({ id, created_at }: Position): string {
  return encodeCursor(`${created_at}.${id}`);
}

/** For ids with this prefix. Throws `invalid_input` if it is not a cursor of this list. */
export function decodePosition(cursor: string | undefined, prefix: string): Position | undefined {
  const position = decodeCursor(cursor, new RegExp(String.raw`^\d{1,15}\.${prefix}_\w+$`));
  if (position === undefined) return undefined;
  const dot = position.indexOf('.');
  return { created_at: Number(position.slice(0, dot)), id: position.slice(dot + 1) };
}

/** A page of a short list whose rows are all at hand, each with a name of its own. Throws `invalid_input` if the cursor is not of this list. */
export function pageOfAll<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  { limit = defaultLimit, cursor }: { limit?: number; cursor?: string },
): Page<Row> {
  const after = cursor === undefined ? -1 : rows.findIndex((row) => encodeCursor(nameOf(row)) === cursor);
  if (cursor !== undefined && after === -1) throw foreignCursor();
  const data = rows.slice(after + 1, after + 1 + limit);
  const last = data.at(-1);
  return { data, nextCursor: last !== undefined && last !== rows.at(-1) ? encodeCursor(nameOf(last)) : null };
}

/** Cuts a page from rows read with a limit of one more than asked for. `cursorOf` its last row is where the next one goes on. */
export function pageBy<Row, Wire>(rows: Row[], limit: number, toWire: (row: Row) => Wire, cursorOf: (row: Row) => string): Page<Wire> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { data: shown.map(toWire), nextCursor: rows.length > limit && last ? cursorOf(last) : null };
}

export function pageOf<Row extends { id: string }, Wire>(rows: Row[], limit: number, toWire: (row: Row) => Wire): Page<Wire> {
  return pageBy(rows, limit, toWire, ({ id }) => encodeCursor(id));
}

/** The same for lists ordered by time, then id, both descending. */
export function pageByTime<Row extends Position, Wire>(rows: Row[], limit: number, toWire: (row: Row) => Wire): Page<Wire> {
  return pageBy(rows, limit, toWire, encodePosition);
}
