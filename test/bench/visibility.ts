import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Visibility } from '../../schema/ai-visibility.ts';
import { createCopydesk } from '../../src/app.ts';
import { openBare } from '../db/bare.ts';
import { watchTurns } from '../support/turns.ts';
import { median, percentile, round } from './figures.ts';
import { growth } from './growth.ts';
import { makeAnswers } from './visibility-rows.ts';

export interface VisibilityOptions {
  /** Answers of 60 days; each number is a desk of its own. */
  sizes?: readonly number[];
  prompts?: number;
  /** How often the figures are asked for. */
  asks?: number;
}

export const tiny: VisibilityOptions = { sizes: [200, 2_000], prompts: 20, asks: 2 };

/**
 * All figures of three brands over the answers of two periods, with intervals and changes: what they cost to compute, how long they hold the event loop, and how that
 * grows; beside the plain way, all sums by one `GROUP BY` without intervals.
 */
export async function run({ sizes = [1_000, 10_000, 100_000], prompts = 100, asks = 15 }: VisibilityOptions = {}): Promise<object> {
  const found: Measured[] = [];
  for (const answers of sizes) found.push(await measured(answers, prompts, asks));
  const growthOf = (cpuOf: (one: Measured) => Cpu) => growth(found.map((one) => ({ size: one.answers, value: cpuOf(one).p50 })));
  const reports = Object.keys(beside).map((name) => [name, growthOf((one) => one.reports[name]!.cpuMs)]);
  return { sizes: found, growth: { figures: growthOf((one) => one.cpuMs), reports: Object.fromEntries(reports) } };
}

type Cpu = Record<'p50' | 'p99', number>;
type Measured = Awaited<ReturnType<typeof measured>>;

async function measured(answers: number, promptCount: number, asks: number) {
  const home = mkdtempSync(join(tmpdir(), 'copydesk-bench-'));
  const desk = await createCopydesk({ home, logLevel: 'silent' });
  const bare = openBare(home);
  try {
    const { data } = (await desk.call('projects_list', {})) as { data: { id: string }[] };
    const projectId = data[0]!.id;
    await desk.call('projects_update', { id: projectId, brandTerms: ['Pumpworks'] });
    const brands = ['own'];
    for (const name of ['Rival', 'Other']) brands.push(await addCompetitor(desk, name));
    const prompts = await addPrompts(desk, promptCount);
    makeAnswers(bare, { projectId, prompts, brands, answers, now: Date.now() });
    const report = await spent(asks, async () => (await desk.call('ai_visibility_get', {})) as Visibility);
    const { since, until } = report.last.period;
    const plain = await spent(Math.min(asks, 5), async () => bare.prepare(plainSql).all(Date.parse(since), Date.parse(until)) as Plain[]);
    checkSame(report.last, plain.last);
    const reports: Record<string, { cpuMs: Cpu; holdCpuMs: number }> = {};
    for (const [name, operation] of Object.entries(beside)) {
      const { cpu, holdCpuMs } = await spent(Math.min(asks, 5), () => desk.call(operation, {}));
      reports[name] = { cpuMs: cpu, holdCpuMs };
    }
    return { answers, counted: report.last.answers, cpuMs: report.cpu, holdCpuMs: report.holdCpuMs, plainCpuMs: plain.cpu, reports };
  } finally {
    bare.close();
    await desk.close();
    rmSync(home, { recursive: true, force: true });
  }
}

/** What else is computed from the same answers. */
const beside = {
  citations: 'ai_visibility_citations',
  sources: 'ai_visibility_sources',
  sentiment: 'ai_visibility_sentiment',
  gaps: 'content_gaps_list',
  advice: 'content_gaps_analyze',
};

type Desk = Awaited<ReturnType<typeof createCopydesk>>;

async function addCompetitor(desk: Desk, name: string): Promise<string> {
  return ((await desk.call('competitors_add', { name, domain: `${name.toLowerCase()}.example` })) as { id: string }).id;
}

async function addPrompts(desk: Desk, count: number): Promise<string[]> {
  const texts = Array.from({ length: count }, (_, at) => `Which pump is the best for house number ${at}?`);
  const { prompts } = (await desk.call('prompts_create', { prompts: texts })) as { prompts: { id: string }[] };
  return prompts.map(({ id }) => id);
}

async function spent<Answer>(asks: number, ask: () => Promise<Answer>) {
  const milliseconds: number[] = [];
  let last = await ask();
  const longestTurn = watchTurns();
  for (let nth = 0; nth < asks; nth++) {
    const began = process.threadCpuUsage();
    last = await ask();
    const { user, system } = process.threadCpuUsage(began);
    milliseconds.push((user + system) / 1000);
    await nextTurn();
  }
  const cpu = { p50: round(median(milliseconds)), p99: round(percentile(milliseconds, 0.99)) };
  return { last, cpu, holdCpuMs: round(longestTurn()) };
}

interface Plain {
  brand: string;
  mentioned: number;
}

const plainSql = `select brand, sum(mentioned) as mentioned from (
    select prompt_id, engine, surface, brand, count(position) as mentioned, sum(mentions), sum(position), sum(sentiment * sentiment_count),
      sum(sentiment_count), sum(prominence), sum(cited)
    from ai_answer_brands where asked_at between ? and ? group by prompt_id, engine, surface, brand)
  group by brand`;

/** Both must find the same answers that name each brand. */
function checkSame({ brands, answers }: Visibility, plain: readonly Plain[]): void {
  for (const { brand, mentioned } of plain) {
    const share = brands.find((one) => one.brand === brand)?.visibility.value ?? Number.NaN;
    if (Math.abs(share - mentioned / answers) > 0.0001) throw new Error('The figures answer otherwise than the plain rows.');
  }
}
