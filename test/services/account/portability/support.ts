import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Project } from '../../../../schema/projects.ts';
import { exportOf, filesIn, newFile, type Files } from '../../../support/archives.ts';
import { planOfAll, plant } from '../../../support/planted.ts';
import { rowsOf } from '../../../support/rows.ts';
import { createTestApp, type TestApp } from '../../../support/test-app.ts';

interface Made {
  archive: Buffer;
  files: Files;
  /** Of the project. */
  id: string;
}

let made: Promise<Made> | undefined;

/** A whole archive, with a few rows of every table. */
export function madeArchive(): Promise<Made> {
  return (made ??= make());
}

async function make(): Promise<Made> {
  const app = await createTestApp({ id: undefined });
  const { id } = ((await app.desk.call('projects_list')) as { data: Project[] }).data[0]!;
  await plant(rowsOf(app.home), await planOfAll(), id, 3, 2);
  const path = await exportOf(app.desk, id);
  return { archive: readFileSync(path), files: await filesIn(path), id };
}

/** What a desk holds in all tables that an import writes to. */
export async function contents({ home }: TestApp): Promise<string> {
  const rows = rowsOf(home);
  const all: unknown[] = [];
  for (const { table } of (await planOfAll()).tables) all.push(table, await rows.all(table));
  return JSON.stringify([all, await rows.all('work', "kind <> 'maintenance'"), await rows.all('leases')]);
}

/** A desk that takes none of these archives. */
export async function refusing() {
  const { archive, files, id } = await madeArchive();
  const app = await createTestApp({ id: undefined });
  const before = await contents(app);
  const refuses = async (path: string, message: RegExp, asCopy = false): Promise<void> => {
    await expect(app.desk.services.portability.import({ path, asCopy })).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(message),
    });
    expect(await contents(app)).toBe(before);
  };
  return { refuses, archive, files, id, app };
}

export const written = (bytes: Buffer, path = newFile()) => {
  writeFileSync(path, bytes);
  return path;
};
