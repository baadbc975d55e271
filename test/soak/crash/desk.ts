import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { FastClock } from './clock.ts';

const bin = fileURLToPath(new URL('../../../src/bin.js', import.meta.url));
const fastClock = new URL('fast-clock.ts', import.meta.url).href;

const running = new Set<ChildProcess>();
// None outlives a soak that was ended from outside.
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** A `copydesk serve` of its own. */
export interface RunningDesk {
  process: ChildProcess;
  /** Where it listens; rejects where it ended before it did. */
  url: Promise<string>;
  /** Sends the signal and returns the exit code, or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | string>;
  /** What it has logged so far. */
  log(): { level: number; msg: string }[];
}

export interface DeskOptions {
  home: string;
  clock?: FastClock;
  /** Modules to load before the desk. */
  imports?: string[];
  /** Further settings, as environment variables. */
  env?: Record<string, string>;
}

export function startDesk({ home, clock, imports = [], env = {} }: DeskOptions): RunningDesk {
  const loaded = clock && clock.speed !== 1 ? [fastClock, ...imports] : imports;
  const preload = loaded.flatMap((url) => ['--import', url]);
  const child = spawn(process.execPath, [...preload, bin, 'serve', '--port', '0', '--json', '--log-level', 'warn'], {
    env: { PATH: process.env['PATH'], COPYDESK_HOME: home, ...(clock && { SOAK_CLOCK: JSON.stringify(clock) }), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const ended = once(child, 'exit').then(([code, signal]) => {
    running.delete(child);
    return (code ?? signal) as number | string;
  });
  const url = firstLine(child).then((line) => (JSON.parse(line) as { url: string }).url);
  const lines: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => void lines.push(line));
  // Most are killed before anybody asks.
  url.catch(() => {});
  return {
    process: child,
    url,
    async end(signal) {
      child.kill(signal);
      return ended;
    },
    log: () => lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line) as { level: number; msg: string }),
  };
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: stdout! })) return line;
  throw new Error('The desk ended before it listened.');
}
