import { normaliseUrl } from '../../../crawl/url.ts';
import type { Db, Tx } from '../../../db/open.ts';
import type { RadarPageRow, RadarSourceRow } from '../../../db/rows/planning.ts';
import { namePages } from '../queries.ts';
import type { Fault } from '../../../crawl/visit.ts';
import type { CheckEnd, CheckNeeds } from './check-needs.ts';
import { radarLimits } from './limits.ts';
import { hintedPages, pageAt, pagesAlike, pagesInTurn, type PageHead } from './pages.ts';
import { lookAt, type Look, type PageText } from './look.ts';
import { readColumns, type Differing, type PageColumns } from './settle.ts';

/** What was seen of a source's pages, as far as it is no longer what it was. */
export interface Seen {
  differing: Differing[];
  /** Pages that answered 404 or 410. */
  gone: PageHead[];
  moved: { head: PageHead; to: string }[];
  lookedAt: number;
  failed: number;
  forbidden: number;
  end: CheckEnd;
  /** What was wrong with the last page that could not be read. */
  fault: Fault | null;
  error: { code: string; message: string } | null;
}

export function nothingSeen(): Seen {
  return { differing: [], gone: [], moved: [], lookedAt: 0, failed: 0, forbidden: 0, end: 'complete', fault: null, error: null };
}

/** So many pages in a row without a page for an answer: the site is down. */
const maxSilent = 4;
/** Of pages that were gone: they may be there again. */
const maxGoneAgain = 40;
const maxAlike = 20;

type Source = Pick<RadarSourceRow, 'id' | 'project_id' | 'baseline_at' | 'checks' | 'url'>;

/** Looks at a source's pages within the budget: first what something hints at, then by turns. What is as it was is written at once. */
export async function walk(needs: CheckNeeds, source: Source, owns: (url: string) => boolean): Promise<Seen> {
  const { store, system, looking } = needs;
  const seen = nothingSeen();
  const waiting = await planned(store.db, source);
  const known = new Set(waiting.map(({ url }) => url));
  const until = system.now() + radarLimits.checkMs;
  let silent = 0;

  /** A page that stands under another address is looked at there, in the place of the one that led to it. */
  async function follow(head: PageHead, to: string): Promise<void> {
    const goal = normaliseUrl(to);
    if (goal === null || !owns(goal) || known.has(goal)) return;
    known.add(goal);
    const hinted = head.hinted === 1 ? 1 : 0;
    await store.write((tx) => namePages(tx, { sourceId: source.id, hinted, now: system.now() }, [{ url: goal, lastmod: null, turn: -1 }]));
    const there = await pageAt(store.db, source.id, goal);
    if (there && there.turn < source.checks) waiting.unshift(there);
  }

  async function note(head: PageHead, look: Look): Promise<void> {
    const columns = await columnsAfter(head, look, source, seen);
    const leadsTo =
      look.saw === 'moved' && head.status !== 'read'
        ? look.to
        : look.saw === 'page' && head.status === 'listed'
          ? look.page!.canonical
          : null;
    if (leadsTo !== null) await follow(head, leadsTo);
    const page = look.saw === 'page' ? look.page! : undefined;
    if (!columns && page && head.status === 'listed') await askAlike(page);
    if (!columns) return;
    await needs.writeStep(`${seen.lookedAt} pages of ${new URL(source.url).host} looked at`, async (tx) => {
      const isGone = columns.status === 'gone' || columns.status === 'moved';
      await setPage(tx, head.number, { ...columns, turn: source.checks, ...(isGone && { gone_at: system.now() }) });
      if (page && columns.status === 'read') await needs.index(tx, head.url, page);
    });
  }

  /** Pages that said what a new page says now may have moved there: they are looked at next. */
  async function askAlike({ fingerprint }: PageText): Promise<void> {
    const alike = await pagesAlike(store.db, source, fingerprint, maxAlike);
    const waits = new Set(alike.map(({ url }) => url));
    const others = waiting.filter(({ url }) => !waits.has(url));
    waiting.splice(0, waiting.length, ...alike, ...others);
  }

  for (let head = waiting.shift(); head; head = waiting.shift()) {
    if (seen.lookedAt >= radarLimits.pagesPerCheck) seen.end = 'max_pages';
    else if (system.now() >= until) seen.end = 'max_seconds';
    if (seen.end !== 'complete') break;
    const look = await lookAt(looking, head);
    seen.lookedAt++;
    seen.fault = faultOf(look) ?? seen.fault;
    const isSilent = look.saw === 'failed' && isInTrouble(look.status);
    silent = isSilent ? silent + 1 : 0;
    if (silent === maxSilent || (look.saw === 'forbidden' && look.error.code === 'robots_unknown')) {
      return { ...seen, end: 'unreachable', error: (look as { error: Seen['error'] }).error };
    }
    // It is asked again next time: the site may be down.
    if (!isSilent) await note(head, look);
    else seen.failed++;
  }
  return seen;
}

function faultOf(look: Look): Fault | null {
  if (look.saw === 'gone') return { code: 'gone', message: 'It is not there.' };
  return 'error' in look ? look.error : null;
}

function isInTrouble(status: number): boolean {
  return status === 0 || status === 429 || status >= 500;
}

/** The pages to look at, in order. Of the budget that hints leave, at least half is for pages that were read before. */
async function planned(db: Db, source: Source): Promise<PageHead[]> {
  const budget = radarLimits.pagesPerCheck + 1;
  const hinted = await hintedPages(db, source, budget);
  const isHinted = new Set(hinted.map(({ url }) => url));
  const left = budget - hinted.length;
  if (left <= 0) return hinted;
  const ofStatus = async (status: RadarPageRow['status'], limit: number) =>
    (await pagesInTurn(db, source, status, limit)).filter(({ url }) => !isHinted.has(url));
  const [read, listed, gone] = [
    await ofStatus('read', left),
    await ofStatus('listed', Math.min(left, await roomFor(db, source))),
    await ofStatus('gone', maxGoneAgain),
  ];
  const again = read.slice(0, Math.max(left - listed.length, Math.ceil(left / 2)));
  return [...hinted, ...again, ...listed.slice(0, left - again.length), ...gone];
}

/** How many more pages may be read: of the source, and of its project. */
async function roomFor(db: Db, { id, project_id }: Source): Promise<number> {
  const sources = await db.selectFrom('radar_sources').select(['id', 'read_pages']).where('project_id', '=', project_id).execute();
  const all = sources.reduce((sum, { read_pages }) => sum + read_pages, 0);
  const own = sources.find((one) => one.id === id)?.read_pages ?? 0;
  return Math.max(0, Math.min(radarLimits.readPages - own, radarLimits.readPagesOfProject - all));
}

/** What is written of a page at once; undefined for what is decided when all pages have been seen, and noted there. */
async function columnsAfter(head: PageHead, look: Look, source: Source, seen: Seen): Promise<PageColumns | undefined> {
  switch (look.saw) {
    case 'same':
      return { hinted: 0 };
    case 'forbidden':
      seen.forbidden++;
      return { hinted: 0 };
    case 'unreadable':
      seen.failed++;
      return { hinted: 0 };
    case 'failed':
      seen.failed++;
      return {};
    case 'gone':
      if (head.status !== 'read') return { hinted: 0, ...(head.status === 'listed' && { status: 'gone' as const }) };
      seen.gone.push(head);
      return undefined;
    case 'moved':
      if (head.status !== 'read') return { hinted: 0, status: 'moved' };
      seen.moved.push({ head, to: look.to });
      return undefined;
    default:
      return afterPage(head, { head, page: look.page!, etag: look.etag, lastModified: look.lastModified }, source, seen);
  }
}

async function afterPage(head: PageHead, differing: Differing, source: Source, seen: Seen): Promise<PageColumns | undefined> {
  const { page, etag, lastModified } = differing;
  if (head.status === 'read' && page.fingerprint === head.fingerprint) return { hinted: 0, etag, last_modified: lastModified };
  // What stands elsewhere by its own word is read there.
  if (head.status === 'listed' && page.canonical !== null) return { hinted: 0, status: 'moved' };
  const isNews = head.status !== 'listed' || head.hinted === 1;
  if (source.baseline_at === null || !isNews) return readColumns(differing);
  seen.differing.push(differing);
  return undefined;
}

export async function setPage(tx: Tx, number: number, columns: PageColumns): Promise<void> {
  await tx.updateTable('radar_pages').set(columns).where('number', '=', number).execute();
}
