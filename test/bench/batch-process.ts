import { setTimeout as sleep } from 'node:timers/promises';
import type { Batch } from '../../schema/batches.ts';
import { createCopydesk } from '../../src/app.ts';
import { keywords } from './write-documents.ts';

export interface BatchRun {
  seconds: number;
  cpuSeconds: number;
  succeeded: number;
  peakMiB: number;
}

/** Writes batches in a home that holds documents, in a process whose memory is that of writing alone, and tells what each took. */
const wanted = JSON.parse(process.argv[2]!) as { home: string; items: number; targetWordCount: number; rounds: number };
const desk = await createCopydesk({ home: wanted.home, logLevel: 'silent' });
let peak = 0;
const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
desk.work();
const runs: BatchRun[] = [];
for (let count = 0; count < wanted.rounds; count++) runs.push(await writeBatch());
clearInterval(watch);
await desk.close();
process.send!(runs);

async function writeBatch(): Promise<BatchRun> {
  const began = performance.now();
  const cpu = process.cpuUsage();
  const items = Array.from({ length: wanted.items }, (_, index) => ({ keyword: keywords[index % keywords.length]! }));
  const defaults = { targetWordCount: wanted.targetWordCount, writer: 'extractive' };
  const { id } = (await desk.call('articles_create_batch', { items, defaults })) as Batch;
  for (;;) {
    const { status, succeeded } = (await desk.call('batches_get', { id })) as Batch;
    if (status === 'completed') {
      const { user, system } = process.cpuUsage(cpu);
      const seconds = (performance.now() - began) / 1000;
      return { seconds, cpuSeconds: (user + system) / 1e6, succeeded, peakMiB: Math.round(peak / 1024 / 1024) };
    }
    await sleep(100);
  }
}
