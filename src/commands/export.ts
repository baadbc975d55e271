import { resolve } from 'node:path';
import type { Copydesk } from '../app.ts';
import { copydesk } from '../config.ts';
import { AppError } from '../errors.ts';
import { withDesk, type GlobalFlags } from './desk.ts';
import { inFlags } from './flags.ts';
import { interruptible } from './interrupts.ts';
import { note, printJson, progressLine } from './terminal.ts';

/** Writes a project to a file that did not exist. Rejects with `Stopped` where the person ends it; then there is no file. */
export async function exportToFile(named: string | undefined, { json, to, ...flags }: GlobalFlags & { to: string }): Promise<void> {
  await withDesk(flags, {}, async (desk) => {
    const line = progressLine();
    const { projectId, path } = { projectId: await projectNamed(desk, named), path: resolve(to) };
    const request = { projectId, path, tell: line.show };
    const done = await interruptible('Stopped; there is no file.', (signal) =>
      desk.services.portability.export({ ...request, signal }),
    ).finally(line.end);
    if (json) return printJson(done);
    note(`${done.name} is in ${path} (${megabytes(done.bytes)}), without secrets. Only you may read the file.`);
    note(`Import it into another desk with: ${copydesk} import <file>`);
  });
}

/** Imports a project, all of it or nothing. */
export async function importFromFile(file: string, { json, asCopy = false, ...flags }: GlobalFlags & { asCopy?: boolean }): Promise<void> {
  await withDesk(flags, {}, async (desk) => {
    if (desk.config.readOnly)
      throw new AppError('conflict', 'This desk is read-only.', { hint: 'Unset COPYDESK_READ_ONLY, and import again.' });
    const line = progressLine();
    const request = { path: resolve(file), asCopy, tell: line.show };
    const done = await interruptible('Stopped; nothing was imported.', (signal) =>
      desk.services.portability.import({ ...request, signal }),
    ).finally(line.end);
    if (json) return printJson(done);
    note(`${done.name} is here, as ${done.projectId}.`);
    if (done.work > 0)
      note(`${done.work} ${done.work === 1 ? 'thing goes' : 'things go'} on here that waited there: see ${copydesk} call jobs_list.`);
    note('Secrets did not come along: set them again with integrations_set, and the publishing webhook with publishing_webhook_set.');
  });
}

/** By its id or its name; the only one where none is named. */
async function projectNamed(desk: Copydesk, named: string | undefined): Promise<string> {
  const { projects } = desk.services;
  try {
    return (await projects.resolve(await projects.idOf(named))).id;
  } catch (error) {
    throw inFlags(error, ['projects_list'], { project_required: `Name one: ${copydesk} export <project> --to <file>` });
  }
}

const megabytes = (bytes: number) => (bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);
