import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const wanted = fileURLToPath(new URL('../peers/', import.meta.url));
/** Beside the product's own packages, not among them: what is only measured is no dependency. */
const folder = fileURLToPath(new URL('../../../node_modules/.cache/bench-peers/', import.meta.url));

/** Loads one of the packages that are measured beside the desk. */
export const loadPeer = createRequire(folder);

/** Installs the packages of `peers/package.json` where its lock file has changed since the last time. Throws where npm cannot. */
export function installPeers(): void {
  if (isInstalled()) return;
  console.error('Installing the packages that the desk is measured beside (once; they become no dependency of it) …');
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(wanted, file), join(folder, file));
  // Not `npm ci`, which refuses a lock file that lacks an optional package for another platform.
  execFileSync('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error'], { stdio: ['ignore', 2, 2] });
  copyFileSync(join(wanted, 'package-lock.json'), installed);
}

/** Written last: an installation that broke off does not count. */
const installed = join(folder, 'installed.json');

function isInstalled(): boolean {
  return existsSync(installed) && readFileSync(installed, 'utf8') === readFileSync(join(wanted, 'package-lock.json'), 'utf8');
}
