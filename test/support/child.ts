import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export interface Child {
  process: ChildProcessByStdio<Writable, Readable, null>;
  /** The next line that it prints. Rejects where it ends first. */
  line(): Promise<string>;
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | string>;
}

/** A real process that runs a script of the tests; it is killed when the test is over. */
export function startScript(script: URL, args: readonly string[]): Child {
  const spawned = spawn(process.execPath, [fileURLToPath(script), ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<number | string>((resolve) => {
    spawned.once('exit', (code, signal) => resolve(code ?? signal ?? 'ended'));
  });
  const lines = createInterface({ input: spawned.stdout })[Symbol.asyncIterator]();
  onTestFinished(async () => {
    spawned.kill('SIGKILL');
    await ended;
  });
  return {
    process: spawned,
    ended,
    async line() {
      const { value, done } = await lines.next();
      if (done) throw new Error(`${fileURLToPath(script)} ended without a word.`);
      return value;
    },
  };
}
