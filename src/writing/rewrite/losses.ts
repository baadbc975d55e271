import { hashOf } from '../../language/near-duplicates.ts';
import { partsIn, type Part } from './parts.ts';

/** A link, image, code block or table of a page that its rewrite has no more. */
export interface Loss {
  /** The same for the same loss, whatever else changes. */
  id: string;
  kind: Part['kind'];
  /** As Markdown; beyond 2,000 characters cut, with a “…”. */
  text: string;
  /** What stands there instead, of code or a table that was changed; else null. */
  now: string | null;
}

const maxText = 2000;
/** From this share of its lines on, code or a table counts as changed, and not as gone. */
const minShared = 0.5;
/** A line that more blocks have, such as "}", tells none of them apart. */
const maxHolders = 8;

/**
 * The links (by where they lead), images (by their address), code blocks and tables that are gone. What has moved, a link with other words
 * and a table with more rows or columns are not. What stood there twice and stands there once is one loss. `base`: the page's address, by which
 * relative addresses are read.
 */
export async function lossesOf(before: string, after: string, base?: string): Promise<Loss[]> {
  const [old, now] = [await partsIn(before, base), await partsIn(after, base)];
  // Of several links to one place, those with the same words belong together.
  const [reworded, others] = unclaimed(old, now, ({ kind, key, text }) => `${kind} ${key} ${text}`);
  const [gone, left] = unclaimed(reworded, others, nameOf);
  const related = relatedAmong(left);
  const lost = gone.flatMap((part) => {
    const near = related(part);
    return near && part.kind === 'table' && holdsAll(near, part) ? [] : [{ part, now: near?.text ?? null }];
  });
  const ids = idsOf(old);
  return lost.map(({ part, now: put }) => ({
    id: ids.get(part)!,
    kind: part.kind,
    text: clipped(part.text),
    now: put === null ? null : clipped(put),
  }));
}

function nameOf({ kind, key }: Part): string {
  return `${kind} ${key}`;
}

/** Those of each list that have no counterpart of the same name in the other. */
function unclaimed(old: readonly Part[], now: readonly Part[], name: (part: Part) => string): [Part[], Part[]] {
  const claims = (some: readonly Part[], others: readonly Part[]) => {
    const counts = new Map<string, number>();
    for (const part of others) counts.set(name(part), (counts.get(name(part)) ?? 0) + 1);
    return some.filter((part) => {
      const count = counts.get(name(part)) ?? 0;
      counts.set(name(part), count - 1);
      return count <= 0;
    });
  };
  return [claims(old, now), claims(now, old)];
}

/** For code or a table, what of `parts` has most of its lines; each is given once. */
function relatedAmong(parts: readonly Part[]): (part: Part) => Part | undefined {
  const holders = new Map<string, Set<Part>>();
  for (const part of parts) {
    for (const line of part.lines) for (const key of keysOf(part.kind, line)) holders.set(key, (holders.get(key) ?? new Set()).add(part));
  }
  const given = new Set<Part>();
  return ({ kind, lines }) => {
    const shared = new Map<Part, number>();
    for (const line of lines) {
      const near = new Set(keysOf(kind, line).flatMap((key) => few(holders.get(key))));
      for (const part of near) shared.set(part, (shared.get(part) ?? 0) + 1);
    }
    const [best] = [...shared].filter(([part]) => !given.has(part)).toSorted(([, one], [, other]) => other - one);
    if (!best || best[1] < minShared * lines.length) return undefined;
    given.add(best[0]);
    return best[0];
  };
}

/** Code is found by its lines, a row by its first cell and by itself. */
function keysOf(kind: Part['kind'], line: readonly string[]): string[] {
  return kind === 'table' ? [`table ${line[0]}`, `row ${line.join('|')}`] : [`${kind} ${line[0]}`];
}

function few<One>(some: ReadonlySet<One> | readonly One[] = []): One[] {
  return ('size' in some ? some.size : some.length) <= maxHolders ? [...some] : [];
}

/** Whether a table has every row of another, in which cells may have been added behind the first. */
function holdsAll(table: Part, { lines }: Part): boolean {
  const rows = Map.groupBy(table.lines, ([first]) => first);
  return lines.every((row) => few(rows.get(row[0])).some((found) => isWithin(row, found)));
}

function isWithin(cells: readonly string[], row: readonly string[]): boolean {
  let at = 0;
  for (const cell of row) if (cell === cells[at]) at++;
  return at === cells.length;
}

/** Of what stands on a page several times, each has its own, whichever is lost. */
function idsOf(parts: readonly Part[]): Map<Part, string> {
  const seen = new Map<string, number>();
  return new Map(
    parts.map((part) => {
      const name = `l${(hashOf(nameOf(part)) >>> 0).toString(36)}`;
      const count = (seen.get(name) ?? 0) + 1;
      seen.set(name, count);
      return [part, count === 1 ? name : `${name}-${count}`];
    }),
  );
}

function clipped(text: string): string {
  return text.length > maxText ? `${text.slice(0, maxText).toWellFormed()}…` : text;
}
