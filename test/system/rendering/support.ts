import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished } from 'vitest';
import { findChromium } from '../../../src/crawl/chromium/find.ts';
import type { Rendered } from '../../../src/crawl/render.ts';
import { startScript } from '../../support/child.ts';
import type { Asked } from './render-process.ts';

const script = new URL('render-process.ts', import.meta.url);

/** What came of a page, or of the start. */
export type Came = Partial<Rendered> & { code?: string; message?: string; pid?: number };

/** Why there is no renderer here; null if there is one. */
export function whatIsMissing(): string | null {
  if (findChromium() === null) return 'This machine has no Chromium.';
  const { message } = startAndEnd();
  return message ?? null;
}

/** What a renderer with these options says at its start. */
export function startAndEnd(options: unknown = {}, ...more: string[]): Came {
  const { stdout } = spawnSync(process.execPath, [fileURLToPath(script), JSON.stringify(options), ...more], { input: '' });
  return JSON.parse(stdout.toString().split('\n')[0]!) as Came;
}

export interface RenderProcess {
  render(url: string, asked?: Partial<Asked>): Promise<Came>;
  /** Closes the renderer as a desk does. */
  close(): Promise<void>;
  pid: number;
}

/** A process with a renderer, in production, that may dial 127.0.0.1; it is ended with the test. */
export async function openRenderProcess(options: unknown = {}): Promise<RenderProcess> {
  const child = startScript(script, [JSON.stringify(options)]);
  const { pid, message } = JSON.parse(await child.line()) as Came;
  if (pid === undefined) throw new Error(message);
  // A process that is killed while it is asked something leaves its profile to nobody.
  onTestFinished(async () => {
    child.process.stdin.end();
    await child.ended;
  });
  return {
    pid,
    async render(url, asked = {}) {
      child.process.stdin.write(`${JSON.stringify({ url, deadlineMs: 10_000, ...asked })}\n`);
      return JSON.parse(await child.line()) as Came;
    },
    async close() {
      child.process.stdin.end();
      expect(await child.ended).toBe(0);
    },
  };
}

/** The processes of this machine that name a profile of ours, by their ids. */
export function browsers(): number[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.filter((id) => commandOf(id).includes('copydesk-chromium-')).map(Number);
}

export function commandOf(id: number | string): string {
  return statusOf(id, 'cmdline').replaceAll('\0', ' ');
}

/** A file of a process; empty once it is gone. */
export function statusOf(id: number | string, file: string): string {
  try {
    return readFileSync(`/proc/${id}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

export function profiles(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith('copydesk-chromium-'));
}

export function pageWith(code: string, body = ''): string {
  return `<!doctype html><html><head><title>Raw</title></head><body>${body}<script>${code}</script></body></html>`;
}
