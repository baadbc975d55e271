import type { Row } from '../../db/carry.ts';
import type { Tx } from '../../db/open.ts';
import type { Tables } from '../../db/tables.ts';

/**
 * What an export takes of a group's tables. All columns of a table go along but those named in `without`, so that a new column is not
 * forgotten. Every table is named once, by the group that owns it: as carried, or as left behind, with the reason. A test holds that.
 */
export interface Portable {
  /** The group's name, which its part of an export bears. */
  group: string;
  carried?: readonly CarriedTable[];
  /** Why these tables stay behind. */
  left?: Readonly<Partial<Record<keyof Tables, string>>>;
  /** Work that waits for the project, under these keys. It goes along, so that an imported project goes on where it stopped. */
  work?: readonly CarriedWork[];
}

export interface CarriedTable {
  table: keyof Tables;
  /** The column that names the project; or a row of `parent`, which is carried too; or none, where all of it belongs to the desk. */
  of: { project: string } | { parent: keyof Tables; by: string } | 'desk';
  /** Columns that give its rows an order, behind the parent's, that holds on every desk. Default: its primary key. */
  order?: readonly string[];
  /** Columns that stay behind, with why: a secret, what only this desk means, or a number that another desk gives anew. */
  without?: Readonly<Record<string, string>>;
  /** Columns with an address in which a key may stand: user name, query and fragment stay behind. */
  addresses?: readonly string[];
  /** Only rows where the column is not this; null: where it is something. */
  where?: readonly [column: string, not: string | null];
  /** A column that names a row of the same table: rows that name none come first. */
  nullFirst?: string;
  /** A number that this desk gives its rows, and what names them elsewhere. Rows that hang on them name that instead. */
  numbered?: { column: string; name?: string };
  /** Left out where the project is imported as a copy. */
  notCopied?: true;
  /** Columns with tokens that are the key to something: a copy gets others, also where `/media/{token}` stands in a text. */
  tokens?: readonly string[];
  /** A text of its own beside the rows, for people. It is not read again. */
  beside?(row: Row): { name: string; text: string } | null;
  /** Called in the transaction that imported these rows, with what `numbered` gave them: to write what follows from them, such as an index. */
  arrived?(tx: Tx, rows: readonly Row[]): Promise<void>;
  /** How many rows are imported in one transaction at most, where `arrived` takes long: it must be over in 20 ms. */
  atOnce?: number;
}

/** `before`, the id of a row of `of`, and `after` make the key. Of texts the payload has that id alone. */
export interface CarriedWork {
  of: keyof Tables;
  /** Or the column of the row that says it. Default: `before`. */
  kind?: string | { column: string };
  before?: string;
  after?: string;
}

/** Rows that name their project. */
export function ofProject(table: keyof Tables, more: Omit<CarriedTable, 'table' | 'of'> = {}): CarriedTable {
  return { table, of: { project: 'project_id' }, ...more };
}

/** Rows that hang on another's. */
export function ofParent(
  table: keyof Tables,
  parent: keyof Tables,
  by: string,
  more: Omit<CarriedTable, 'table' | 'of'> = {},
): CarriedTable {
  return { table, of: { parent, by }, ...more };
}
