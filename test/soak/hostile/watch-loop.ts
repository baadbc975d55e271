import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** A time in which a desk's event loop did nothing else. */
export interface Hold {
  /** When it ended, in milliseconds since the epoch. */
  at: number;
  /** By the clock; other processes' work counts too. */
  ms: number;
  /** Of the processor, by this thread. */
  cpuMs: number;
}

const everyMs = 5;
const minMs = 20;

// Loaded with --import into a desk, it notes each hold in the file that SOAK_HOLDS names.
const file = process.env['SOAK_HOLDS'];
if (file && isMainThread) {
  let last = performance.now();
  let lastCpu = cpu();
  setInterval(() => {
    const [now, nowCpu] = [performance.now(), cpu()];
    const ms = Math.round(now - last - everyMs);
    if (ms >= minMs)
      appendFileSync(file, `${JSON.stringify({ at: Date.now(), ms, cpuMs: Math.round(nowCpu - lastCpu) } satisfies Hold)}\n`);
    [last, lastCpu] = [performance.now(), cpu()];
  }, everyMs).unref();
}

function cpu(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
