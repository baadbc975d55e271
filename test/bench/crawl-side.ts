/** What asks a site's pages, in a process of its own: `crawl-side.ts "fetch" <addresses>` or `crawl-side.ts "audit" <start> <most pages> <whether the site is the project's own>`. Tells what it took over IPC; an audit tells its memory when asked. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createCopydesk } from '../../src/app.ts';
import { createDial } from '../../src/net/request.ts';
import { peakMiB } from './memory.ts';

/** What a side took for all pages. */
export interface Taken {
  pages: number;
  wallMs: number;
  cpuMs: number;
}

/** Of an audit. */
export interface Audited extends Taken {
  /** The part until all pages were asked and read, their checks done and their rows written. */
  reading: Omit<Taken, 'pages'>;
  urls: string[];
  rssMiB: number;
  peakMiB: number;
}

const width = 5;
const lookMs = 100;
/** Of a larger site only the number of pages is told. */
const maxListed = 2000;
const maxBytes = 16 * 1024 * 1024;

// Whoever started it may have been ended from outside.
process.on('disconnect', () => process.exit());
process.on('message', () => process.send!({ rssMiB: rssMiB() }));

const [kind, ...given] = process.argv.slice(2).map((text) => JSON.parse(text) as unknown);
process.send!(kind === 'fetch' ? await fetchAll(given[0] as string[]) : await audit(...(given as [string, number, boolean?])));

/** The least that any crawl does: ask, unpack, keep the body for a moment. */
async function fetchAll(urls: readonly string[]): Promise<Taken> {
  const network = createDial({ production: false, allowedNetworks: [] });
  const left = urls.values();
  const clock = begin();
  const work = async () => {
    for (const url of left) await network.request({ url, deadlineMs: 20_000, maxBytes });
  };
  await Promise.all(Array.from({ length: width }, work));
  const taken = { pages: urls.length, ...clock() };
  await network.close();
  return taken;
}

/** Of the project's own site, the main text of pages is read too, by another process. */
async function audit(siteUrl: string, maxPages: number, isOwn = false): Promise<Audited> {
  const home = mkdtempSync(join(tmpdir(), 'copydesk-bench-'));
  const desk = await createCopydesk({ home, logLevel: 'silent', ...(isOwn && { siteUrl }) });
  try {
    const clock = begin();
    const { id, jobId } = (await desk.call('audit_start', { siteUrl, maxPages, maxSeconds: 3600, checkExternal: false })) as {
      id: string;
      jobId: string;
    };
    desk.work();
    let reading: Audited['reading'] | undefined;
    for (;;) {
      const { status, progress, error } = (await desk.call('jobs_get', { id: jobId })) as {
        status: string;
        progress: number;
        error: unknown;
      };
      if (status === 'failed' || status === 'canceled') throw new Error(`The audit ${status}: ${JSON.stringify(error)}`);
      if (progress >= 0.7) reading ??= clock();
      if (status === 'succeeded') break;
      await pause(lookMs);
    }
    const all = clock();
    const memory = { rssMiB: rssMiB(), peakMiB: peakMiB() };
    const { htmlPages } = (await desk.call('audit_get', { id })) as { htmlPages: number };
    const urls = htmlPages <= maxListed ? await pagesOf(desk, id) : [];
    return { pages: htmlPages, ...all, reading: reading ?? all, urls, ...memory };
  } finally {
    await desk.close();
    rmSync(home, { recursive: true, force: true });
  }
}

/** The HTML pages that were answered. */
async function pagesOf(desk: Awaited<ReturnType<typeof createCopydesk>>, id: string): Promise<string[]> {
  const urls: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = (await desk.call('audit_get', { id, view: 'pages', limit: 100, ...(cursor && { cursor }) })) as {
      data: { url: string; status: number; words: number | null }[];
      nextCursor: string | null;
    };
    for (const { url, status, words } of page.data) if (status === 200 && words !== null) urls.push(url);
    cursor = page.nextCursor;
  }
  return urls;
}

function begin(): () => { wallMs: number; cpuMs: number } {
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    return { wallMs: performance.now() - began, cpuMs: (user + system) / 1000 };
  };
}

function rssMiB(): number {
  return process.memoryUsage.rss() / 1024 / 1024;
}
