import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCopydesk, type Copydesk } from '../../src/app.ts';
import { rankPassages } from '../../src/services/knowledge/rank.ts';
import { openStore } from '../../src/db/open.ts';
import { soughtWords } from '../../src/language/retrieval.ts';
import { openBare } from '../db/bare.ts';
import { percentile, round } from './figures.ts';
import { growth } from './growth.ts';
import { fillProject, queries, type Kind } from './search-passages.ts';

/** As many as a writer chooses from. */
const candidates = 200;

/** What costs a search the most: words that very many passages have. */
const common: ReadonlySet<Kind> = new Set(['only common', 'one common', 'question of 20']);

interface Spent {
  kind: Kind;
  wallMs: number;
  cpuMs: number;
}

export interface SearchOptions {
  sizes?: readonly number[];
  asked?: number;
}

export const tiny: SearchOptions = { sizes: [100, 200], asked: 22 };

/** Searches and a writer's retrieval over a growing knowledge base, through the product's own path: `aim` is the p99 in ms at the largest. */
export async function run({ sizes = [1000, 10_000, 100_000], asked = 440 }: SearchOptions = {}): Promise<object> {
  const home = mkdtempSync(join(tmpdir(), 'copydesk-bench-'));
  const desk = await createCopydesk({ home, logLevel: 'silent', now: Date.now });
  try {
    const { id: projectId } = (await desk.call('projects_create', { name: 'Search' })) as { id: string };
    const rows = [];
    let filled = 0;
    for (const size of sizes) {
      fillProject(home, projectId, filled, size);
      rows.push(await measure(desk, home, projectId, size, size - filled, asked));
      filled = size;
    }
    const grown = growth(rows.map(({ passages, search }) => ({ size: passages, value: search.p99 })));
    return { aim: 20, rows, growth: grown, recallAt10: await recall(home, projectId) };
  } finally {
    await desk.close();
    rmSync(home, { recursive: true, force: true });
  }
}

async function measure(desk: Copydesk, home: string, projectId: string, passages: number, added: number, count: number) {
  const began = performance.now();
  await desk.call('knowledge_list', { projectId, q: 'warm' });
  const indexingMs = performance.now() - began;
  const searches: Spent[] = [];
  const retrievals: Spent[] = [];
  const all = queries(count);
  // The first of each kind warms up and does not count.
  for (const [index, { kind, q, tag }] of [...all.slice(0, 22), ...all].entries()) {
    const search = await timed(kind, () => desk.call('knowledge_list', { projectId, q, ...(tag && { tag }) }));
    const retrieval = await timed(kind, () => desk.services.knowledge.retrieve({ query: q, language: 'en', projectId, limit: candidates }));
    if (index >= 22) {
      searches.push(search);
      retrievals.push(retrieval);
    }
  }
  return {
    passages,
    indexedPerSecond: Math.round(added / (indexingMs / 1000)),
    search: { ...figuresOf(searches), cpuByKind: byKind(searches) },
    ofCommonWords: figuresOf(searches.filter(({ kind }) => common.has(kind))),
    retrieve: { ...figuresOf(retrievals), cpuByKind: byKind(retrievals) },
    rssMiB: Math.round(process.memoryUsage.rss() / 1024 / 1024),
    fileMiB: Math.round(statSync(join(home, 'copydesk.db')).size / 1024 / 1024),
    indexMiB: indexSize(home),
  };
}

async function timed(kind: Kind, work: () => Promise<unknown>): Promise<Spent> {
  const cpu = process.cpuUsage();
  const began = performance.now();
  await work();
  const wallMs = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  return { kind, wallMs, cpuMs: (user + system) / 1000 };
}

function figuresOf(spent: readonly Spent[]) {
  const wall = spent.map((one) => one.wallMs);
  const cpu = spent.map((one) => one.cpuMs);
  const at = (values: readonly number[], share: number) => round(percentile(values, share), 1);
  const [p50, p95, p99, max] = [at(wall, 0.5), at(wall, 0.95), at(wall, 0.99), at(wall, 1)];
  return { p50, p95, p99, max, cpuP50: at(cpu, 0.5), cpuP99: at(cpu, 0.99) };
}

/** The median and the most, in ms of CPU. */
function byKind(spent: readonly Spent[]) {
  const cpuOf = (ones: readonly Spent[]) => ones.map((one) => one.cpuMs);
  const groups = Map.groupBy(spent, (one) => one.kind);
  return Object.fromEntries(
    Array.from(groups, ([kind, ones]) => [kind, [0.5, 1].map((share) => round(percentile(cpuOf(ones), share), 1))]),
  );
}

function indexSize(home: string): number {
  const sqlite = openBare(home, { readonly: true });
  const bytes = sqlite.prepare<[], number>("select sum(pgsize) from dbstat where name like 'passages_fts%'").pluck().get()!;
  sqlite.close();
  return round(bytes / 1024 / 1024, 1);
}

/** How many of the ten best passages of a search without any bound are among the ten best of the product's, by kind. */
async function recall(home: string, projectId: string) {
  const store = openStore(home, { pause: async () => {}, log: { warn() {} } as never });
  const sqlite = openBare(home, { readonly: true });
  const exhaustive = sqlite
    .prepare<[string], number>(
      'select rowid from passages_fts where passages_fts match ? order by bm25(passages_fts, 2.0, 2.0, 1.0, 0.0), rowid desc limit 10',
    )
    .pluck();
  const shares = new Map<string, number[]>();
  for (const { kind, q, tag } of queries(132)) {
    const terms = soughtWords(q, 'en', ['de', 'es']).words.flatMap((word) => word.terms);
    if (tag !== undefined || terms.length === 0) continue;
    const best = exhaustive.all(terms.map((term) => `"${projectId.slice(-6)}_${term}"`).join(' OR '));
    const { passages } = await rankPassages(store.db, { query: q, language: 'en', projectId, limit: candidates });
    const found = new Set(passages.slice(0, 10).map((passage) => passage.number));
    if (best.length > 0) shares.set(kind, [...(shares.get(kind) ?? []), best.filter((rowid) => found.has(rowid)).length / best.length]);
  }
  sqlite.close();
  await store.close();
  return Object.fromEntries(Array.from(shares, ([kind, all]) => [kind, round(all.reduce((sum, one) => sum + one, 0) / all.length)]));
}
