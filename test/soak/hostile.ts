import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startWatchedDesk, type WatchedDesk } from './hostile/desk.ts';
import { documents } from './hostile/documents.ts';
import { nestedForms } from './hostile/nested-forms.ts';
import { hostileRobots, hostileSitemaps, longPaths, startHostileSite } from './hostile/sites.ts';

type Judge = 'heldMs' | 'heldCpuMs';

export interface HostileOptions {
  /** Characters of a document. */
  length?: number;
  /** Pages of a sitemap. */
  pages?: number;
  robotsBytes?: number;
  /** Documents before the honest one, and how long each is. */
  before?: number;
  beforeLength?: number;
  /** What a hold of the event loop is judged by: the clock, or where others share the machine the processor. */
  judge?: Judge;
  /** What all processes may hold, in MB. */
  maxMegabytes?: number;
}

export const tiny: HostileOptions = {
  length: 60_000,
  pages: 2000,
  robotsBytes: 50_000,
  before: 2,
  beforeLength: 50_000,
  judge: 'heldCpuMs',
};

/** The aims: for the event loop, a search, a sitemap, its cancellation, and an honest document behind the others. */
const max = { heldMs: 100, searchMs: 100, sitemapMs: 2000, cancelMs: 1000, honestMs: 25_000 };

/** What one input did to the desk. */
interface Effect {
  name: string;
  /** How it was answered, or how its job ended. */
  answer: string;
  ms: number;
  /** The longest hold of the event loop, by the clock and by the processor. */
  heldMs: number;
  heldCpuMs: number;
  /** The slowest of the searches after it, at its second try. */
  searchMs?: number;
}

interface HostileFindings {
  passed: boolean;
  /** Aims that were missed, in words. */
  missed: string[];
  inputs: number;
  slowest: Effect[];
  maxHeldMs: number;
  maxHeldCpuMs: number;
  maxSearchMs: number;
  slowestHealthzMs: number;
  cancelMs: number;
  honestMs: number;
  peakMegabytes: number;
}

/**
 * `npm run soak hostile [shared] [part of a name]`: a desk is given what is hard to read, one by one and together, and is asked meanwhile.
 * `shared`: others use this machine too. With a name, only documents of such names are given to it.
 */
export async function run(options: HostileOptions, args: readonly string[]): Promise<HostileFindings> {
  const { length = 4_900_000, pages = 50_000, robotsBytes = 512 * 1024, before = 6, beforeLength = 880_000 } = options;
  const judge = options.judge ?? (args[0] === 'shared' ? 'heldCpuMs' : 'heldMs');
  const wanted = args.find((arg) => arg !== 'shared') ?? '';
  const home = await mkdtemp(join(tmpdir(), 'copydesk-hostile-'));
  const desk = await startWatchedDesk(home);
  try {
    const effects = [
      ...(await feedDocuments(desk, length, wanted)),
      ...(wanted === '' ? [...(await feedSitemaps(desk, pages)), ...(await feedRobots(desk, robotsBytes))] : []),
    ];
    const cancelMs = await cancelSitemap(desk, pages * 100);
    const marks = { text: '‹'.repeat(beforeLength) };
    const pdf = { base64: nestedForms().toString('base64'), mediaType: 'application/pdf' };
    const together = [
      await effectOf(desk, `${before} at once`, () => honestBehind(desk, before, marks)),
      await effectOf(desk, `${before} small PDFs at once`, () => honestBehind(desk, before, pdf)),
    ];
    const honestMs = Math.max(...together.map(({ ms }) => ms));
    return findings([...effects, ...together], { desk, judge, cancelMs, honestMs, maxMegabytes: options.maxMegabytes ?? 1000 });
  } finally {
    await desk.end();
    await rm(home, { recursive: true, force: true });
  }
}

async function effectOf(desk: WatchedDesk, name: string, act: () => Promise<{ answer: string; ms: number }>): Promise<Effect> {
  const at = Date.now();
  const { answer, ms } = await act().catch((error: Error) => ({ answer: `none: ${error.message}`, ms: Date.now() - at }));
  // A hold is noted when it has ended.
  await desk.call('GET', '/jobs?limit=1');
  const holds = desk.holdsSince(at);
  const heldMs = Math.max(0, ...holds.map((hold) => hold.ms));
  return { name, answer, ms: Math.round(ms), heldMs, heldCpuMs: Math.max(0, ...holds.map((hold) => Math.min(hold.ms, hold.cpuMs))) };
}

/** Each is searched for, by the words that hostile documents have in common, and then deleted. */
async function feedDocuments(desk: WatchedDesk, length: number, wanted: string): Promise<Effect[]> {
  const pages = Object.fromEntries(documents.map(({ mediaType, make }, index) => [`/${index}`, { mediaType, get bytes() { return make(length); } }])); // prettier-ignore
  const site = await startHostileSite(pages);
  const effects: Effect[] = [];
  for (const [index, { name }] of documents.entries()) {
    if (!name.includes(wanted)) continue;
    let id: string | undefined;
    const effect = await effectOf(desk, name, async () => {
      const { status, ms, body } = await desk.call('POST', '/knowledge', { url: `${site.url}/${index}` });
      id = body['id'] as string | undefined;
      return { answer: `${status} ${String(body['code'] ?? `${String(body['chunks'])} passages`)}`, ms };
    });
    if (id) effect.searchMs = await searchMs(desk);
    effects.push(effect);
    if (id) effects.push(await effectOf(desk, `${name}, deleted`, () => answered(desk.call('DELETE', `/knowledge/${id}`))));
  }
  site.close();
  return effects;
}

async function searchMs(desk: WatchedDesk): Promise<number> {
  let slowest = 0;
  for (const q of ['pump', 'w0 w1', 'a', '漢 ภาษา', 'emoji 5']) {
    await desk.call('GET', `/knowledge?q=${encodeURIComponent(q)}`);
    slowest = Math.max(slowest, (await desk.call('GET', `/knowledge?q=${encodeURIComponent(q)}`)).ms);
  }
  return Math.round(slowest);
}

async function answered(answering: ReturnType<WatchedDesk['call']>): Promise<{ answer: string; ms: number }> {
  const { status, ms, body } = await answering;
  return { answer: `${status} ${String(body['code'] ?? '')}`.trim(), ms };
}

async function readSitemap(desk: WatchedDesk, url: string): Promise<{ answer: string; ms: number }> {
  const { body } = await desk.call('POST', '/knowledge', { sitemapUrl: url });
  const { status, ms } = await desk.ended(String(body['jobId']));
  return { answer: status, ms };
}

async function feedSitemaps(desk: WatchedDesk, count: number): Promise<Effect[]> {
  const effects: Effect[] = [];
  for (const [name, bytes] of Object.entries(hostileSitemaps(count))) {
    const site = await startHostileSite({ '/sitemap.xml': { mediaType: 'application/xml', bytes } });
    effects.push(await effectOf(desk, `sitemap: ${name}`, () => readSitemap(desk, `${site.url}/sitemap.xml`)));
    site.close();
  }
  return effects;
}

async function feedRobots(desk: WatchedDesk, bytes: number): Promise<Effect[]> {
  const effects: Effect[] = [];
  const page = '<p>The pump stands in the shop and fills the tank in an hour.</p>';
  for (const [name, rules] of Object.entries(hostileRobots(bytes))) {
    const pages = { '/robots.txt': { mediaType: 'text/plain', bytes: rules }, '/sitemap.xml': { mediaType: 'application/xml', bytes: '' } };
    const site = await startHostileSite(pages, () => ({ mediaType: 'text/html', bytes: page }));
    pages['/sitemap.xml'].bytes = longPaths(site.url, 40);
    effects.push(await effectOf(desk, `robots.txt: ${name}`, () => readSitemap(desk, `${site.url}/sitemap.xml`)));
    site.close();
  }
  return effects;
}

/** How long a job goes on after it was canceled while it looks through a sitemap: until its site is asked for nothing, and the next can be read. */
async function cancelSitemap(desk: WatchedDesk, tags: number): Promise<number> {
  const bytes = Buffer.from(`<urlset>${'</url>'.repeat(tags)}`);
  const site = await startHostileSite({ '/sitemap.xml': { mediaType: 'application/xml', bytes } });
  const { body } = await desk.call('POST', '/knowledge', { sitemapUrl: `${site.url}/sitemap.xml` });
  await desk.call('GET', `/jobs/${String(body['jobId'])}`);
  const before = performance.now();
  await desk.call('POST', `/jobs/${String(body['jobId'])}/cancel`);
  const { status } = await desk.ended(String(body['jobId']));
  site.close();
  return status === 'canceled' ? Math.round(performance.now() - before) : Infinity;
}

/** How long an honest kilobyte takes that comes after some of this. */
async function honestBehind(desk: WatchedDesk, before: number, input: object): Promise<{ answer: string; ms: number }> {
  const hostile = Array.from({ length: before }, () => answered(desk.call('POST', '/knowledge', input)));
  const honest = await answered(desk.call('POST', '/knowledge', { text: 'The pump stands in the shop and fills the tank. '.repeat(20) }));
  // Six that take all the time they may have wait longer for each other than this client does.
  await Promise.allSettled(hostile);
  return honest;
}

function findings(
  effects: readonly Effect[],
  {
    desk,
    judge,
    cancelMs,
    honestMs,
    maxMegabytes,
  }: { desk: WatchedDesk; judge: Judge; cancelMs: number; honestMs: number; maxMegabytes: number },
): HostileFindings {
  const peakMegabytes = desk.peakMegabytes();
  const sitemaps = effects.filter(({ name }) => name.startsWith('sitemap'));
  const missed = [
    ...effects
      .filter((effect) => effect[judge] > max.heldMs)
      .map((effect) => `${effect.name}: the event loop was held for ${effect[judge]} ms`),
    ...effects.filter(({ searchMs: ms = 0 }) => ms > max.searchMs).map(({ name, searchMs: ms }) => `${name}: a search took ${ms} ms`),
    ...sitemaps.filter(({ ms }) => ms > max.sitemapMs).map(({ name, ms }) => `${name}: its job took ${ms} ms`),
    ...effects.filter(({ answer }) => /^(500|none)/.test(answer)).map(({ name, answer }) => `${name}: answered ${answer}`),
    ...(cancelMs > max.cancelMs ? [`a canceled sitemap went on for ${cancelMs} ms`] : []),
    ...(honestMs > max.honestMs ? [`an honest document waited for ${honestMs} ms`] : []),
    ...(peakMegabytes > maxMegabytes ? [`all processes together held ${peakMegabytes} MB`] : []),
  ];
  return {
    passed: missed.length === 0,
    missed,
    inputs: effects.length,
    slowest: effects.toSorted((a, b) => b.ms - a.ms).slice(0, 12),
    maxHeldMs: Math.max(...effects.map(({ heldMs }) => heldMs)),
    maxHeldCpuMs: Math.max(...effects.map(({ heldCpuMs }) => heldCpuMs)),
    maxSearchMs: Math.max(...effects.map(({ searchMs: ms = 0 }) => ms)),
    slowestHealthzMs: desk.slowestProbe(),
    cancelMs,
    honestMs,
    peakMegabytes,
  };
}
