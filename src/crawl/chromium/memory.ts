import { readdir, readFile } from 'node:fs/promises';

/**
 * The memory of all processes of a group that belongs to each alone, in bytes. Null where the system does not tell by files (proc(5)).
 */
export async function memoryOfGroup(groupId: number): Promise<number | null> {
  const names = await readdir('/proc').catch(() => []);
  const ids = names.filter((name) => /^\d+$/.test(name));
  if (ids.length === 0) return null;
  const sizes = await Promise.all(ids.map(async (id) => ((await groupOf(id)) === groupId ? ownPages(id) : 0)));
  return sizes.reduce((sum, pages) => sum + pages, 0) * pageBytes;
}

/** Where pages are larger the figure is too low, and the limit of each heap holds alone. */
const pageBytes = 4096;

async function groupOf(id: string): Promise<number> {
  // The program's name stands in brackets and may hold anything.
  const stat = await read(`/proc/${id}/stat`);
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]);
}

async function ownPages(id: string): Promise<number> {
  const [, resident = 0, shared = 0] = (await read(`/proc/${id}/statm`)).split(' ').map(Number);
  return resident - shared;
}

/** Empty once the process is gone. */
function read(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
