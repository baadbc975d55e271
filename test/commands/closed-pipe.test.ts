import type { ChildProcess } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { end, start, startServe } from '../support/cli.ts';
import { temporaryHome } from '../support/home.ts';
import { callRest } from '../support/wire-clients.ts';
import { deliver, startListen } from './support.ts';

/** The exit code a shell reports for a process ended by SIGPIPE. */
const nobodyReads = 141;

const exitOf = (child: ChildProcess) => new Promise<number | null>((resolve) => child.once('exit', resolve));

test('a reader that leaves early ends a command silently', async () => {
  const child = start(['call', 'events_list'], temporaryHome());
  child.stdout!.destroy();
  const [stderr, code] = await Promise.all([text(child.stderr!), exitOf(child)]);
  expect({ code, stderr }).toEqual({ code: nobodyReads, stderr: '' });
});

test('listen ends at its next line once nobody reads it', async () => {
  const { url, child } = await startListen(['--json']);
  const ended = exitOf(child);
  child.stdout!.destroy();
  await deliver(url);
  expect(await ended).toBe(nobodyReads);
});

test('serve continues when nobody reads its stderr', async () => {
  const { url, child } = await startServe(temporaryHome());
  child.stderr!.destroy();
  expect((await callRest(url, 'no key', 'projects_list')).status).toBe(401);
  expect(await end(child, 'SIGTERM')).toBe(0);
});
