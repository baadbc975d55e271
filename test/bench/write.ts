import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCopydesk } from '../../src/app.ts';
import { median, round } from './figures.ts';
import { documentOf, keywords } from './write-documents.ts';

const sizes = [10, 1000, 10_000];
const articles = 16;

/** Extractive articles a second and peak memory for knowledge bases of growing size, through the product's own path. */
export async function bench(): Promise<object> {
  const rows = [];
  for (const documents of sizes) rows.push(await measure(documents));
  const [small, , large] = rows;
  return {
    articles,
    rows,
    growth: { documents: sizes.at(-1)! / sizes[0]!, timePerArticle: round(large!.wallMsPerArticle / small!.wallMsPerArticle) },
  };
}

async function measure(documents: number) {
  const home = mkdtempSync(join(tmpdir(), 'copydesk-bench-'));
  const desk = await createCopydesk({ home, logLevel: 'silent', now: Date.now });
  try {
    const ingest = performance.now();
    for (let index = 0; index < documents; index++) await desk.call('knowledge_create', { markdown: documentOf(index) });
    const ingestMs = performance.now() - ingest;
    const walls: number[] = [];
    const cpus: number[] = [];
    let peak = 0;
    for (let index = 0; index < articles; index++) {
      const began = performance.now();
      const cpu = process.cpuUsage();
      await desk.call('articles_create', { keyword: keywords[index % keywords.length]!, targetWordCount: 1000 });
      await desk.runDue();
      walls.push(performance.now() - began);
      const { user, system } = process.cpuUsage(cpu);
      cpus.push((user + system) / 1000);
      peak = Math.max(peak, process.memoryUsage().rss);
    }
    const ready = (await desk.call('articles_list', { status: 'ready', limit: 100 })) as { data: unknown[] };
    const wall = median(walls);
    return {
      documents,
      ready: ready.data.length,
      ingestPerSecond: round(documents / (ingestMs / 1000)),
      articlesPerSecond: round(1000 / wall),
      wallMsPerArticle: round(wall),
      cpuMsPerArticle: round(median(cpus)),
      peakMiB: Math.round(peak / 1024 / 1024),
    };
  } finally {
    await desk.close();
    rmSync(home, { recursive: true, force: true });
  }
}
