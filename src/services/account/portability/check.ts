import type { ExportManifest, ExportMember } from '../../../../schema/export.ts';
import { heldIn, type Row } from '../../../db/carry.ts';
import { newestVersion, oldestAlike } from '../../../db/migrations/index.ts';
import type { Db } from '../../../db/open.ts';
import { AppError } from '../../../errors.ts';
import { newer, readArchive, refused } from '../../common/archive/read.ts';
import { objectOf, rowOf, workOf } from './lines.ts';
import { referredTo, type Plan, type Planned, type PlannedWork } from './plan.ts';

interface Asked {
  path: string;
  plan: Plan;
  /** Ids that this desk has already are no fault then: the copy gets others. */
  asCopy: boolean;
  /** So many bytes of so many were looked at. */
  tell(done: number, of: number): void;
  turn(): Promise<void>;
  signal?: AbortSignal;
}

interface Checked {
  manifest: ExportManifest;
  /** Of its pictures, as they stand in addresses. */
  tokens: ReadonlySet<string>;
}

/** Ids that are looked for in the database at once. */
const idsAtOnce = 500;

/**
 * Reads an archive from end to end before anything is written: whether it is whole, whether each row is one of its table and of the project,
 * whether it refers only to rows before it, so that nothing goes in circles, and whether its ids are free here. Of the rows only the ids are
 * held, of tables that others refer to. Throws `invalid_input`, and `conflict` where ids are taken.
 */
export async function checkArchive(db: Db, { path, plan, asCopy, tell, turn, signal }: Asked): Promise<Checked> {
  let manifest: ExportManifest | undefined;
  const checking = createChecks(db, plan, asCopy);
  let done = 0;
  await readArchive(
    path,
    {
      manifest(given) {
        manifest = given;
        refuseOther(given, plan);
      },
      async member(member, lines) {
        const check = checking.of(member, manifest!);
        let rows = 0;
        for await (const line of lines) {
          rows += 1;
          const waits = check?.(line);
          if (waits) await waits;
          await turn();
        }
        if (member.rows !== undefined && rows !== member.rows) throw refused(`${member.name} has not the rows that the manifest says`);
        done += member.bytes;
        tell(done, bytesIn(manifest!));
      },
    },
    signal,
  );
  await checking.end(manifest!);
  return { manifest: manifest!, tokens: checking.tokens };
}

export const bytesIn = ({ members }: ExportManifest) => members.reduce((sum, { bytes }) => sum + bytes, 1);

/** The table, `work`, or undefined for a text, of which a member is; rows of one table stand together, in the plan's order. */
export function partOf({ name, rows }: ExportMember, { tables, work }: Plan): Planned | 'work' | undefined {
  if (rows === undefined) return undefined;
  const path = name.replace(/\.\d{4,}\.jsonl$/, '');
  return work.some((one) => one.path === path) ? 'work' : tables.find((one) => one.path === path);
}

function refuseOther(manifest: ExportManifest, plan: Plan): void {
  if (manifest.schema > newestVersion) throw newer(`schema ${manifest.schema}, this program knows ${newestVersion}`);
  if (manifest.schema < oldestAlike)
    throw refused(`an older Copydesk wrote it (schema ${manifest.schema}): update the desk that it comes from, and export there again`);
  let at = 0;
  for (const member of manifest.members) {
    const part = partOf(member, plan);
    if (part === undefined && member.rows !== undefined) throw refused(`${member.name} is of a table that this program does not know`);
    if (part === undefined) continue;
    const place = part === 'work' ? plan.tables.length : plan.tables.indexOf(part);
    if (place < at) throw refused(`${member.name} stands in the wrong place`);
    at = place;
  }
}

/** Work is told by its payload what to work on, beside which there are only numbers. */
const isAbout = (payload: string, id: string) =>
  Object.values(objectOf(payload, 'work')).every((one) => one === id || typeof one === 'number');

type Check = (line: string) => Promise<void> | undefined;

function createChecks(db: Db, plan: Plan, asCopy: boolean) {
  /** Of what others refer to: what names each row, and what kind of work may wait for it where the row says so. */
  const seen = new Map<string, Map<unknown, unknown>>([...referredTo(plan)].map((table) => [table, new Map()]));
  const kindColumns = new Map(plan.work.flatMap(({ of, kind }) => (typeof kind === 'string' ? [] : [[of, kind.column] as const])));
  const worked = new Set<string>();
  const tokens = new Set<string>();
  const unlooked = new Map<Planned, string[]>();
  let projects = 0;

  /** Looks whether this desk has the ids that were read since the last look. */
  async function refuseTaken(planned: Planned): Promise<void> {
    const [held] = await heldIn(db, planned.table, planned.key[0]!, unlooked.get(planned) ?? []);
    unlooked.delete(planned);
    if (held === undefined) return;
    throw new AppError('conflict', `This desk has ${held} already, so the archive was not imported.`, {
      hint: 'Delete that project first, or import it as a copy, with new ids: --as-copy. Nothing was changed.',
    });
  }

  function rowCheck(table: Planned, { project }: ExportManifest): Check {
    const { of, key, references, name, where } = table;
    const isOwnId =
      of !== 'desk' &&
      key.length === 1 &&
      references.every(({ column }) => column !== key[0]) &&
      !Object.hasOwn(table.without ?? {}, key[0]!);
    return (line) => {
      const row = rowOf(line, table);
      if (of !== 'desk' && 'project' in of && row[of.project] !== project.id) throw refused(`${table.table} has a row of another project`);
      for (const one of references) refuseUnknown(row, one, table);
      if (table.table === 'projects' && ++projects > 1) throw refused('it has several projects');
      if (where && (where[1] === null ? row[where[0]] === null : row[where[0]] === where[1]))
        throw refused(`${table.table} has a row of those that stay behind`);
      if (name !== null) seen.get(table.table)?.set(row[name], row[kindColumns.get(table.table) ?? '']);
      for (const column of table.tokens ?? []) if (typeof row[column] === 'string') tokens.add(row[column]);
      if (asCopy || !isOwnId) return undefined;
      const ids = unlooked.get(table) ?? [];
      ids.push(row[key[0]!] as string);
      unlooked.set(table, ids);
      return ids.length < idsAtOnce && table.table !== 'projects' ? undefined : refuseTaken(table);
    };
  }

  function refuseUnknown(row: Row, { column, table: other }: { column: string; table: string }, { table }: Planned): void {
    const named = row[column] ?? null;
    if (named === null || seen.get(other)?.has(named)) return;
    throw refused(`${table} has a row whose ${column} names none before it`);
  }

  const workCheck: Check = (line) => {
    const { kind, key, payload } = workOf(line);
    const isOfRow = ({ of, kind: known, before = '', after = '' }: PlannedWork): boolean => {
      const id = key.slice(before.length, key.length - after.length);
      const rows = seen.get(of)!;
      if (`${before}${id}${after}` !== key || !rows.has(id)) return false;
      return kind === (typeof known === 'string' ? known : rows.get(id)) && isAbout(payload, id);
    };
    if (worked.has(key) || !plan.work.some(isOfRow)) throw refused('it has work that is for none of its rows');
    worked.add(key);
    return undefined;
  };

  return {
    tokens,

    of(member: ExportMember, manifest: ExportManifest): Check | undefined {
      const part = partOf(member, plan);
      return part === undefined ? undefined : part === 'work' ? workCheck : rowCheck(part, manifest);
    },

    /** What is only known at the end. */
    async end({ project }: ExportManifest): Promise<void> {
      if (projects === 0) throw refused(`it does not hold the project ${project.id}`);
      const left = [...unlooked.keys()];
      while (left.length > 0) await refuseTaken(left.shift()!);
    },
  };
}
