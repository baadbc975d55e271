import { performance } from 'node:perf_hooks';
import { clusterLexically } from '../../src/keywords/clusters.ts';
import { intentOf } from '../../src/keywords/intent.ts';
import { mergeSame } from '../../src/keywords/merge.ts';
import { keywordTerms, nearnessOf } from '../../src/language/similar-keyword.ts';
import { createSystem } from '../../src/system.ts';
import { agreement, baselines, intentFigures, labelledIntents, labelledSubjects } from '../keywords/labelled.ts';
import { median, round } from './figures.ts';
import { growth } from './growth.ts';
import { peakMiB } from './memory.ts';
import { generator } from './random.ts';

export interface KeywordClustersOptions {
  sizes?: readonly number[];
  /** How many are compared each with each, for comparison. */
  naive?: number;
  repeats?: number;
}

export const tiny: KeywordClustersOptions = { sizes: [50, 100], naive: 100, repeats: 1 };

/**
 * Merging, intent and lexical clusters of many keywords: seconds, memory and how both grow; beside it, comparing each with each. And how good both are
 * on keywords that were labelled by hand, beside what takes no thought.
 */
export async function run({ sizes = [1_000, 10_000], naive = 1_000, repeats = 3 }: KeywordClustersOptions = {}): Promise<object> {
  const rows = [];
  for (const size of sizes) rows.push(await measured(size, repeats));
  const began = performance.now();
  const pairs = eachWithEach(generated(naive));
  const naiveMs = round(performance.now() - began, 0);
  const growthOfCpu = growth(rows.map((row) => ({ size: row.keywords, value: row.cpuMs })));
  return { rows, growth: growthOfCpu, naive: { keywords: naive, nearPairs: pairs, ms: naiveMs }, ...(await quality()) };
}

async function measured(size: number, repeats: number) {
  const { turns } = createSystem({ request: () => Promise.reject(new Error('no network')), log: undefined as never });
  const keywords = generated(size);
  const walls: number[] = [];
  const cpus: number[] = [];
  let outcome = {};
  for (let at = 0; at < repeats; at++) {
    const began = performance.now();
    const cpu = process.cpuUsage();
    const { kept, merged } = await mergeSame(keywords, 'en');
    for (const keyword of kept) intentOf(keyword, { language: 'en' });
    const clusters = await clusterLexically(
      kept.map((keyword) => ({ keyword })),
      'en',
      { turn: turns() },
    );
    const { user, system } = process.cpuUsage(cpu);
    walls.push(performance.now() - began);
    cpus.push((user + system) / 1000);
    // After the first time: what is let go lies about until the memory is needed.
    if (at === 0) outcome = { merged: merged.length, clusters: clusters.length, peakMiB: round(peakMiB(), 0) };
  }
  return { keywords: size, ...outcome, wallMs: round(median(walls), 0), cpuMs: round(median(cpus), 0) };
}

const subjects =
  'bread,starter,oven,flour,yeast,loaf,crust,pan,mixer,proofing,scale,recipe box,rye,spelt,baguette,pizza stone,dough,lame,basket,brotform';
const aspects =
  'cost,size,temperature,time,cleaning,storage,brand,material,weight,repair,recipe,temperature chart,substitute,hydration,calories,mistakes,conversion,timer,ratio,history';
const frames =
  'how to {a} {s},best {s} for {a},{s} {a},{a} of {s},cheap {s} {a},buy {s} {a} online,why does {s} {a} matter,{s} vs {t} {a},{a} {s} for beginners,{s} {a} {n}';

/** Keywords as tools suggest them: few frames, a long tail of names. */
function generated(count: number): string[] {
  const random = generator(7);
  const pick = <One>(list: readonly One[]) => list[Math.floor(random() ** 1.5 * list.length)]!;
  const names = Array.from({ length: Math.ceil(count / 25) }, (_, at) => `${pick(subjects.split(','))} ${syllables(at)}`);
  const fill = (frame: string) =>
    frame
      .replace('{a}', pick(aspects.split(',')))
      .replace('{s}', pick(names))
      .replace('{t}', pick(names))
      .replace('{n}', String(2020 + Math.floor(random() * 7)));
  return Array.from({ length: count }, () => fill(pick(frames.split(','))));
}

function syllables(number: number): string {
  const all = ['ba', 'ko', 'ri', 'mu', 'te', 'lo', 'sa', 'ni', 'fe', 'du'];
  return [...String(number)].map((digit) => all[Number(digit)]!).join('');
}

function eachWithEach(keywords: readonly string[]): number {
  const terms = keywords.map((keyword) => keywordTerms(keyword, 'en'));
  let near = 0;
  for (const [at, one] of terms.entries()) for (const other of terms.slice(at + 1)) if (nearnessOf(one, other) > 0.5) near++;
  return near;
}

async function quality(): Promise<object> {
  const clusters = { ...(await grouped('clusters')), ...(await grouped('unseen-clusters')) };
  return { intent: told('intents.txt'), intentUnseen: told('unseen-intents.txt'), clusters };
}

function told(file: string): object {
  const { reliability, count, right, macroF1, asked } = intentFigures(labelledIntents(file));
  const shares = reliability.map((bin) => ({ ...bin, right: round(bin.right, 3) }));
  return { count, right: round(right, 3), macroF1: round(macroF1, 3), asked: round(asked, 3), shares };
}

async function grouped(folder: string): Promise<Record<string, object>> {
  const figures: Record<string, object> = {};
  for (const { name, language, clusters } of labelledSubjects(folder)) {
    const keywords = clusters.flat();
    const found = await clusterLexically(
      keywords.map((keyword) => ({ keyword })),
      language,
    );
    const groups = found.map((cluster) => cluster.keywords);
    const f1 = (some: readonly (readonly string[])[]) => round(agreement(some, clusters).f1, 3);
    const others = Object.entries(baselines(keywords, language)).map(([which, some]) => [which, f1(some)] as const);
    figures[name] = { f1: f1(groups), purity: round(agreement(groups, clusters).purity, 3), ...Object.fromEntries(others) };
  }
  return figures;
}
