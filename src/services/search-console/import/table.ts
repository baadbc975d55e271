import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { dateOf, dayNumber } from '../store/dates.ts';
import type { GroupedBy, TotalRow } from '../store/types.ts';
import { unreadable, type ExportFile } from './archive.ts';
import { countriesNamed } from './countries.ts';
import { countOf, decimalOf } from './numbers.ts';
import { deviceNamed, isAppearance } from './words.ts';

/** What Search Console shows at most; a table that has as many may be cut. */
const exportedRows = 1_000;
const maxRows = 25_000;
/** Clicks, impressions, click-through rate and position, in this order in every language. */
const figures = 4;

export interface Table {
  file: string;
  /** `appearance` has no place among what is kept. */
  kind: GroupedBy | 'appearance';
  rows: TotalRow[];
  /** Of a comparison: the same keys in the other period. */
  previous: TotalRow[] | undefined;
  /** Of a comparison: what its two columns of clicks are called. */
  compared: string;
  isWhole: boolean;
  /** Countries whose names are not known, which are left out. */
  unknown: string[];
}

/** The lines of a file as cells, the heading first. Throws `unreadable_source` where they have not the same number of cells. */
export async function cellsOf({ name, text }: ExportFile): Promise<string[][]> {
  const [told = '', named] = /^\uFEFF?sep=(.)\r?\n/.exec(text) ?? [];
  const table = text.slice(told.length);
  const heading = /^[^\r\n]*/.exec(table)![0];
  const delimiter = named ?? ['\t', ';', ','].find((one) => heading.includes(one)) ?? ',';
  // By code points: a piece that ended within an emoji would lose it.
  const pieces = table.match(/[^]{1,65536}/gu) ?? [];
  const lines: string[][] = [];
  try {
    for await (const line of Readable.from(pieces).pipe(parse({ bom: true, delimiter, skip_empty_lines: true, trim: true }))) {
      lines.push(line as string[]);
      if (lines.length > maxRows) throw unreadable(`${name} has more than ${maxRows} rows, which is no export of Search Console.`);
    }
  } catch (thrown) {
    if (thrown instanceof Error && thrown.name === 'AppError') throw thrown;
    throw unreadable(`${name} is damaged or cut short: after line ${lines.length} it is no table.`, thrown);
  }
  return lines;
}

/** A table of figures; undefined where it has no rows. Throws `unreadable_source`. */
export async function tableOf(
  file: string,
  [heading = [], ...lines]: readonly string[][],
  turn: () => Promise<void>,
): Promise<Table | undefined> {
  if (lines.length === 0) return undefined;
  const compares = heading.length > 2 * figures;
  const columns = heading.length - (compares ? 2 * figures : figures);
  if (columns < 1 || columns > 2) {
    throw unreadable(`${file} has ${heading.length} columns; a table of Search Console has 5, or 9 where it compares two periods.`);
  }
  const keys = lines.map((line) => line[0]!);
  const step = compares ? 2 : 1;
  const { kind, key, unknown } = await kindOf(file, heading[0]!, keys, turn);
  const rowsAt = (offset: number, keyAt = 0) =>
    lines.flatMap((line, index) => {
      const named = key(line[keyAt]!);
      const cells = line.filter((_, at) => at >= columns && (at - columns) % step === offset);
      // A day of one period alone has no figures in the other.
      const isNone = kind === 'day' && compares && cells.every((cell) => cell === '');
      return named === undefined || isNone ? [] : [rowOf(file, index + 2, named, cells)];
    });
  requireOnce(file, keys);
  return {
    file,
    kind,
    rows: rowsAt(0),
    previous: compares ? rowsAt(1, columns - 1) : undefined,
    compared: compares ? heading.slice(columns, columns + 2).join(', ') : '',
    isWhole: lines.length < exportedRows || kind === 'day',
    unknown,
  };
}

/** Two rows of one key have two figures for one thing. Throws `unreadable_source`. */
function requireOnce(file: string, keys: readonly string[]): void {
  const seen = new Set<string>();
  for (const [index, key] of keys.entries()) {
    if (seen.has(key)) throw unreadable(`Line ${index + 2} of ${file} has ${key.slice(0, 100)} a second time.`);
    seen.add(key);
  }
}

/** What was not shown in a period of a comparison has empty cells or zeros. */
function rowOf(file: string, line: number, key: string, [clicked, shown, , placed]: readonly string[]): TotalRow {
  const clicks = countOf(clicked!);
  const impressions = countOf(shown!);
  const position = decimalOf(placed!);
  if (clicks === null || impressions === null || position === null || clicks > impressions || (position < 1 && impressions > 0)) {
    throw unreadable(`Line ${line} of ${file} has no clicks, impressions, click-through rate and position.`);
  }
  return { keys: [key], clicks, impressions, position };
}

const isDay = (key: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(key) && dateOf(dayNumber(key)) === key;

interface Kind {
  kind: Table['kind'];
  /** The key as it is kept; undefined for a row that is left out. */
  key: (written: string) => string | undefined;
  unknown: string[];
}

async function kindOf(file: string, heading: string, keys: readonly string[], turn: () => Promise<void>): Promise<Kind> {
  const known = (kind: Table['kind'], key: Kind['key'] = (written) => written): Kind => ({ kind, key, unknown: [] });
  if (keys.every((key) => /^https?:\/\//i.test(key))) return known('page');
  if (keys.every(isDay)) return known('day');
  if (keys.every((key) => /^\d{4}-\d{2}-\d{2}[T ]/.test(key)))
    throw unreadable(`${file} has hours; only days are kept. Export 7 days or more.`);
  if (keys.every((key) => /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/.test(key))) {
    throw unreadable(`${file} writes days as ${keys[0]!}, which can be read in several ways; Search Console writes YYYY-MM-DD.`);
  }
  if (isAppearance(heading)) return known('appearance');
  const named = new Set(keys.map(deviceNamed));
  if (keys.length <= 3 && !named.has(undefined) && named.size === keys.length) return known('device', deviceNamed);
  const countries = await countriesNamed(keys, turn);
  if (!countries) return known('query');
  return { kind: 'country', key: (name) => countries.get(name), unknown: keys.filter((name) => !countries.has(name)) };
}
