import { copydesk, readConfig } from '../config.ts';
import { AppError } from '../errors.ts';
import { makeBackup, type Backup } from '../home/backup.ts';
import { restore as restoreHome, type Restored } from '../home/restore.ts';
import { createLog, createSystem, type System } from '../system.ts';
import { explain } from './causes.ts';
import { withDesk, type GlobalFlags } from './desk.ts';
import { interruptible } from './interrupts.ts';
import { note, print, printJson, progressLine } from './terminal.ts';

/** Only the folder itself goes to stdout, so that it can be piped. */
export async function backup({ json, to, ...flags }: GlobalFlags & { to: string }): Promise<void> {
  const { home } = readConfig({ home: flags.home });
  const made = await told('Stopped; there is no backup.', (tell) => makeBackup(home, to, ownSystem(), tell));
  await remember(flags, made);
  if (made.secrets === 'unreadable') note(`The desk itself lacks its key: ${made.problem} The backup has everything else.`);
  if (json) return printJson({ ...made, madeAt: new Date(made.madeAt).toISOString() });
  const key = made.holdsKey
    ? 'the database and the key. It holds the key: whoever has this folder can open every secret in it.'
    : 'the database. The desk has no secret, so there is no key.';
  note(`${megabytes(made.bytes)} were copied and checked: ${key} To restore it: ${copydesk} restore <folder>`);
  print(made.folder);
}

/** Notes it in the desk, so that `doctor` knows how old the last one is. What cannot be noted is a backup all the same. */
async function remember(flags: GlobalFlags, { madeAt, folder, bytes, secrets }: Backup): Promise<void> {
  // To note it in a desk of an older schema would bring that to the newest: a backup changes nothing.
  if (secrets === 'not_checked') return;
  try {
    await withDesk(flags, { logLevel: 'fatal' }, ({ services }) => services.backups.record({ madeAt, folder, bytes }));
  } catch (error) {
    note(`The backup is whole, but the desk could not note it: ${explain(error).message}`);
  }
}

export async function restore(
  from: string,
  { json, withoutSecrets = false, ...flags }: GlobalFlags & { withoutSecrets?: boolean },
): Promise<void> {
  const { home } = readConfig({ home: flags.home });
  const restored = await told('Stopped; nothing was changed.', (tell) => restoreHome(from, home, { withoutSecrets }, ownSystem(), tell));
  if (json) return printJson(restored);
  for (const line of linesOf(restored)) note(line);
  print(restored.home);
}

function linesOf({ home, kept, madeAt, isAlone, problem }: Restored): string[] {
  return [
    `${home} is now as it was ${madeAt === null ? 'in what was restored' : `on ${madeAt}`}.`,
    ...(kept === null ? [] : [`What was there before lies in ${kept}; to go back: ${copydesk} restore ${kept}`]),
    ...(isAlone ? [] : ['The old database was damaged, so it could not be told for certain that no process has it open.']),
    ...(problem === null ? [] : [problem]),
    'What was pending then is done as soon as serve or stdio runs: receivers know deliveries they had before by their ids.',
  ];
}

/** Where the person stops it, it ends with the next step that it tells. */
async function told<Result>(stopped: string, work: (tell: (step: string, share: number) => void) => Promise<Result>): Promise<Result> {
  const line = progressLine();
  try {
    return await interruptible(stopped, (signal) =>
      work((step, share) => {
        signal.throwIfAborted();
        line.show(step, share);
      }),
    );
  } finally {
    line.end();
  }
}

/** The clock and chance, without a desk around them. */
function ownSystem(): System {
  const request = () => Promise.reject(new AppError('internal', 'A backup asks nobody.'));
  return createSystem({ request, log: createLog('warn') });
}

const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;
