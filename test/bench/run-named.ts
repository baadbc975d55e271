import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { figuresIn } from './figure-rows.ts';

/** What a bench or a soak exports. `passed: false` in what it finds, like an error, is a failure. */
export interface Measurement {
  run(options: object, args: readonly string[]): Promise<object>;
  /** Options for which it takes seconds and still does all that it does: its figures mean nothing then. */
  tiny: object;
}

export interface NamedRuns {
  /** The word before a name in what is printed: bench or soak. */
  word: string;
  /** Where each module lies. */
  folder: URL;
  known: readonly string[];
  /** How long one may take before it is ended, in seconds. */
  maxSeconds: { tiny: number; full: number };
}

/**
 * Runs what the command line names, `[tiny] [name] [arguments]`, or all that is known; each in a process of its own, which prints one JSON line. Returns the exit code.
 * One that takes too long is ended with everything it started.
 */
export async function runNamed({ word, folder, known, maxSeconds }: NamedRuns, argv: readonly string[]): Promise<number> {
  const size = argv[0] === 'tiny' ? 'tiny' : 'full';
  const [name, ...args] = size === 'tiny' ? argv.slice(1) : argv;
  if (name !== undefined && !known.includes(name)) {
    console.error(`There is no ${word} ${name}. Known: ${known.join(', ')}.`);
    return 2;
  }
  // Only full sizes are measured: the others may share the machine.
  const atOnce = size === 'tiny' ? 2 : 1;
  const left = (name === undefined ? known : [name]).values();
  let failures = 0;
  const work = async () => {
    for (const one of left) {
      const ended = await runOne([word, one, new URL(`${one}.ts`, folder).href, size, ...args], maxSeconds[size]);
      if (ended === 0) continue;
      failures++;
      console.error(`${word} ${one} ${ended === 'late' ? `did not end within ${maxSeconds[size]} s and was stopped` : 'failed'}.`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return failures === 0 ? 0 : 1;
}

async function runOne(args: readonly string[], maxSeconds: number): Promise<number | 'late'> {
  // A group of its own, so that what it started ends with it.
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  const endAll = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // All have ended by themselves.
    }
  };
  process.once('exit', endAll);
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    endAll();
  }, maxSeconds * 1000);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(timer);
  process.off('exit', endAll);
  endAll();
  return late ? 'late' : (code ?? 1);
}

if (import.meta.main) {
  const [, , word, name, module, size, ...args] = process.argv;
  const { run, tiny } = (await import(module!)) as Measurement;
  const found = await run(size === 'tiny' ? tiny : {}, args);
  // What docs/figures.md takes from it must be there, in small too.
  if (word === 'bench') figuresIn(name!, found);
  console.log(JSON.stringify({ [word!]: name, ...(size === 'tiny' && { tiny: true }), ...found }));
  process.exit('passed' in found && !found.passed ? 1 : 0);
}
