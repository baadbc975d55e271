import { createReadStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { createCopydesk } from '../../src/app.ts';
import { openBare } from '../db/bare.ts';
import type { BatchRun } from './batch-process.ts';
import { startChild } from './child.ts';
import type { CarriedRun, CarryTask } from './export-process.ts';
import { round } from './figures.ts';
import { growth } from './growth.ts';
import { documentOf } from './write-documents.ts';

export interface ExportOptions {
  /** Articles that are written. */
  items?: number;
  /** How often each stands in the project. */
  times?: number;
  documents?: number;
}

export const tiny: ExportOptions = { items: 3, times: 2, documents: 15 };

const targetWordCount = 1000;
const aims = { seconds: 30, aboveIdleMiB: 200 };

/**
 * A project of 1,000 articles with their pictures (fifty, twenty times each), exported and imported into a new desk, each in a process of its own; beside gzip of the
 * database file alone. What the new desk exports must be what it imported. The fifty alone show how it grows.
 */
export async function run({ items = 50, times = 20, documents = 100 }: ExportOptions = {}): Promise<object> {
  const from = mkdtempSync(join(tmpdir(), 'copydesk-bench-'));
  try {
    await write(from, items, documents);
    const few = await thereAndBack(from, items);
    multiply(from, times);
    const all = await thereAndBack(from, items * times);
    const grown = (of: (one: typeof all) => number) => growth([few, all].map((one) => ({ size: one.articles, value: of(one) })));
    return {
      ...all,
      bare: await gzipAlone(join(from, 'copydesk.db')),
      growth: {
        export: { seconds: grown((one) => one.export.seconds), aboveIdleMiB: grown((one) => one.export.aboveIdleMiB) },
        import: { seconds: grown((one) => one.import.seconds), aboveIdleMiB: grown((one) => one.import.aboveIdleMiB) },
      },
      aims,
    };
  } finally {
    rmSync(from, { recursive: true, force: true });
  }
}

/** Exports a project of so many articles and imports it into a new desk. */
async function thereAndBack(from: string, articles: number) {
  const to = mkdtempSync(join(tmpdir(), 'copydesk-bench-'));
  try {
    const [file, again] = [join(to, 'project.tar.gz'), join(to, 'again.tar.gz')];
    const exported = await carry({ home: from, path: file, what: 'export' });
    const imported = await carry({ home: to, path: file, what: 'import' });
    const back = await carry({ home: to, path: again, what: 'export' });
    if (back.contents !== exported.contents) throw new Error('The desk that imported it exports otherwise than the first.');
    const found = exported.counts['articles'] ?? 0;
    if (found !== articles) throw new Error(`The export holds ${found} articles.`);
    return {
      articles,
      rows: Object.values(exported.counts).reduce((sum, count) => sum + count, 0),
      mebibytes: round(statSync(file).size / 2 ** 20, 1),
      export: figuresOf(exported),
      import: figuresOf(imported),
    };
  } finally {
    rmSync(to, { recursive: true, force: true });
  }
}

const figuresOf = ({ seconds, cpuSeconds, aboveIdleMiB }: CarriedRun) => ({ seconds, cpuSeconds, aboveIdleMiB });

async function write(home: string, items: number, documents: number): Promise<void> {
  const desk = await createCopydesk({ home, logLevel: 'silent' });
  for (let index = 0; index < documents; index++) await desk.call('knowledge_create', { markdown: documentOf(index) });
  await desk.close();
  const child = startChild('./batch-process.ts', { home, items, targetWordCount, rounds: 1 });
  const [{ succeeded }] = (await child.next<BatchRun[]>()) as [BatchRun];
  await child.stop();
  if (succeeded < items) throw new Error(`Only ${succeeded} of ${items} articles were written.`);
}

/** Columns that hold an id or a token, of which a row that stands there again needs another. */
const ofArticles: Readonly<Record<string, readonly string[]>> = {
  articles: ['id', 'slug', 'image_token'],
  article_stages: ['article_id'],
  article_versions: ['article_id'],
  media: ['token', 'article_id'],
  jobs: ['id', 'resource_id'],
  events: ['id', 'resource_id'],
};

/** Each article and all that hangs on it stands there so often, so that minutes need not be spent on writing. */
function multiply(home: string, times: number): void {
  const bare = openBare(home);
  const another = (column: string, value: unknown, turn: number) => {
    if (typeof value !== 'string') return value;
    return column === 'slug' ? `${value}-again-${turn}` : value.slice(0, -4) + String(turn).padStart(4, '0');
  };
  try {
    for (const [table, renewed] of Object.entries(ofArticles)) {
      const originals = bare.prepare(`select * from ${table}`).all() as Record<string, unknown>[];
      const columns = Object.keys(originals[0]!);
      const insert = bare.prepare(`insert into ${table} values (${columns.map(() => '?').join(', ')})`);
      bare.transaction(() => {
        for (let turn = 1; turn < times; turn++)
          for (const row of originals)
            insert.run(columns.map((column) => (renewed.includes(column) ? another(column, row[column], turn) : row[column])));
      })();
    }
  } finally {
    bare.close();
  }
}

async function carry(task: CarryTask): Promise<CarriedRun> {
  const child = startChild('./export-process.ts', task);
  const done = await child.next<CarriedRun>();
  await child.stop();
  return done;
}

/** What packing the same bytes takes at least. */
async function gzipAlone(path: string) {
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  let bytes = 0;
  const counting = new Writable({
    write(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done();
    },
  });
  await pipeline(createReadStream(path), createGzip(), counting);
  const { user, system } = process.cpuUsage(cpu);
  return {
    seconds: round((performance.now() - began) / 1000),
    cpuSeconds: round((user + system) / 1e6),
    mebibytes: round(bytes / 2 ** 20, 1),
  };
}
