import { readdirSync, readFileSync } from 'node:fs';

/** The memory that a process and all it started hold, in MB: what they share counts once for each. Linux only; else 0. */
export function megabytesOf(pid: number): number {
  let kilobytes = 0;
  for (const one of [pid, ...descendants(pid)]) {
    kilobytes += Number(/VmRSS:\s+(\d+)/.exec(read(`/proc/${one}/status`))?.[1] ?? 0);
  }
  return Math.round(kilobytes / 1024);
}

function descendants(pid: number): number[] {
  let threads: string[] = [];
  try {
    threads = readdirSync(`/proc/${pid}/task`);
  } catch {
    // It has ended.
  }
  const children = threads.flatMap((thread) => read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number));
  return children.flatMap((child) => [child, ...descendants(child)]);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
