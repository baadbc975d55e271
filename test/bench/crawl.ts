import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hasNginx, startNginx } from '../support/nginx.ts';
import { startChild, type Child } from './child.ts';
import type { Audited, Taken } from './crawl-side.ts';
import { median, round } from './figures.ts';

export interface CrawlBenchOptions {
  rounds?: number;
  /** A folder of HTML that nginx serves; where one of them is missing, as many pages are generated. */
  manual?: string | null;
  /** Generated pages to compare on, of 52 kB each, without a manual. */
  pages?: number;
  /** Generated pages to measure the memory on, and after how many of them it is measured first. */
  memory?: { pages: number; first: number };
  /** Whether linkchecker is run beside, which takes minutes. */
  beside?: boolean;
}

export const tiny: CrawlBenchOptions = { rounds: 1, manual: null, pages: 12, memory: { pages: 60, first: 20 } };

const pythonManual = '/usr/share/doc/python3/html';
const aims = { timesFetchOnly: 3.5, memoryMiB: 400 };
const kilobytes = { compared: 52, memory: 8 };
const lookMs = 250;
/** No site of the bench has as many. */
const enough = 100_000;

interface Site {
  url: string;
  what: string;
  stop(): Promise<void>;
}

/**
 * A site's pages asked and nothing more, beside an audit of the same site, as the project's own too, and beside linkchecker, in turns: CPU and time of a page. Then the
 * memory of an audit of many pages. The sites are served by other processes.
 */
export async function run(options: CrawlBenchOptions = {}): Promise<object> {
  const { rounds = 3, manual = pythonManual, pages = 500, memory = { pages: 100_000, first: 10_000 }, beside = true } = options;
  const site = await openSite(manual, pages);
  try {
    const { urls } = await ask<Audited>('audit', site.url, enough);
    const sides = { fetchOnly: [] as Taken[], audit: [] as Audited[], ownSite: [] as Audited[] };
    for (let turn = 0; turn < rounds; turn++) {
      sides.fetchOnly.push(await ask<Taken>('fetch', urls));
      sides.audit.push(await ask<Audited>('audit', site.url, enough));
      sides.ownSite.push(await ask<Audited>('audit', site.url, enough, true));
      if (sides.audit.at(-1)!.pages !== urls.length)
        throw new Error(`Audits of one site find different pages: ${urls.length} and another number.`);
    }
    const readingOf = (all: readonly Audited[]) => all.map(({ pages: count, reading: part }) => ({ pages: count, ...part }));
    const reading = readingOf(sides.audit);
    const timesFetchOnly = round(ratio(reading, sides.fetchOnly));
    return {
      rounds,
      site: site.what,
      pages: urls.length,
      fetchOnly: figuresOf(sides.fetchOnly),
      reading: figuresOf(reading),
      readingOfOwnSite: figuresOf(readingOf(sides.ownSite)),
      audit: figuresOf(sides.audit),
      linkchecker: beside ? await linkchecker(site.url, urls.length) : 'not asked for',
      timesFetchOnly: { value: timesFetchOnly, aim: aims.timesFetchOnly, met: timesFetchOnly <= aims.timesFetchOnly },
      memory: await memoryOf(memory),
    };
  } finally {
    await site.stop();
  }
}

async function openSite(manual: string | null, pages: number): Promise<Site> {
  if (manual !== null && existsSync(manual) && hasNginx()) {
    const { url, stop } = await startNginx({ '/manual/': manual });
    return { url: `${url}/manual/index.html`, what: `${manual} by nginx`, stop };
  }
  const { url, child } = await startGenerated(pages, kilobytes.compared);
  return { url, what: `${pages} generated pages of ${kilobytes.compared} kB`, stop: () => child.stop() };
}

async function startGenerated(pages: number, size: number): Promise<{ url: string; child: Child }> {
  const child = startChild('crawl-site.ts', pages, size);
  const { url } = await child.next<{ url: string }>();
  return { url, child };
}

async function ask<Answer>(...given: readonly unknown[]): Promise<Answer> {
  const child = startChild('crawl-side.ts', ...given);
  try {
    return await child.next<Answer>();
  } finally {
    await child.stop();
  }
}

function figuresOf(all: readonly Taken[]) {
  return {
    pagesPerSecond: Math.round(median(all.map(({ pages, wallMs }) => (pages * 1000) / wallMs))),
    cpuMsPerPage: round(median(all.map(({ pages, cpuMs }) => cpuMs / pages))),
    wallMsPerPage: round(median(all.map(({ pages, wallMs }) => wallMs / pages))),
  };
}

/** Of each turn's CPU for a page. */
function ratio(ours: readonly Taken[], theirs: readonly Taken[]): number {
  return median(ours.map(({ cpuMs, pages }, turn) => cpuMs / pages / (theirs[turn]!.cpuMs / theirs[turn]!.pages)));
}

/** One run, with as many connections as ours and no limit of requests a second. It asks pictures and styles too, as an audit does. */
async function linkchecker(url: string, pages: number): Promise<object | string> {
  if (spawnSync('linkchecker', ['--version']).status !== 0) return 'linkchecker is not installed: apt-get install linkchecker.';
  const home = mkdtempSync(join(tmpdir(), 'copydesk-bench-'));
  const settings = join(home, 'linkcheckerrc');
  writeFileSync(settings, '[checking]\nmaxrequestspersecond=100000\nthreads=5\n');
  const given = ['-f', settings, '--no-status', '--no-warnings', '-o', 'text', url];
  const child = spawn('bash', ['-c', 'TIMEFORMAT="%R %U %S"; time linkchecker "$@" 2>/dev/null', 'linkchecker', ...given], {
    env: { ...process.env, HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [said, timed] = await Promise.all(
    [child.stdout.toArray(), child.stderr.toArray()].map(async (chunks) => Buffer.concat(await chunks).toString()),
  );
  rmSync(home, { recursive: true });
  const [, links, urls] = /(\d+) links in (\d+) URLs checked/.exec(said!) ?? [];
  const [wall, user, system] = timed!.trim().split('\n').at(-1)!.split(' ').map(Number) as [number, number, number];
  if (urls === undefined) throw new Error(`linkchecker says nothing that is understood: ${said!.slice(-500)}`);
  return { ...figuresOf([{ pages, wallMs: wall * 1000, cpuMs: (user + system) * 1000 }]), links: Number(links), urls: Number(urls) };
}

/** Resident memory of a desk that audits, when the site has answered so many pages, and when all is done. */
async function memoryOf({ pages, first }: { pages: number; first: number }): Promise<object> {
  const { url, child: site } = await startGenerated(pages, kilobytes.memory);
  const side = startChild('crawl-side.ts', 'audit', url, enough);
  try {
    for (let answered = 0; answered < first;) {
      await pause(lookMs);
      site.send({});
      ({ answered } = await site.next<{ answered: number }>());
    }
    side.send({});
    const told = await side.next<{ rssMiB: number } | Audited>();
    // A small site may be done before it is asked.
    const all = 'pages' in told ? told : await side.next<Audited>();
    if (all.pages !== pages) throw new Error(`The audit read ${all.pages} of ${pages} pages.`);
    const { pagesPerSecond, cpuMsPerPage } = figuresOf([all]);
    return {
      pages,
      first,
      rssAtFirstMiB: Math.round(told.rssMiB),
      rssAtEndMiB: Math.round(all.rssMiB),
      peakMiB: Math.round(all.peakMiB),
      aim: aims.memoryMiB,
      met: all.peakMiB <= aims.memoryMiB,
      pagesPerSecond,
      cpuMsPerPage,
    };
  } finally {
    await Promise.all([site.stop(), side.stop()]);
  }
}
