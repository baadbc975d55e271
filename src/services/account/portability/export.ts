import { exportFormat, type ExportManifest } from '../../../../schema/export.ts';
import { rowsOfProject, rowsOfTable, workOfProject, type Row } from '../../../db/carry.ts';
import { newestVersion } from '../../../db/migrations/index.ts';
import type { Db } from '../../../db/open.ts';
import type { ProjectRow } from '../../../db/rows/account.ts';
import { AppError } from '../../../errors.ts';
import { openArchive, type ArchiveWriter } from '../../common/archive/write.ts';
import type { Foundation } from '../../common/group.ts';
import { isoTime } from '../../common/wire.ts';
import { keyedEverywhere, keyedIn, withoutKeys, type Keyed } from './lines.ts';
import { belongingOf, planOf, waitingOf, type Plan, type Planned } from './plan.ts';

/** What came of an export or an import. */
export interface Carried {
  projectId: string;
  name: string;
  /** Rows by table, without those that have none. */
  counts: Record<string, number>;
}

export type Exported = Carried & { file: string; bytes: number };

/** How far it is, from 0 to 1. */
export type Tell = (step: string, progress: number) => void;

export interface ExportRequest {
  projectId: string;
  /** The file to make. */
  path: string;
  tell?: Tell;
  signal?: AbortSignal;
}

/** Rows that are read from here on make a new file; one that is longer has a file of its own. Bounds what is held in memory. */
const partBytes = 1024 * 1024;
const newline = 0x0a;

/**
 * Writes all that a project holds, but secrets, to one file: as the database is at one moment, whatever is written meanwhile. Rows are read
 * one after the other, so the memory it takes does not grow with the project. Two exports of the same rows are the same but for the time.
 */
export async function exportProject(
  { store, system, groups }: Pick<Foundation, 'store' | 'system' | 'groups'>,
  { projectId, path, tell = () => {}, signal }: ExportRequest,
): Promise<Exported> {
  return store.snapshot(async (db, each) => {
    const project = await projectIn(db, projectId);
    const archive = await openArchive({ path, mtime: new Date(project.created_at), unique: system.random(6).toString('hex') });
    try {
      const plan = await planOf(db, groups);
      const counts: Record<string, number> = {};
      const left = [...plan.tables];
      const write = createTableWriter(archive, keyedEverywhere(project), system.turns(signal));
      while (left.length > 0) {
        const table = left.shift()!;
        tell(table.table, 1 - (left.length + 1) / plan.tables.length);
        const rows =
          table.of === 'desk' ? rowsOfTable(db, belongingOf(table, plan)) : rowsOfProject(db, belongingOf(table, plan), project.id);
        counts[table.table] = await write(table, each(rows));
      }
      counts['work'] = await writeWork(archive, db, plan, project.id);
      const { id, name } = project;
      const manifest: ExportManifest = {
        format: exportFormat.name,
        formatVersion: exportFormat.version,
        schema: newestVersion,
        // Without the desk's address.
        copydesk: system.agent.split(' ')[0]!,
        exportedAt: isoTime(system.now()),
        project: { id, name },
        counts: onlySome(counts),
        members: [...archive.members],
      };
      return { projectId: id, name, counts: manifest.counts, file: path, bytes: await archive.finish(manifest) };
    } catch (error) {
      await archive.discard();
      throw error;
    }
  });
}

async function projectIn(db: Db, id: string): Promise<ProjectRow> {
  const row = await db.selectFrom('projects').selectAll().where('id', '=', id).where('arriving', '=', 0).executeTakeFirst();
  if (row) return row;
  throw new AppError('not_found', `There is no project ${id}.`, { hint: 'See projects_list.' });
}

/** Writes the rows of a table, and returns how many they are. `keyed`: addresses of the project, which rows of any table may repeat. */
function createTableWriter(
  archive: ArchiveWriter,
  keyed: readonly Keyed[],
  turn: () => Promise<void>,
): (table: Planned, rows: Iterable<Row>) => Promise<number> {
  // One for all parts: V8 lets go of such pieces late.
  const part = createLines();
  return async (table, rows) => {
    const { path, columns, beside } = table;
    const blobs = columns.filter(({ type }) => type === 'blob').map(({ name }) => name);
    let [parts, count] = [0, 0];
    const flush = async () => {
      if (part.count() === 0) return;
      parts += 1;
      await archive.add(`${path}.${String(parts).padStart(4, '0')}.jsonl`, part.bytes(), part.count());
      part.clear();
    };
    for (const given of rows) {
      const row = withoutKeys(given, [...keyedIn(given, table), ...keyed]);
      part.add(lineOf(row, blobs));
      count += 1;
      const text = beside?.(row);
      if (text) await archive.add(`${path}/${text.name}`, Buffer.from(text.text));
      if (part.bytes().length >= partBytes) await flush();
      await turn();
    }
    await flush();
    return count;
  };
}

/** Lines in one piece of memory, which grows where they need it. */
function createLines() {
  let memory = Buffer.allocUnsafe(2 * partBytes);
  let [length, count] = [0, 0];
  return {
    add(line: string) {
      const end = length + Buffer.byteLength(line) + 1;
      if (end > memory.length) memory = Buffer.concat([memory.subarray(0, length)], end);
      length += memory.write(line, length);
      memory[length++] = newline;
      count += 1;
    },
    bytes: () => memory.subarray(0, length),
    count: () => count,
    clear: () => ([length, count] = [0, 0]),
  };
}

/** Bytes as base64: JSON would make a list of numbers of them. */
function lineOf(row: Row, blobs: readonly string[]): string {
  const texts = blobs.map((name) => [name, (row[name] as Buffer | null)?.toString('base64') ?? null] as const);
  return JSON.stringify(blobs.length === 0 ? row : { ...row, ...Object.fromEntries(texts) });
}

async function writeWork(archive: ArchiveWriter, db: Db, plan: Plan, projectId: string): Promise<number> {
  let count = 0;
  const left = [...plan.work.entries()];
  while (left.length > 0) {
    const [index, one] = left.shift()!;
    const works = await workOfProject(db, waitingOf(one, plan), projectId);
    count += works.length;
    if (works.length === 0) continue;
    const text = works.map((work) => JSON.stringify(work)).join('\n');
    await archive.add(`${one.path}.${String(index + 1).padStart(4, '0')}.jsonl`, Buffer.from(`${text}\n`), works.length);
  }
  return count;
}

const onlySome = (counts: Readonly<Record<string, number>>) => Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
