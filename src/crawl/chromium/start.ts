import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { System } from '../../system.ts';
import { Gone, openDevTools, type DevTools } from './devtools.ts';
import { flagsFor, unsafeFlags } from './flags.ts';
import { memoryOfGroup } from './memory.ts';
import { RenderError } from './render-error.ts';

export interface BrowserLimits {
  /** All its processes together; where the system does not tell, each page's heap may have this. */
  maxBytes: number;
  /** The longest page, in characters. */
  maxLength: number;
}

/** A browser with a fresh profile, in its sandbox. */
export interface Browser {
  devTools: DevTools;
  /** Rejects with `RenderError` once it has ended, whatever the reason. */
  ended: Promise<never>;
  /** Ends all its processes at once and removes its profile. */
  kill(): Promise<void>;
}

const maxStartMs = 20_000;
const watchMs = 250;
const maxErrorLength = 10_000;
/** What the browser says where its sandbox cannot be had. */
const noSandbox = /no usable sandbox|suid sandbox|sandbox host|move to new namespace|clone\(\) of new namespace/i;

/** Rejects with `RenderError` `renderer_unavailable` where no browser can be had in its sandbox. */
export async function startBrowser(executablePath: string, limits: BrowserLimits, system: Pick<System, 'pause'>): Promise<Browser> {
  const profile = await mkdtemp(join(tmpdir(), 'copydesk-chromium-'));
  const browser = launch(executablePath, profile, limits, system);
  const started = new AbortController();
  const tooLate = system.pause(maxStartMs, started.signal).then(() => {
    throw unavailable(`it did not start within ${maxStartMs / 1000} s.`);
  });
  try {
    await Promise.race([requireSandbox(browser.devTools, executablePath).catch(orEnded(browser)), browser.ended, tooLate]);
    return browser;
  } catch (error) {
    await browser.kill();
    if (error instanceof RenderError && error.code !== 'renderer_unavailable') throw unavailable(`it does not start. ${error.message}`);
    throw error;
  } finally {
    started.abort();
    tooLate.catch(() => {});
  }
}

/** For what fails as the browser ends: its pipe closes a moment before it is known why. Resolves never. */
export function orEnded({ ended }: Browser): (error: unknown) => Promise<never> {
  return async (error) => {
    if (error instanceof Gone) await ended;
    throw error;
  };
}

export function unavailable(reason: string): RenderError {
  return new RenderError('renderer_unavailable', `Chromium cannot be used: ${reason}`);
}

function launch(executablePath: string, profile: string, limits: BrowserLimits, system: Pick<System, 'pause'>): Browser {
  const { maxBytes, maxLength } = limits;
  const [command, given] = commandFor(executablePath, flagsFor({ profile, maxHeapMegabytes: Math.floor(maxBytes / 1024 / 1024) }));
  // In a group of its own, so that all its processes can be ended at once. Nothing of the environment: keys and tokens stand in it.
  const child = spawn(command, given, {
    detached: process.platform !== 'win32',
    env: { HOME: profile, TMPDIR: profile, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
  });
  let words = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (words = (words + text).slice(-maxErrorLength)));
  const over = new AbortController();
  let reason: RenderError | undefined;
  const end = (why: RenderError) => {
    reason ??= why;
    killGroup(child);
  };
  const ended = (async () => {
    const [code] = await once(child, 'close').catch((error: Error) => [error.message]);
    over.abort();
    throw reason ?? whyEnded(code, words);
  })();
  ended.catch(() => {});
  void watchMemory(child, maxBytes, system, over.signal, end);
  const devTools = openDevTools({
    write: child.stdio[3] as Writable,
    read: child.stdio[4] as Readable,
    maxLength,
    onFault: ({ message }) => end(new RenderError('too_large', message)),
  });
  return {
    devTools,
    ended,
    async kill() {
      end(new RenderError('crashed', 'The browser was ended.'));
      await ended.catch(() => {});
      await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}

/** The browser ends with its pipe, when the desk is killed: a shell then removes the profile, which nobody else would. */
function commandFor(executablePath: string, flags: string[]): [string, string[]] {
  if (process.platform === 'win32') return [executablePath, flags];
  const script = '"$@"; code=$?; rm -rf -- "$HOME" || { sleep 1; rm -rf -- "$HOME"; }; exit "$code"';
  return ['/bin/sh', ['-c', script, 'sh', executablePath, ...flags]];
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

async function watchMemory(
  { pid }: ChildProcess,
  maxBytes: number,
  { pause }: Pick<System, 'pause'>,
  signal: AbortSignal,
  end: (why: RenderError) => void,
): Promise<void> {
  for (;;) {
    await pause(watchMs, signal).catch(() => {});
    const bytes = signal.aborted || pid === undefined ? null : await memoryOfGroup(pid);
    if (bytes === null) return;
    if (bytes > maxBytes)
      return end(new RenderError('too_large', `The page takes more than ${Math.floor(maxBytes / 1024 / 1024)} MiB of memory.`));
  }
}

function whyEnded(code: unknown, words: string): RenderError {
  if (noSandbox.test(words)) return unavailable('this system does not let it have its sandbox (user namespaces).');
  const last = words.trim().split('\n').at(-1) ?? '';
  return new RenderError('crashed', `The browser ended by itself (${String(code)}). ${last}`.trim());
}

/** A script that starts the browser may add flags, and so may its own settings. */
async function requireSandbox(devTools: DevTools, executablePath: string): Promise<void> {
  const { arguments: given } = (await devTools.send('Browser.getBrowserCommandLine')) as { arguments: string[] };
  const unsafe = unsafeFlags.find((flag) => given.some((one) => one.split('=')[0] === flag));
  if (unsafe) throw unavailable(`${executablePath} starts it with ${unsafe}. Name the browser itself in COPYDESK_CHROMIUM.`);
}
