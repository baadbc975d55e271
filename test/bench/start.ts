import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { median, round } from './figures.ts';
import { compareSides, within } from './sides.ts';

export interface StartOptions {
  rounds?: number;
  /** Starts without a compile cache. */
  coldRounds?: number;
  /** The script that is started beside the desk. */
  bareScript?: string;
}

export const tiny: StartOptions = { rounds: 1, coldRounds: 1 };

/** Its first start compiles all of it and makes the database; on a machine with much else to do that takes as long as any server's start may. */
const maxStartSeconds = 30;
/** It has little to compile. */
const maxBareSeconds = 15;
/** The process must have ended before the comparison gives up. */
const patienceSeconds = maxBareSeconds + 2;

const bin = fileURLToPath(new URL('../../src/bin.js', import.meta.url));
const initialize = {
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '0' } },
};
/** What a client asks for next: the tools, and a call for which all of the desk is needed. */
const whole = [initialize, { method: 'tools/list' }, { method: 'tools/call', params: { name: 'projects_list' } }];

/** From the spawn to an answer. */
interface Cost {
  wallMs: number;
  cpuMs: number;
}

interface Start {
  answers: { result: unknown }[];
  costs: Cost[];
  rssMiB: number;
}

/**
 * `copydesk stdio` from its spawn to its first answer, to the list of its tools and to the first answer of one of them, beside a bare script that
 * imports what any such server needs and answers as it first does. Both have their code compiled already, kept by Node from an earlier start; cold, neither has.
 */
export async function run({ rounds = 11, coldRounds = 3, bareScript = '../db/start-bare.js' }: StartOptions = {}): Promise<object> {
  const folder = mkdtempSync(join(tmpdir(), 'copydesk-bench-'));
  const bare = fileURLToPath(new URL(bareScript, import.meta.url));
  const warm: Sides = { copydesk: [], bare: [] };
  const cold: Sides = { copydesk: [], bare: [] };
  try {
    const startCopydesk = (cache: string) =>
      start(maxStartSeconds, [bin, 'stdio', '--home', join(folder, 'home')], join(folder, cache), whole);
    const [greeting] = (await startCopydesk('warm')).answers;
    const startBare = (cache: string) => start(maxBareSeconds, [bare, JSON.stringify(greeting!.result)], join(folder, cache), [initialize]);
    const answered = { copydesk: async () => greeting!, bare: async () => (await startBare('warm')).answers[0]! };
    await compareSides(answered, patienceSeconds);
    for (let turn = 0; turn < rounds; turn++) {
      warm.copydesk.push(await startCopydesk('warm'));
      warm.bare.push(await startBare('warm'));
    }
    for (let turn = 0; turn < coldRounds; turn++) {
      cold.copydesk.push(await startCopydesk(`desk-${turn}`));
      cold.bare.push(await startBare(`bare-${turn}`));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { rounds, coldRounds, ...figuresOf(warm), cold: figuresOf(cold), aim: { wallRatio: 1.3, idleMiB: 150 } };
}

type Sides = Record<'copydesk' | 'bare', Start[]>;

function figuresOf({ copydesk, bare }: Sides): object {
  const ratio = (field: keyof Cost) => round(median(copydesk.map((one, index) => one.costs[0]![field] / bare[index]!.costs[0]![field])));
  const [first, list, call] = whole.map((_, index) => costOf(copydesk, index));
  return {
    copydesk: { ...first, list, call, rssMiB: round(median(copydesk.map(({ rssMiB }) => rssMiB))) },
    bare: { ...costOf(bare, 0), rssMiB: round(median(bare.map(({ rssMiB }) => rssMiB))) },
    wallRatio: ratio('wallMs'),
    cpuRatio: ratio('cpuMs'),
  };
}

function costOf(starts: readonly Start[], index: number): Cost {
  const middle = (field: keyof Cost) => round(median(starts.map(({ costs }) => costs[index]![field])));
  return { wallMs: middle('wallMs'), cpuMs: middle('cpuMs') };
}

async function start(maxSeconds: number, args: string[], cache: string, questions: readonly object[]): Promise<Start> {
  const began = performance.now();
  const child = spawn(process.execPath, args, {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
  });
  const exited = once(child, 'exit');
  try {
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const answers: Start['answers'] = [];
    const costs: Cost[] = [];
    for (const question of questions) {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: answers.length + 1, ...question })}\n`);
      const { value } = await within(maxSeconds, args[0]!, lines.next());
      costs.push({ wallMs: performance.now() - began, cpuMs: cpuOf(child.pid!) });
      answers.push(resultIn(value as string | undefined));
    }
    await sleep(500);
    return { answers, costs, rssMiB: memoryOf(child) };
  } finally {
    // Ended so, it keeps what it compiled; what does not end is killed.
    child.stdin.end();
    await within(maxSeconds, 'An end', exited).catch(() => child.kill('SIGKILL'));
  }
}

/** Throws where a side answered with an error: what fails early would look fast. */
function resultIn(line: string | undefined): Start['answers'][number] {
  const answer = JSON.parse(line ?? '{}') as { result?: { isError?: boolean } };
  if (answer.result === undefined || answer.result.isError) throw new Error(`No answer but ${line}.`);
  return { ...answer, result: answer.result };
}

/** User and system time of a process so far, from the kernel's clock ticks (100 a second). */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function memoryOf({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
}
