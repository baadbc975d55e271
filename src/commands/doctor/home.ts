import { existsSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { copydesk, type Config } from '../../config.ts';
import { causeCode } from '../../errors.ts';
import { cutIn, damageIn, examine, roomAt, type Cut, type Examined } from '../../home/examine.ts';
import { checked, counted, limits, mebibytes, type Check } from './check.ts';

/** Whether the home could be created, without creating it. Only a temporary probe folder gives the right answer on every file system. */
export function checkPlace({ home }: Config): Check {
  const place = placeOf(home);
  try {
    rmdirSync(mkdtempSync(join(place, '.copydesk-probe-')));
    const missing = place === home ? `${home} holds no database yet` : `${home} does not exist yet`;
    return checked('database', `${missing}; it is made when first needed`);
  } catch (error) {
    const why = statSync(place).isDirectory()
      ? `nothing can be made in ${place} (${causeCode(error)})`
      : `${place} is a file, not a folder`;
    return checked(
      'database',
      `the home ${home} cannot be used: ${why}`,
      'Mend that, or choose another folder with --home or COPYDESK_HOME.',
    );
  }
}

/** The nearest folder that is there. */
function placeOf(home: string): string {
  let place = home;
  while (!existsSync(place)) place = dirname(place);
  return place;
}

export function checkDisk({ home }: Config): Check {
  const room = roomAt(placeOf(home));
  const detail = `${mebibytes(room)} free for ${home}`;
  if (room >= limits.minRoomBytes) return checked('disk', detail);
  return checked('disk', `${detail}: less than ${mebibytes(limits.minRoomBytes)}`, 'Make room: without any, nothing new can be kept.');
}

/** What the files say, before a desk opens them. */
export function checkFiles({ home }: Config, found: Examined): Check[] {
  const damage = damageIn(home);
  const whole = checked('integrity', `no damage was found in ${mebibytes(found.bytes)}`);
  const integrity =
    damage[0] === undefined
      ? whole
      : checked(
          'integrity',
          `the database is damaged: ${damage[0]}`,
          `Stop the desk, then restore the last good backup: ${copydesk} restore <folder>`,
        );
  return [integrity, checkSchema(found)];
}

function checkSchema({ schemaVersion, newestVersion }: Examined): Check {
  if (schemaVersion === newestVersion) return checked('migrations', `none is due: the schema is the newest (${newestVersion})`);
  // A newer one is told by opening it.
  return checked('migrations', `the schema was ${schemaVersion}; it is ${newestVersion} now that the database was opened`);
}

/** What restores have left in the home, and what became of it now that a desk was opened on the home. */
export function checkRestores({ home }: Config, cut: Cut, kept: readonly string[]): Check[] {
  const name = 'restores';
  if (cut !== null && cutIn(home) === cut)
    return [checked(name, `a restore is under way, or was cut short ${cut}: then the next command that opens the home ends it`)];
  if (cut === 'midway') return [checked(name, 'a restore was cut short midway; it was brought to its end now')];
  if (cut !== null) return [checked(name, `a restore was cut short ${cut}; what it left was removed now, so repeat it`)];
  if (kept.length === 0) return [];
  const what = `${counted(kept.length, 'folder', 'folders')} of what restores replaced, such as ${join(home, kept[0]!)}`;
  return [checked('restores', `${what}; remove what is needed no more`)];
}

/** Of a file that is gone, `secret` tells already. */
export function checkKeyFile({ home }: Config, isLost: boolean): Check[] {
  const path = join(home, 'copydesk.key');
  const stat = existsSync(path) ? statSync(path) : undefined;
  if (!stat) return isLost ? [] : [checked('key file', 'not needed yet')];
  const open = (stat.mode & 0o077) !== 0 && process.platform !== 'win32';
  if (open) return [checked('key file', 'others on this machine can read it', `chmod 600 ${path}`)];
  return [checked('key file', 'readable by its owner alone')];
}

/** Others may look into the folder only if the files in it are closed to them; nobody else may put files there. */
export function checkPermissions({ home }: Config): Check[] {
  if (process.platform === 'win32' || !existsSync(home)) return [];
  const folder = statSync(home).mode;
  const database = statSync(join(home, 'copydesk.db'), { throwIfNoEntry: false })?.mode ?? 0;
  const mend = `chmod 700 ${home}`;
  if ((folder & 0o022) !== 0) return [checked('home', 'others on this machine can put files into it', mend)];
  if ((folder & 0o011) !== 0 && (database & 0o044) !== 0)
    return [checked('home', 'others on this machine can read the database in it', mend)];
  return [checked('home', 'closed to others on this machine')];
}

/** What the files of a home say; where they cannot be read, opening them tells why. */
export function examined({ home }: Config): Examined | undefined {
  try {
    return examine(home);
  } catch {
    return undefined;
  }
}
