import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Batch } from '../../schema/batches.ts';
import { createCopydesk } from '../../src/app.ts';
import { median, round } from './figures.ts';
import { documentOf, keywords } from './write-documents.ts';

const sizes = [100, 10_000];
const items = 100;
const targetWordCount = 1000;
const rounds = 3;
/** What a batch of 100 may take on two cores, and what the process may hold. */
const aims = { seconds: 60, peakMiB: 300 };

/** A batch of 100 extractive articles of 1,000 words with their pictures, as a person's own desk writes it, for knowledge bases of two sizes. */
export async function bench(): Promise<object> {
  const rows = [];
  for (const documents of sizes) rows.push(await measure(documents));
  const last = rows.at(-1)!;
  return {
    items,
    targetWordCount,
    rounds,
    rows,
    aims: { ...aims, met: { seconds: last.seconds <= aims.seconds, peakMiB: last.peakMiB <= aims.peakMiB } },
  };
}

async function measure(documents: number) {
  const home = mkdtempSync(join(tmpdir(), 'copydesk-bench-'));
  const desk = await createCopydesk({ home, logLevel: 'silent' });
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
  try {
    for (let index = 0; index < documents; index++) await desk.call('knowledge_create', { markdown: documentOf(index) });
    desk.work();
    peak = 0;
    const runs = [];
    for (let round = 0; round < rounds; round++) runs.push(await batchOf(desk));
    return {
      documents,
      seconds: round(median(runs.map(({ seconds }) => seconds))),
      cpuSeconds: round(median(runs.map(({ cpuSeconds }) => cpuSeconds))),
      succeeded: runs.at(-1)!.succeeded,
      peakMiB: Math.round(peak / 1024 / 1024),
    };
  } finally {
    clearInterval(watch);
    await desk.close();
    rmSync(home, { recursive: true, force: true });
  }
}

async function batchOf(desk: Awaited<ReturnType<typeof createCopydesk>>) {
  const began = performance.now();
  const cpu = process.cpuUsage();
  const wanted = Array.from({ length: items }, (_, index) => ({ keyword: keywords[index % keywords.length]! }));
  const { id } = (await desk.call('articles_create_batch', {
    items: wanted,
    defaults: { targetWordCount, writer: 'extractive' },
  })) as Batch;
  for (;;) {
    const { status, succeeded } = (await desk.call('batches_get', { id })) as Batch;
    if (status === 'completed') {
      const { user, system } = process.cpuUsage(cpu);
      return { seconds: (performance.now() - began) / 1000, cpuSeconds: (user + system) / 1e6, succeeded };
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
