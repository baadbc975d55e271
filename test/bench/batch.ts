import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCopydesk } from '../../src/app.ts';
import type { BatchRun } from './batch-process.ts';
import { startChild } from './child.ts';
import { median, round } from './figures.ts';
import { growth } from './growth.ts';
import { documentOf } from './write-documents.ts';

export interface BatchOptions {
  /** Documents in the knowledge base. */
  sizes?: readonly number[];
  items?: number;
  rounds?: number;
}

export const tiny: BatchOptions = { sizes: [15, 30], items: 4, rounds: 1 };

const targetWordCount = 1000;
/** What a batch of 100 may take on two cores, and what the process may hold. */
const aims = { seconds: 60, peakMiB: 300 };

/** A batch of 100 extractive articles of 1,000 words with their pictures, as a person's own desk writes it, for knowledge bases of two sizes. */
export async function run({ sizes = [100, 10_000], items = 100, rounds = 3 }: BatchOptions = {}): Promise<object> {
  const rows = [];
  for (const documents of sizes) rows.push(await measure(documents, items, rounds));
  const last = rows.at(-1)!;
  return {
    items,
    targetWordCount,
    rounds,
    rows,
    growth: {
      seconds: growth(rows.map(({ documents, seconds }) => ({ size: documents, value: seconds }))),
      peakMiB: growth(rows.map(({ documents, peakMiB }) => ({ size: documents, value: peakMiB }))),
    },
    aims: { ...aims, met: { seconds: last.seconds <= aims.seconds, peakMiB: last.peakMiB <= aims.peakMiB } },
  };
}

async function measure(documents: number, items: number, rounds: number) {
  const home = mkdtempSync(join(tmpdir(), 'copydesk-bench-'));
  try {
    const desk = await createCopydesk({ home, logLevel: 'silent' });
    for (let index = 0; index < documents; index++) await desk.call('knowledge_create', { markdown: documentOf(index) });
    await desk.close();
    const child = startChild('./batch-process.ts', { home, items, targetWordCount, rounds });
    const runs = await child.next<BatchRun[]>();
    await child.stop();
    const fewest = Math.min(...runs.map(({ succeeded }) => succeeded));
    if (fewest < items) throw new Error(`Only ${fewest} of ${items} articles were written.`);
    return {
      documents,
      seconds: round(median(runs.map(({ seconds }) => seconds))),
      cpuSeconds: round(median(runs.map(({ cpuSeconds }) => cpuSeconds))),
      succeeded: fewest,
      peakMiB: Math.max(...runs.map(({ peakMiB }) => peakMiB)),
    };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
