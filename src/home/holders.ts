import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A process that has a file open. */
export interface Holder {
  pid: number;
  program: string;
}

/** Of which processes that can be told; more than this are not named. */
const maxNamed = 5;

/**
 * Which other processes have a file open, as far as the system tells (Linux: those of the same user, of all users for root). Locks do not show
 * a process that has opened the file and not read it yet.
 */
export function holdersOf(path: string): Holder[] {
  if (!existsSync('/proc/self/fd')) return [];
  const { dev, ino } = statSync(path);
  const isIt = (link: string) => {
    const found = tried(() => statSync(link));
    return found?.ino === ino && found.dev === dev;
  };
  const others = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const holding = others.filter((pid) => {
    const folder = join('/proc', pid, 'fd');
    return (tried(() => readdirSync(folder)) ?? []).some((name) => isIt(join(folder, name)));
  });
  return holding.slice(0, maxNamed).map((pid) => ({ pid: Number(pid), program: programOf(pid) }));
}

/** Without its arguments: they are nobody's business. */
function programOf(pid: string): string {
  const [program = ''] = (tried(() => readFileSync(join('/proc', pid, 'cmdline'), 'utf8')) ?? '').split('\0');
  return program === '' ? 'unknown' : basename(program);
}

/** A process may end, or belong to another user. */
function tried<Result>(look: () => Result): Result | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
