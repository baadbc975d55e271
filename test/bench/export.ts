import { createReadStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { createCopydesk } from '../../src/app.ts';
import type { BatchRun } from './batch-process.ts';
import { startChild } from './child.ts';
import type { CarriedRun, CarryTask } from './export-process.ts';
import { round } from './figures.ts';
import { documentOf } from './write-documents.ts';

export interface ExportOptions {
  /** In batches of so many. */
  batches?: number;
  items?: number;
  documents?: number;
}

export const tiny: ExportOptions = { batches: 1, items: 3, documents: 15 };

const targetWordCount = 1000;
const aims = { seconds: 30, aboveIdleMiB: 200 };

/**
 * A project of 1,000 articles with their pictures, exported and imported into a new desk, each in a process of its own; beside gzip of the
 * database file alone. What the new desk exports must be what it imported.
 */
export async function run({ batches = 10, items = 100, documents = 100 }: ExportOptions = {}): Promise<object> {
  const [from, to] = [mkdtempSync(join(tmpdir(), 'copydesk-bench-')), mkdtempSync(join(tmpdir(), 'copydesk-bench-'))];
  try {
    await write(from, { batches, items, documents });
    const [file, again] = [join(from, 'project.tar.gz'), join(to, 'project.tar.gz')];
    const exported = await carry({ home: from, path: file, what: 'export' });
    const imported = await carry({ home: to, path: file, what: 'import' });
    const back = await carry({ home: to, path: again, what: 'export' });
    if (back.contents !== exported.contents) throw new Error('The desk that imported it exports otherwise than the first.');
    const articles = exported.counts['articles'] ?? 0;
    if (articles !== batches * items) throw new Error(`The export holds ${articles} articles.`);
    return {
      articles,
      rows: Object.values(exported.counts).reduce((sum, count) => sum + count, 0),
      mebibytes: round(statSync(file).size / 2 ** 20, 1),
      export: figuresOf(exported),
      import: figuresOf(imported),
      bare: await gzipAlone(join(from, 'copydesk.db')),
      aims,
    };
  } finally {
    for (const home of [from, to]) rmSync(home, { recursive: true, force: true });
  }
}

const figuresOf = ({ seconds, cpuSeconds, aboveIdleMiB }: CarriedRun) => ({ seconds, cpuSeconds, aboveIdleMiB });

async function write(home: string, { batches, items, documents }: Required<ExportOptions>): Promise<void> {
  const desk = await createCopydesk({ home, logLevel: 'silent' });
  for (let index = 0; index < documents; index++) await desk.call('knowledge_create', { markdown: documentOf(index) });
  await desk.close();
  const child = startChild('./batch-process.ts', { home, items, targetWordCount, rounds: batches });
  const runs = await child.next<BatchRun[]>();
  await child.stop();
  const written = runs.reduce((sum, { succeeded }) => sum + succeeded, 0);
  if (written < batches * items) throw new Error(`Only ${written} of ${batches * items} articles were written.`);
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
