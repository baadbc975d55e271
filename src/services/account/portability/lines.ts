import type { Row, Value, WaitingWork } from '../../../db/carry.ts';
import type { Meaning } from '../../../db/meanings.ts';
import type { ProjectRow } from '../../../db/rows/account.ts';
import type { Column } from '../../../db/shape.ts';
import { refused } from '../../common/archive/read.ts';
import type { Planned } from './plan.ts';

/** An address in which a key may stand, before the host or behind the path, and the same without. */
export type Keyed = readonly [address: string, bare: string];

/** Those of a row, as they stand in texts and in JSON. */
export function keyedIn(row: Row, { addresses = [] }: Pick<Planned, 'addresses'>): Keyed[] {
  return addresses.flatMap((name) => {
    const given = String(row[name]);
    const url = URL.parse(given);
    if (!url || url.username + url.password + url.search + url.hash === '') return [];
    return [given, JSON.stringify(given).slice(1, -1)].map((one) => [one, url.origin + url.pathname] as const);
  });
}

/**
 * Those of a project that rows of all groups may repeat. Addresses of its pages begin as the site's does, so of that it is only what stands before
 * the host.
 */
export function keyedEverywhere({ site_url, event_webhook_url }: Pick<ProjectRow, 'site_url' | 'event_webhook_url'>): Keyed[] {
  const [, user] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)@/i.exec(site_url ?? '') ?? [];
  const webhook = keyedIn({ event_webhook_url }, { addresses: ['event_webhook_url'] });
  return user === undefined ? webhook : [[`//${user}@`, '//'], [JSON.stringify(`//${user}@`).slice(1, -1), '//'], ...webhook];
}

/** A row without the keys in these addresses, wherever it repeats them. */
export function withoutKeys(row: Row, keyed: readonly Keyed[]): Row {
  const bare = (value: Value) =>
    typeof value === 'string' ? keyed.reduce((text, [one, other]) => text.replaceAll(one, () => other), value) : value;
  return keyed.length === 0 ? row : Object.fromEntries(Object.entries(row).map(([name, value]) => [name, bare(value)]));
}

/** Reads the line of a row. Throws `invalid_input` where it is none of the table's. */
export function rowOf(line: string, { table, columns }: Planned): Row {
  const said = objectOf(line, table);
  const known = new Set(columns.map(({ name }) => name));
  const foreign = Object.keys(said).find((name) => !known.has(name));
  if (foreign !== undefined)
    throw refused(`${table} has a column that this program does not know, ${JSON.stringify(foreign.slice(0, 100))}`);
  const row: Record<string, Value> = {};
  for (const column of columns) {
    const given = said[column.name];
    // An older program may not have had it.
    if (given === undefined && column.hasDefault) continue;
    row[column.name] = valueOf(given, column, table);
  }
  return row;
}

/** The longest time of JavaScript: one beyond it cannot be written as a date. Pages of others name days long before 1970, too. */
const maxTime = 8.64e15;
const isTime = (given: unknown) => Number.isSafeInteger(given) && Math.abs(given as number) <= maxTime;
const maxLaneLength = 300;

/** Reads the line of a piece of work. Throws `invalid_input`. */
export function workOf(line: string): WaitingWork {
  const { kind, key, payload, lane, dueAt } = objectOf(line, 'work');
  const texts = [kind, key, payload, lane].every((one) => typeof one === 'string');
  if (!texts || !isJson(payload as string) || !isTime(dueAt) || (lane as string).length > maxLaneLength)
    throw refused('a line of work is not as it should be');
  // Written anew, so that nothing in it is hidden behind an escape.
  return { kind, key, payload: JSON.stringify(objectOf(payload as string, 'work')), lane, dueAt } as WaitingWork;
}

export function objectOf(line: string, table: string): Record<string, unknown> {
  let said: unknown;
  try {
    said = JSON.parse(line);
  } catch {
    throw refused(`a line of ${table} is no JSON`);
  }
  if (typeof said === 'object' && said !== null && !Array.isArray(said)) return said as Record<string, unknown>;
  throw refused(`a line of ${table} is no row`);
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Ids stand in addresses and in the names of files. */
const id = /^[a-z]+_\w{1,64}$/;

const meant: Record<Meaning, (given: never) => boolean> = {
  bit: (given: number) => given === 0 || given === 1,
  id: (given: string) => id.test(given),
  json: isJson,
  time: isTime,
};

/** Whether it can be read and written again: what is nested too deeply cannot. */
function isJson(text: string): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) !== undefined;
  } catch {
    return false;
  }
}

function valueOf(given: unknown, { name, type, nullable, meaning }: Column, table: string): Value {
  if (given === null && nullable) return null;
  if ((type === 'text' && typeof given === 'string') || (type === 'integer' && Number.isSafeInteger(given)))
    if (meaning === undefined || meant[meaning](given as never)) return given as string | number;
  if (type === 'real' && Number.isFinite(given)) return given as number;
  if (type === 'blob' && typeof given === 'string' && base64.test(given)) return Buffer.from(given, 'base64');
  throw refused(`${table} has a row whose ${name} is not as it should be`);
}
