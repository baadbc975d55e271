import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDesk } from '../crash/desk.ts';
import { prepareHome } from '../desk-client.ts';
import { megabytesOf } from './memory.ts';
import type { Hold } from './watch-loop.ts';

const watchLoop = new URL('watch-loop.ts', import.meta.url).href;

/** A desk that is watched from inside and outside. */
export interface WatchedDesk {
  /** Throws where the desk does not answer within two minutes. */
  call(method: string, path: string, body?: object): Promise<{ status: number; ms: number; body: Record<string, unknown> }>;
  /** Asks for a job until it has ended; how it ended and after how long. */
  ended(jobId: string): Promise<{ status: string; ms: number }>;
  /** The holds of its event loop since this time (`Date.now()`). */
  holdsSince(at: number): Hold[];
  /** The longest that /healthz took since the last time this was asked. */
  slowestProbe(): number;
  /** Of it and all it started, at the worst moment, in MB. */
  peakMegabytes(): number;
  end(): Promise<void>;
}

export async function startWatchedDesk(home: string): Promise<WatchedDesk> {
  const { key } = await prepareHome(home);
  const file = join(home, 'holds.jsonl');
  const desk = startDesk({ home, imports: [watchLoop], env: { SOAK_HOLDS: file } });
  const url = await desk.url;
  let isEnding = false;
  let slowest = 0;
  let peak = 0;
  const watch = (async () => {
    for (; !isEnding; await sleep(20)) {
      peak = Math.max(peak, megabytesOf(desk.process.pid!));
      const before = performance.now();
      await fetch(`${url}/healthz`).catch(() => undefined);
      slowest = Math.max(slowest, performance.now() - before);
    }
  })();
  const call: WatchedDesk['call'] = async (method, path, body) => {
    const before = performance.now();
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(120_000),
    });
    const text = await answer.text();
    return { status: answer.status, ms: performance.now() - before, body: text ? (JSON.parse(text) as Record<string, unknown>) : {} };
  };
  return {
    call,
    async ended(jobId) {
      const before = performance.now();
      for (;;) {
        const { body } = await call('GET', `/jobs/${jobId}`);
        const status = String(body['status']);
        if (status !== 'queued' && status !== 'running') return { status, ms: performance.now() - before };
        await sleep(20);
      }
    },
    holdsSince(at) {
      const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
      return lines.map((line) => JSON.parse(line) as Hold).filter((hold) => hold.at >= at);
    },
    slowestProbe() {
      const found = slowest;
      slowest = 0;
      return Math.round(found);
    },
    peakMegabytes: () => peak,
    async end() {
      isEnding = true;
      await watch;
      await desk.end('SIGTERM');
    },
  };
}
