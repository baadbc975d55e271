import { spawn } from 'node:child_process';
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
  /** The script that is started beside the desk. */
  bareScript?: string;
}

export const tiny: StartOptions = { rounds: 1 };

/** Its first start compiles all of it and makes the database; on a machine with much else to do that takes as long as any server's start may. */
const maxStartSeconds = 30;
/** It has little to compile. */
const maxBareSeconds = 15;
/** The process must have ended before the comparison gives up. */
const patienceSeconds = maxBareSeconds + 2;

const bin = fileURLToPath(new URL('../../src/bin.js', import.meta.url));
const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '0' } },
});

interface Start {
  answer: unknown;
  wallMs: number;
  cpuMs: number;
  rssMiB: number;
}

/** `copydesk stdio` from its spawn to its first answer, beside a bare script that imports what any such server needs and says the same of itself. */
export async function run({ rounds = 11, bareScript = '../db/start-bare.js' }: StartOptions = {}): Promise<object> {
  const home = mkdtempSync(join(tmpdir(), 'copydesk-bench-'));
  const bare = fileURLToPath(new URL(bareScript, import.meta.url));
  const samples: Record<'copydesk' | 'bare', Start[]> = { copydesk: [], bare: [] };
  try {
    const startCopydesk = () => start(maxStartSeconds, [bin, 'stdio', '--home', home]);
    const { answer } = await startCopydesk();
    const startBare = () => start(maxBareSeconds, [bare, JSON.stringify((answer as { result: unknown }).result)]);
    await compareSides({ copydesk: async () => answer, bare: async () => (await startBare()).answer }, patienceSeconds);
    for (let turn = 0; turn < rounds; turn++) {
      samples.copydesk.push(await startCopydesk());
      samples.bare.push(await startBare());
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  const ratio = (field: 'wallMs' | 'cpuMs') =>
    round(median(samples.copydesk.map((one, index) => one[field] / samples.bare[index]![field])));
  return {
    rounds,
    copydesk: medians(samples.copydesk),
    bare: medians(samples.bare),
    wallRatio: ratio('wallMs'),
    cpuRatio: ratio('cpuMs'),
    aim: { wallRatio: 1.5, idleMiB: 150 },
  };
}

async function start(maxSeconds: number, args: string[]): Promise<Start> {
  const began = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  try {
    child.stdin.write(`${initialize}\n`);
    const [line] = (await within(maxSeconds, args[0]!, once(createInterface({ input: child.stdout }), 'line'))) as [string];
    const wallMs = performance.now() - began;
    const cpuMs = cpuOf(child.pid!);
    await sleep(500);
    const rssMiB = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) / 1024;
    return { answer: JSON.parse(line), wallMs, cpuMs, rssMiB };
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
}

/** User and system time of a process so far, from the kernel's clock ticks (100 a second). */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function medians(starts: Start[]): Omit<Start, 'answer'> {
  return {
    wallMs: round(median(starts.map((one) => one.wallMs))),
    cpuMs: round(median(starts.map((one) => one.cpuMs))),
    rssMiB: round(median(starts.map((one) => one.rssMiB))),
  };
}
