import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../config.ts';
import { cutIn } from '../home/examine.ts';
import type { GlobalFlags } from './desk.ts';
import type { Check } from './doctor/check.ts';
import { checked } from './doctor/check.ts';
import { checkDesk } from './doctor/desk.ts';
import { checkDisk, checkFiles, checkKeyFile, checkPermissions, checkPlace, checkRestores, examined } from './doctor/home.ts';
import { checkPort } from './doctor/port.ts';
import { print, printJson } from './terminal.ts';

/** Checks everything a desk needs and says what to fix. Exit code 1 if something is wrong. Nobody outside this machine is asked. */
export async function doctor({ json, ...flags }: GlobalFlags): Promise<void> {
  const config = readConfig({ home: flags.home });
  const cut = cutIn(config.home);
  // A restore may have been just about to put its database there.
  const made = existsSync(join(config.home, 'copydesk.db')) || cut === 'midway';
  const found = made ? examined(config) : undefined;
  const files = found ? checkFiles(config, found) : [];
  const desk = made ? await checkDesk(config, found?.writtenAt ?? 0) : [checkPlace(config)];
  const isLost = desk.some(({ name, ok }) => name === 'secret' && !ok);
  const machine = [checkDisk(config), checkNode(), ...checkPermissions(config), ...checkKeyFile(config, isLost), await checkPort(config)];
  const checks = [...desk, ...files, ...checkRestores(config, cut, found?.kept ?? []), ...machine];
  if (json) printJson({ ok: checks.every((check) => check.ok), checks });
  else for (const check of checks) print(lineOf(check));
  if (!checks.every((check) => check.ok)) process.exitCode = 1;
}

function lineOf({ ok, name, detail, hint }: Check): string {
  return `${ok ? 'ok  ' : 'FAIL'}  ${name.padEnd(12)}  ${detail}${hint ? `\n      → ${hint}` : ''}`;
}

/** One that is too old does not come this far: bin.js says so. */
function checkNode(): Check {
  return checked('node', `${process.version} on ${process.platform} ${process.arch}`);
}
