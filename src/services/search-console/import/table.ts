import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import type { GroupedBy, TotalRow } from '../store/types.ts';
import { unreadable, type ExportFile } from './archive.ts';
import { countriesNamed } from './countries.ts';
import { countOf, decimalOf } from './numbers.ts';
import { deviceNamed, isAppearance } from './words.ts';

/** What Search Console shows at most; a table that has as many may be cut. */
export const exportedRows = 1_000;
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
  isWhole: boolean;
  /** Countries whose names are not known, which are left out. */
  unknown: string[];
}

/** The lines of a file as cells, the heading first. Throws `unreadable_source` where they have not the same number of cells. */
export async function cellsOf({ name, text }: ExportFile): Promise<string[][]> {
  const heading = /^[^\r\n]*/.exec(text)![0];
  const delimiter = ['\t', ';', ','].find((one) => heading.includes(one)) ?? ',';
  const pieces = text.match(/[^]{1,65536}/g) ?? [];
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
export function tableOf(file: string, [heading = [], ...lines]: readonly string[][]): Table | undefined {
  if (lines.length === 0) return undefined;
  const compares = heading.length > 2 * figures;
  const columns = heading.length - (compares ? 2 * figures : figures);
  if (columns < 1 || columns > 2) {
    throw unreadable(`${file} has ${heading.length} columns; a table of Search Console has 5, or 9 where it compares two periods.`);
  }
  const keys = lines.map((line) => line[0]!);
  const { kind, key, unknown } = kindOf(file, heading[0]!, keys);
  const rowsAt = (offset: number, keyAt = 0) =>
    lines.flatMap((line, index) => {
      const named = key(line[keyAt]!);
      return named === undefined ? [] : [rowOf(file, index + 2, named, line, columns + offset, compares ? 2 : 1)];
    });
  return {
    file,
    kind,
    rows: rowsAt(0),
    previous: compares ? rowsAt(1, columns - 1) : undefined,
    isWhole: lines.length < exportedRows || kind === 'day',
    unknown,
  };
}

/** In a comparison each figure's two columns stand beside each other, and what was not shown in a period has empty cells or zeros. */
function rowOf(file: string, line: number, key: string, cells: readonly string[], at: number, step: number): TotalRow {
  const cell = (place: number) => cells[at + place * step] || '0';
  const clicks = countOf(cell(0));
  const impressions = countOf(cell(1));
  const position = decimalOf(cell(3));
  if (clicks === null || impressions === null || position === null || clicks > impressions || (position < 1 && impressions > 0)) {
    throw unreadable(`Line ${line} of ${file} has no clicks, impressions, click-through rate and position.`);
  }
  return { keys: [key], clicks, impressions, position };
}

interface Kind {
  kind: Table['kind'];
  /** The key as it is kept; undefined for a row that is left out. */
  key: (written: string) => string | undefined;
  unknown: string[];
}

function kindOf(file: string, heading: string, keys: readonly string[]): Kind {
  const known = (kind: Table['kind'], key: Kind['key'] = (written) => written): Kind => ({ kind, key, unknown: [] });
  if (keys.every((key) => /^https?:\/\//i.test(key))) return known('page');
  if (keys.every((key) => /^\d{4}-\d{2}-\d{2}$/.test(key))) return known('day');
  if (keys.every((key) => /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}$/.test(key))) {
    throw unreadable(`${file} writes days as ${keys[0]!}, which can be read in several ways; Search Console writes YYYY-MM-DD.`);
  }
  if (isAppearance(heading)) return known('appearance');
  const named = new Set(keys.map(deviceNamed));
  if (keys.length <= 3 && !named.has(undefined) && named.size === keys.length) return known('device', deviceNamed);
  const countries = countriesNamed(keys);
  if (!countries) return known('query');
  return { kind: 'country', key: (name) => countries.get(name), unknown: keys.filter((name) => !countries.has(name)) };
}
