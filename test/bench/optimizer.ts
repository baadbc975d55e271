import { scorePage } from '../../src/writing/optimize/score.ts';
import type { OptimizedPage, OptimizeInput } from '../../src/writing/optimize/shapes.ts';
import { words } from '../../src/language/tokens.ts';
import { manualSets, readSet, withSuggestions, type ManualInput } from '../writing/optimize/manual-pages.ts';
import { honestInput } from '../writing/optimize/support.ts';
import { attacksOn, randomText } from '../writing/optimize/variants.ts';
import { median, round } from './figures.ts';
import { growth } from './growth.ts';
import { peakMiB } from './memory.ts';

export interface OptimizerOptions {
  /** In characters, of each of six pages. */
  sizes?: readonly number[];
  rounds?: number;
  given?: readonly ManualInput[];
}

export const tiny: OptimizerOptions = { sizes: [2000, 4000], rounds: 1, given: [{ input: honestInput('wal'), sources: [] }] };

/**
 * CPU of scoring a page against five, at growing lengths (the first round, in a process that has scored nothing yet, is told apart); and of pages of
 * manuals the score as it is, with what it suggests, attacked (the best attack), and of random words; beside the share of the words that are the keyword's.
 */
export async function run({ sizes = [12_500, 25_000, 50_000, 100_000], rounds = 7, given }: OptimizerOptions = {}): Promise<object> {
  const all = given ?? (await Promise.all(manualSets.map(readSet))).filter((one) => one !== undefined);
  if (all.length === 0) return { skipped: `Install ${[...new Set(manualSets.map((set) => set.package))].join(' and ')}.` };
  const text = all.flatMap(({ input, sources }) => [input.page, ...input.competitors, ...sources]).map(({ markdown }) => markdown).join('\n\n'); // prettier-ignore
  const cpu: { characters: number; firstMs: number; ms: number }[] = [];
  for (const characters of sizes) {
    const taken: number[] = [];
    for (let turn = 0; turn <= rounds; turn++) taken.push(await cpuOf(cutFrom(text, characters, all[0]!.input)));
    cpu.push({ characters, firstMs: round(taken[0]!, 0), ms: round(median(taken.slice(1)), 0) });
  }
  const scores = [];
  for (const one of all) scores.push(await scoresOf(one));
  const growthOfCpu = growth(cpu.map(({ characters, ms }) => ({ size: characters, value: ms })));
  return { cpu, growth: growthOfCpu, peakMiB: round(peakMiB(), 0), scores };
}

/** Six pages of the length, one after the other from the text. */
function cutFrom(text: string, characters: number, input: OptimizeInput): OptimizeInput {
  const pages = Array.from({ length: 6 }, (_, index): OptimizedPage => {
    const start = (index * characters) % Math.max(1, text.length - characters);
    return { ...input.page, url: `https://page.example/${index}`, markdown: text.slice(start, start + characters) };
  });
  return { ...input, page: pages[0]!, competitors: pages.slice(1) };
}

async function cpuOf(input: OptimizeInput): Promise<number> {
  const began = process.threadCpuUsage();
  await scorePage(input);
  const { user, system } = process.threadCpuUsage(began);
  return (user + system) / 1000;
}

async function scoresOf(given: ManualInput): Promise<object> {
  const { input } = given;
  const scoreOf = async (page: OptimizedPage) => (await scorePage({ ...input, page })).score;
  const honest = await scorePage(input);
  const attacks: { name: string; score: number; density: number }[] = [];
  for (const { name, page } of attacksOn(input, honest)) {
    attacks.push({ name, score: await scoreOf(page), density: densityOf(page, input.keyword) });
  }
  const vocabulary = words(input.competitors.map(({ markdown }) => markdown).join('\n').toLowerCase()); // prettier-ignore
  return {
    keyword: input.keyword,
    honest: honest.score,
    suggested: await scoreOf(withSuggestions(given, honest)),
    attacked: Math.max(...attacks.map(({ score }) => score)),
    random: await scoreOf({ ...input.page, markdown: randomText(input.page, input.language, vocabulary) }),
    byDensity: {
      honest: densityOf(input.page, input.keyword),
      attacked: Math.max(...attacks.map(({ density }) => density)),
    },
  };
}

/** What a count of the keyword alone would say: its share of all words. */
function densityOf({ markdown }: OptimizedPage, keyword: string): number {
  const mentions = markdown.toLowerCase().split(keyword.toLowerCase()).length - 1;
  return round((mentions * words(keyword).length) / words(markdown).length, 4);
}
