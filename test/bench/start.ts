import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { median, round } from './figures.ts';

const rounds = 11;
const bin = fileURLToPath(new URL('../../src/bin.js', import.meta.url));
const bare = fileURLToPath(new URL('start-bare.js', import.meta.url));
const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '0' } },
});

interface Start {
  wallMs: number;
  cpuMs: number;
  rssMiB: number;
}

/** `copydesk stdio` from its spawn to its first answer, beside a bare script that only imports what any such server needs. */
export async function bench(): Promise<object> {
  const home = mkdtempSync(join(tmpdir(), 'copydesk-bench-'));
  const copydesk: Start[] = [];
  const floor: Start[] = [];
  try {
    for (let turn = -1; turn < rounds; turn++) {
      const ours = await start([bin, 'stdio', '--home', home]);
      const theirs = await start([bare]);
      if (turn < 0) continue;
      copydesk.push(ours);
      floor.push(theirs);
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  return {
    rounds,
    copydesk: medians(copydesk),
    bare: medians(floor),
    wallRatio: round(median(copydesk.map((one, index) => one.wallMs / floor[index]!.wallMs))),
    cpuRatio: round(median(copydesk.map((one, index) => one.cpuMs / floor[index]!.cpuMs))),
    aim: { wallRatio: 1.5, idleMiB: 150 },
  };
}

async function start(args: string[]): Promise<Start> {
  const began = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.write(`${initialize}\n`);
  await once(createInterface({ input: child.stdout }), 'line');
  const wallMs = performance.now() - began;
  const cpuMs = cpuOf(child.pid!);
  await sleep(500);
  const rssMiB = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) / 1024;
  child.stdin.end();
  child.kill('SIGTERM');
  await new Promise((resolve) => child.once('exit', resolve));
  return { wallMs, cpuMs, rssMiB };
}

/** User and system time of a process so far, from the kernel's clock ticks (100 a second). */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function medians(starts: Start[]): Start {
  return {
    wallMs: round(median(starts.map((one) => one.wallMs))),
    cpuMs: round(median(starts.map((one) => one.cpuMs))),
    rssMiB: round(median(starts.map((one) => one.rssMiB))),
  };
}
