import type { ChildProcess } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { end, start, startServe } from '../support/cli.ts';
import { temporaryHome } from '../support/home.ts';
import { callRest } from '../support/wire-clients.ts';
import { deliver, startListen } from './support.ts';

/** As a shell tells of a tool that SIGPIPE ended. */
const nobodyReads = 141;

const exitOf = (child: ChildProcess) => new Promise<number | null>((resolve) => child.once('exit', resolve));

test('a reader that has left ends a command without a word', async () => {
  const child = start(['call', 'events_list'], temporaryHome());
  child.stdout!.destroy();
  const [stderr, code] = await Promise.all([text(child.stderr!), exitOf(child)]);
  expect({ code, stderr }).toEqual({ code: nobodyReads, stderr: '' });
});

test('listen ends with the next line that nobody reads', async () => {
  const { url, child } = await startListen(['--json']);
  const ended = exitOf(child);
  child.stdout!.destroy();
  await deliver(url);
  expect(await ended).toBe(nobodyReads);
});

test('serve goes on where nobody reads what it tells on stderr', async () => {
  const { url, child } = await startServe(temporaryHome());
  child.stderr!.destroy();
  expect((await callRest(url, 'no key', 'projects_list')).status).toBe(401);
  expect(await end(child, 'SIGTERM')).toBe(0);
});
