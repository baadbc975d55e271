import { spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { mkdtemp, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system with little room. */
export interface SmallDisk {
  path: string;
  /** Takes all the room there is. */
  fill(): void;
  makeRoom(): void;
  remove(): Promise<void>;
}

/** Undefined where this user may not mount one. */
export async function mountSmallDisk(mebibytes: number): Promise<SmallDisk | undefined> {
  const path = await mkdtemp(join(tmpdir(), 'copydesk-disk-'));
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', path]).status !== 0) {
    await rmdir(path);
    return undefined;
  }
  const filler = join(path, 'filler');
  return {
    path,
    fill: () => writeUntilFull(filler),
    makeRoom: () => rmSync(filler),
    async remove() {
      // Lazily: a process that has just been killed may hold it a moment longer.
      spawnSync('umount', ['--lazy', path]);
      await rmdir(path);
    },
  };
}

function writeUntilFull(file: string): void {
  const descriptor = openSync(file, 'w');
  try {
    for (const chunk = Buffer.alloc(4096); ;) writeSync(descriptor, chunk);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(descriptor);
  }
}
