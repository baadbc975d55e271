import { createHash } from 'node:crypto';
import { decodeCursor, encodeCursor } from '../../common/paging.ts';

/** A row's place in a list of what answers cite: by the answers, then the citations, most first, then by name. */
export interface CitedPlace {
  answers: number;
  times: number;
  /** The beginning of what it is called by, and a hash of all of it, so that a cursor can hold it. */
  name: string;
}

const maxNameLength = 60;

export function placeOf({ answers, times, key }: { answers: number; times: number; key: string }): CitedPlace {
  let name: string | undefined;
  return {
    answers,
    times,
    // Most rows are told apart without it.
    get name() {
      return (name ??= nameOf(key));
    },
  };
}

function nameOf(key: string): string {
  const hash = createHash('sha256').update(key).digest('hex').slice(0, 16);
  const beginning = Array.from(key.slice(0, 2 * maxNameLength)).slice(0, maxNameLength);
  return `${beginning.join('')} ${hash}`;
}

function inOrder(one: CitedPlace, other: CitedPlace): number {
  return other.answers - one.answers || other.times - one.times || (one.name < other.name ? -1 : Number(one.name > other.name));
}

/** Rows looked at before others get their turn. */
const maxAtOnce = 1_000;

/** Looks at each of very many rows, in turns with other work. */
export async function eachRow<Row>(rows: Iterable<Row>, look: (row: Row) => void, turn: () => Promise<void>): Promise<void> {
  let seen = 0;
  for (const row of rows) {
    look(row);
    if (++seen % maxAtOnce === 0) await turn();
  }
}

/** A page of rows, found without sorting all of them. Throws `invalid_input` for a cursor of another list. */
export async function firstRows<Row>(
  rows: Iterable<Row>,
  placeIn: (row: Row) => CitedPlace,
  { limit, cursor, turn }: { limit: number; cursor: string | undefined; turn: () => Promise<void> },
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const after = readPlace(cursor);
  let best: { row: Row; place: CitedPlace }[] = [];
  let last: CitedPlace | undefined;
  const cut = () => {
    best = best.toSorted((one, other) => inOrder(one.place, other.place)).slice(0, limit + 1);
    last = best[limit]?.place;
  };
  const look = (row: Row) => {
    const place = placeIn(row);
    if ((!last || inOrder(place, last) < 0) && (!after || inOrder(place, after) > 0)) best.push({ row, place });
    if (best.length > 10 * (limit + 1)) cut();
  };
  await eachRow(rows, look, turn);
  cut();
  const shown = best.slice(0, limit);
  const end = shown.at(-1);
  return { rows: shown.map(({ row }) => row), nextCursor: best.length > limit && end ? encodeCursor(written(end.place)) : null };
}

function written({ answers, times, name }: CitedPlace): string {
  return `${answers}.${times}.${name}`;
}

function readPlace(cursor: string | undefined): CitedPlace | undefined {
  const position = decodeCursor(cursor, /^\d{1,9}\.\d{1,9}\..{1,200} [0-9a-f]{16}$/s);
  if (position === undefined) return undefined;
  const [answers, times, ...name] = position.split('.');
  return { answers: Number(answers), times: Number(times), name: name.join('.') };
}
