import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { temporaryHome } from '../../support/home.ts';

export interface Check {
  scenario: string;
  id: string;
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'INFO' | 'SKIPPED';
}

const entry = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));

/** Everything that the suite checks of a server for a revision of the protocol, in the order of names. */
export async function runSuite(url: string, revision: string): Promise<Check[]> {
  const results = temporaryHome();
  const args = [entry, 'server', '--url', url, '--requirements', revision, '--output-dir', results];
  const child = spawn(process.execPath, args, { cwd: results, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill());
  const [words, faults] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (!words.includes('=== SUMMARY ===')) throw new Error(`The suite broke off: ${words}${faults}`);
  return readdirSync(results)
    .filter((folder) => existsSync(join(results, folder, 'checks.json')))
    .flatMap((folder) => {
      const checks = JSON.parse(readFileSync(join(results, folder, 'checks.json'), 'utf8')) as Omit<Check, 'scenario'>[];
      // The folder is server-<scenario>-<time>.
      const scenario = folder.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '');
      return checks.map(({ id, status }) => ({ scenario, id, status }));
    })
    .toSorted((one, other) => named(one).localeCompare(named(other)));
}

function named({ scenario, id, status }: Check): string {
  return `${scenario} ${id} ${status}`;
}
