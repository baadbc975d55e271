import { createHmac } from 'node:crypto';
import type { Row } from '../../../db/carry.ts';

/** Gives the rows of a copy ids of their own. */
export interface Renewal {
  id(id: string): string;
  /** Every id that stands in a line, wherever: in a column, in JSON within it, or in a text. */
  line(line: string): string;
  /** Tokens in these columns. */
  row(row: Row, tokens: readonly string[]): Row;
}

/** A UUIDv7 behind the end of a prefix that says of what: `art_0199…`. What stands before the prefix tells nothing: `\n` may, as JSON has it. */
const ids = /(?<=[a-z]{2}_)([0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{7})([0-9a-f]{8})(?![0-9a-f])/g;
const media = /(?<=\/media\/)[\w-]{32}(?=\.)/g;
const tokenBytes = 24;

/**
 * New ids are derived from the old ones and a salt, so none need be remembered: the same id becomes the same in every row, whichever comes
 * first. Only the last 32 bits change, the random ones. What goes before them orders ids by when they were made, and lists by ids; since
 * it differs from id to id, a copy's ids are as far from one another as those of the project. `tokens` are those of the project: others, in
 * addresses of other hosts, are left as they are.
 */
export function renewing(salt: Buffer, tokens: ReadonlySet<string>): Renewal {
  const mac = (text: string) => createHmac('sha256', salt).update(text).digest();
  const renewed = (whole: string, kept: string) => kept + mac(whole).toString('hex', 0, 4);
  const tokenOf = (token: string) => mac(token).toString('base64url', 0, tokenBytes);
  const text = (given: string) => given.replace(ids, renewed).replace(media, (token) => (tokens.has(token) ? tokenOf(token) : token));
  return {
    id: text,
    // Written anew, so that no letter of an id is hidden behind an escape.
    line: (given) => text(JSON.stringify(JSON.parse(given))),
    row: (row, names) => ({
      ...row,
      ...Object.fromEntries(names.map((name) => [name, typeof row[name] === 'string' ? tokenOf(row[name]) : null])),
    }),
  };
}
