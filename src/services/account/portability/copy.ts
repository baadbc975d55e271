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

/** A UUIDv7 behind the prefix that says of what: `art_0199…`. */
const ids = /(?<![a-z])([a-z]{2,5}_[0-9a-f]{12}7[0-9a-f]{11})([0-9a-f]{8})(?![0-9a-f])/g;
const media = /(?<=\/media\/)[\w-]{32}(?=\.)/g;
const tokenBytes = 24;

/**
 * New ids are derived from the old ones and a salt, so none need be remembered: the same id becomes the same in every row, whichever comes
 * first. Only the last 32 bits change, the random ones. What goes before them orders ids by when they were made, and lists by ids.
 */
export function renewing(salt: Buffer): Renewal {
  const mac = (text: string) => createHmac('sha256', salt).update(text).digest();
  const renewed = (whole: string, kept: string) => kept + mac(whole).toString('hex', 0, 4);
  const tokenOf = (token: string) => mac(token).toString('base64url', 0, tokenBytes);
  const line = (text: string) => text.replace(ids, renewed).replace(media, tokenOf);
  return {
    id: line,
    line,
    row: (row, tokens) => ({
      ...row,
      ...Object.fromEntries(tokens.map((name) => [name, typeof row[name] === 'string' ? tokenOf(row[name]) : null])),
    }),
  };
}
