import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export const bin = fileURLToPath(new URL('../../src/bin.js', import.meta.url));

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a command to its end, with the environment of nobody. */
export async function run(
  args: string[],
  { home, stdin, env = {} }: { home: string; stdin?: string; env?: Record<string, string> },
): Promise<Ended> {
  const child = spawn(process.execPath, [bin, ...args], { env: { PATH: process.env['PATH'], COPYDESK_HOME: home, ...env }, stdio: 'pipe' });
  child.stdin.end(stdin);
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('exit', resolve)),
  ]);
  return { code, stdout, stderr };
}

/** Starts a command that goes on, ended with the test at the latest. */
export function start(args: string[], home: string, env: Record<string, string> = {}): ChildProcess {
  const child = spawn(process.execPath, [bin, ...args], {
    env: { PATH: process.env['PATH'], COPYDESK_HOME: home, ...env },
    // Its stdin stays open: `stdio` ends where that ends.
    stdio: 'pipe',
  });
  onTestFinished(async () => void (await end(child, 'SIGKILL')));
  return child;
}

export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.kill(signal);
  return exited;
}

/** The first line that a child writes. */
export async function firstLine(child: ChildProcess, stream: 'stdout' | 'stderr' = 'stdout'): Promise<string> {
  for await (const line of createInterface({ input: child[stream]! })) return line;
  throw new Error('The process ended without a word.');
}

/** A running `copydesk serve` on a free port. */
export async function startServe(home: string): Promise<{ url: string; child: ChildProcess }> {
  const child = start(['serve', '--port', '0', '--json', '--log-level', 'error'], home);
  return { url: (JSON.parse(await firstLine(child)) as { url: string }).url, child };
}

/** Looks again every 50 ms until the answer is there; the test's own time-out is the limit. */
export async function until<Answer>(look: () => Promise<Answer | undefined>): Promise<Answer> {
  for (;;) {
    const answer = await look();
    if (answer !== undefined) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
