import type { ExportManifest } from '../../../../schema/export.ts';
import { Project } from '../../../../schema/projects.ts';
import { inserting, type Insert, type Row, type WaitingWork } from '../../../db/carry.ts';
import type { Tx } from '../../../db/open.ts';
import { StoreFault } from '../../../errors.ts';
import { readArchive, refused } from '../../common/archive/read.ts';
import type { Foundation } from '../../common/group.ts';
import { inBatches } from '../../common/slices.ts';
import { toProject } from '../projects.ts';
import { endArrival, giveUpArrival, holdArrival, keepArrival, removeLeftovers } from './arrival.ts';
import { bytesIn, checkArchive, partOf } from './check.ts';
import { renewing, type Renewal } from './copy.ts';
import type { Carried, Tell } from './export.ts';
import { rowOf, workOf } from './lines.ts';
import { freeName } from './names.ts';
import { planOf, type Plan, type Planned } from './plan.ts';

export type Imported = Carried & {
  /** Jobs, slots, checks and the like that go on here. */
  work: number;
};

export interface ImportRequest {
  path: string;
  /** With ids of its own, beside the project itself. */
  asCopy?: boolean;
  tell?: Tell;
  signal?: AbortSignal;
}

type Needs = Pick<Foundation, 'store' | 'system' | 'groups' | 'queue'>;

/** What one transaction writes, which must not hold the database for long. */
const maxAtOnce = { rows: 200, bytes: 256 * 1024 };
/** The part of the way that checking is. */
const checkShare = 0.4;

/**
 * Imports a project, all of it or nothing. One transaction for all would be the plain way, but would keep every other process from writing while
 * it lasts. So the archive is checked first, then written in slices under a project that nobody is shown, with nothing in the queue; the last
 * slice shows it and queues its work. An import that ends before takes back what it wrote; where its process died, the next import does, or the
 * sweep that runs every hour. Throws `invalid_input` for an archive that cannot be used and `conflict` where ids or the name are taken.
 */
export async function importProject(needs: Needs, request: ImportRequest): Promise<Imported> {
  const { store, system, groups } = needs;
  const { path, asCopy = false, tell = () => {}, signal } = request;
  await removeLeftovers(needs);
  const plan = await planOf(store.db, groups);
  const turn = system.turns(signal);
  const { manifest, tokens } = await checkArchive(store.db, {
    path,
    plan,
    asCopy,
    turn,
    signal,
    tell: (done, of) => tell('checking', (checkShare * done) / of),
  });
  const renewal = asCopy ? renewing(system.random(32), tokens) : undefined;
  const arrival = { id: renewal?.id(manifest.project.id) ?? manifest.project.id, token: system.id('imp') };
  const writing = createWriting(needs, { plan, manifest, renewal, arrival });
  let done = 0;
  try {
    await readArchive(
      path,
      {
        manifest() {},
        async member(member, lines) {
          const part = partOf(member, plan);
          for await (const line of lines) if (part !== undefined) await writing.line(part, line);
          await writing.flush();
          done += member.bytes;
          tell('writing', checkShare + ((1 - checkShare) * done) / bytesIn(manifest));
        },
      },
      signal,
    );
    signal?.throwIfAborted();
    return await writing.end();
  } catch (error) {
    await giveUpArrival(needs, arrival.id, arrival.token);
    throw error instanceof StoreFault && error.fault === 'conflict' ? refused('a row of it stands there twice') : error;
  }
}

/** A project that cannot be shown would spoil every list of projects. */
async function refuseUnreadable(tx: Tx, id: string): Promise<void> {
  const row = await tx.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  if (!Project.safeParse(toProject(row)).success) throw refused('its project is not as it should be');
}

interface Context {
  plan: Plan;
  manifest: ExportManifest;
  renewal: Renewal | undefined;
  arrival: { id: string; token: string };
}

function createWriting(needs: Needs, { plan, manifest, renewal, arrival }: Context) {
  const { store, system, queue } = needs;
  const works: WaitingWork[] = [];
  /** Those of the whole desk: they cannot be hidden, so they come right before the last slice. */
  const ofDesk = new Map<Planned, Row[]>();
  /** What numbered rows are called here, by what names them in the archive. */
  const numbers = new Map<string, Map<unknown, number>>();
  const inserts = new Map<string, Insert>();
  const counts: Record<string, number> = {};
  let name = manifest.project.name;
  let batch: { table: Planned; rows: Row[]; bytes: number } | undefined;

  const insertOf = (table: Planned, row: Row): Insert => {
    const columns = Object.keys(row);
    const key = `${table.table} ${columns.join(' ')}`;
    const insert =
      inserts.get(key) ??
      inserting(table.table, columns, { returning: table.numbered?.column, known: table.of === 'desk' ? table.key : undefined });
    inserts.set(key, insert);
    return insert;
  };

  /** With the numbers that this desk gave to what it hangs on. */
  const numbered = (row: Row, { references }: Planned): Row => {
    const given = references.flatMap(({ column, table }) => {
      const number = numbers.get(table)?.get(row[column]);
      return number === undefined ? [] : [[column, number] as const];
    });
    return given.length === 0 ? row : { ...row, ...Object.fromEntries(given) };
  };

  async function begin(row: Row): Promise<void> {
    name = row['name'] as string;
    // Until the last slice it bears a name that nobody else takes.
    const here = { ...row, name: arrival.id, calendar_token: system.random(24).toString('hex'), arriving: 1 };
    await store.write(async (tx) => {
      await freeName(tx, plan, name, renewal !== undefined);
      await holdArrival(tx, needs, arrival.id, arrival.token);
      await inserting('projects', Object.keys(here))(tx, [here]);
      await refuseUnreadable(tx, arrival.id);
    });
  }

  async function flush(): Promise<void> {
    if (!batch || batch.rows.length === 0) return;
    const { table, rows } = batch;
    batch = undefined;
    const insert = insertOf(table, rows[0]!);
    const written = await store.write(async (tx) => {
      await keepArrival(tx, needs, arrival.id, arrival.token);
      const given = await insert(tx, rows);
      const { column } = table.numbered ?? {};
      const all = column === undefined ? rows : rows.map((row, at) => ({ ...row, [column]: given[at]![column]! }));
      await table.arrived?.(tx, all);
      return all;
    });
    counts[table.table] = (counts[table.table] ?? 0) + rows.length;
    const { numbered: kind, name: named } = table;
    if (kind?.name === undefined || named === null) return;
    const known = numbers.get(table.table) ?? new Map<unknown, number>();
    for (const row of written) known.set(row[named], row[kind.column] as number);
    numbers.set(table.table, known);
  }

  return {
    flush,

    async line(part: Planned | 'work', text: string): Promise<void> {
      if (part === 'work') {
        const work = workOf(text);
        return void works.push(renewal ? workOf(renewal.line(JSON.stringify(work))) : work);
      }
      const line = renewal?.line(text) ?? text;
      if (renewal && part.notCopied) return;
      const read = rowOf(line, part);
      const row = numbered(renewal && part.tokens ? renewal.row(read, part.tokens) : read, part);
      if (part.table === 'projects') return begin(row);
      if (part.of === 'desk')
        return void ofDesk
          .set(part, ofDesk.get(part) ?? [])
          .get(part)!
          .push(row);
      // Those of one insertion have the same columns.
      if (batch && Object.keys(batch.rows[0]!).length !== Object.keys(row).length) await flush();
      batch ??= { table: part, rows: [], bytes: 0 };
      batch.rows.push(row);
      batch.bytes += line.length;
      if (batch.rows.length >= (part.atOnce ?? maxAtOnce.rows) || batch.bytes >= maxAtOnce.bytes) await flush();
    },

    /** What belongs to the whole desk, once nothing but a name that was taken meanwhile can be in the way; then the last slice. */
    async end(): Promise<Imported> {
      for (const [table, rows] of ofDesk) {
        await inBatches(rows, maxAtOnce.rows, system.turns(), (some) =>
          store.write(async (tx) => {
            await keepArrival(tx, needs, arrival.id, arrival.token);
            await freeName(tx, plan, name, renewal !== undefined);
            await insertOf(table, some[0]!)(tx, some);
          }),
        );
      }
      const free = await store.write(async (tx) => {
        await keepArrival(tx, needs, arrival.id, arrival.token);
        await queue.enqueueAll(
          tx,
          works.map(({ payload, ...work }) => ({ ...work, payload: JSON.parse(payload) as unknown })),
        );
        const { name: given, instead } = await freeName(tx, plan, name, renewal !== undefined);
        if (instead !== null) await tx.deleteFrom('projects').where('id', '=', instead).execute();
        await endArrival(tx, { ...arrival, name: given });
        return given;
      });
      const ofAll = [...ofDesk].map(([{ table }, rows]) => [table, rows.length] as const);
      return { projectId: arrival.id, name: free, counts: { projects: 1, ...counts, ...Object.fromEntries(ofAll) }, work: works.length };
    },
  };
}
