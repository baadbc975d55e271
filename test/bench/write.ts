import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCopydesk } from '../../src/app.ts';
import { compose, type ComposeRequest } from '../../src/writing/compose/compose.ts';
import { median, round } from './figures.ts';
import { growth } from './growth.ts';
import { documentOf, keywords } from './write-documents.ts';

export interface WriteOptions {
  sizes?: readonly number[];
  /** Written out of each. */
  articles?: number;
}

export const tiny: WriteOptions = { sizes: [15, 30], articles: 2 };

const targetWordCount = 1000;
/** What an article of 1,000 words out of the largest knowledge base may cost. */
const aimCpuMs = 300;
/** How many passages a writer chooses from. */
const candidatePassages = 200;

type Desk = Awaited<ReturnType<typeof createCopydesk>>;

/** CPU and peak memory of extractive articles for knowledge bases of growing size, through the product's own path; and what of it retrieval and composing take. */
export async function run({ sizes = [100, 1000, 10_000], articles = 16 }: WriteOptions = {}): Promise<object> {
  const rows = [];
  for (const documents of sizes) rows.push(await measure(documents, articles));
  const large = rows.at(-1)!;
  return {
    articles,
    targetWordCount,
    rows,
    growth: growth(rows.map(({ documents, cpuMsPerArticle }) => ({ size: documents, value: cpuMsPerArticle }))),
    cpuMsPerArticle: { documents: sizes.at(-1)!, value: large.cpuMsPerArticle, aim: aimCpuMs, met: large.cpuMsPerArticle <= aimCpuMs },
  };
}

async function measure(documents: number, articles: number) {
  const home = mkdtempSync(join(tmpdir(), 'copydesk-bench-'));
  const desk = await createCopydesk({ home, logLevel: 'silent', now: Date.now });
  try {
    const ingest = performance.now();
    for (let index = 0; index < documents; index++) await desk.call('knowledge_create', { markdown: documentOf(index) });
    const ingestMs = performance.now() - ingest;
    const whole: Cost[] = [];
    let peak = 0;
    for (let index = 0; index < articles; index++) {
      const keyword = keywords[index % keywords.length]!;
      whole.push(await costOf(() => writeOn(desk, keyword)));
      peak = Math.max(peak, process.memoryUsage().rss);
    }
    const ready = (await desk.call('articles_list', { status: 'ready', limit: 100 })) as { data: unknown[] };
    if (ready.data.length < articles) throw new Error(`Only ${ready.data.length} of ${articles} articles were written.`);
    const parts = [];
    for (const keyword of keywords) parts.push(await partsOf(desk, keyword));
    return {
      documents,
      ready: ready.data.length,
      ingestPerSecond: round(documents / (ingestMs / 1000)),
      wallMsPerArticle: round(median(whole.map(({ wallMs }) => wallMs))),
      cpuMsPerArticle: round(median(whole.map(({ cpuMs }) => cpuMs))),
      retrievalCpuMs: round(median(parts.map(({ retrieval }) => retrieval.cpuMs))),
      composingCpuMs: round(median(parts.map(({ composing }) => composing.cpuMs))),
      peakMiB: Math.round(peak / 1024 / 1024),
    };
  } finally {
    await desk.close();
    rmSync(home, { recursive: true, force: true });
  }
}

interface Cost {
  wallMs: number;
  cpuMs: number;
}

async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  const began = performance.now();
  const cpu = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { wallMs: performance.now() - began, cpuMs: (user + system) / 1000 };
}

async function writeOn(desk: Desk, keyword: string): Promise<void> {
  await desk.call('articles_create', { keyword, targetWordCount });
  await desk.runDue();
}

/** One retrieval and one composition on their own; an article takes two of the first, for it is judged before it is written. */
async function partsOf({ services }: Desk, keyword: string): Promise<{ retrieval: Cost; composing: Cost }> {
  const { id: projectId, language } = await services.projects.resolve(undefined);
  const find = () => services.knowledge.retrieve({ query: keyword, language, projectId, limit: candidatePassages });
  const found = await find();
  const passages = found.map(({ number, ...passage }) => ({ ...passage, id: String(number) }));
  const request: ComposeRequest = { keyword, articleType: 'guide', targetWordCount, includeFaq: true };
  return { retrieval: await costOf(find), composing: await costOf(async () => compose(request, passages)) };
}
