import type { Db, Tx } from '../../../db/open.ts';
import type { RadarChangeRow, RadarPageRow, RadarSourceRow } from '../../../db/rows/planning.ts';
import { countWords, normalise } from '../../../language/tokens.ts';
import { changedLines, unifiedDiff } from '../../../markdown/diff.ts';
import type { System } from '../../../system.ts';
import { isoTime } from '../../common/wire.ts';
import { snapshotsOf, linesAfter, type PageHead } from './pages.ts';
import { keptLines, type Line } from './change/lines.ts';
import { isReal, realChanges, titlePartsOf, type Compared, type RealChange, type SourceLines } from './change/source-lines.ts';
import { firstSaid, phrasesOf } from './change/words.ts';
import { radarLimits } from './limits.ts';
import type { PageText } from './look.ts';
import { relevanceOf, type Ground } from './relevance.ts';
import { packed, packedHashes, unpacked, unpackedHashes } from './snapshots.ts';

/** A page that was looked at and says something else than before, or is new. */
export interface Differing {
  head: PageHead;
  page: PageText;
  etag: string | null;
  lastModified: string | null;
}

/** What is written of a page. */
export type PageColumns = Partial<Omit<RadarPageRow, 'number'>>;

/** A change before it has an id and a time. */
export type Found = Omit<RadarChangeRow, 'id' | 'created_at' | 'project_id' | 'source_id' | 'competitor_id'>;

const linesAtOnce = 200;

/** What the pages of a source share: from those that are kept, and from those that are new. */
export async function linesOfSource(
  db: Db,
  { id, learnt }: { id: string; learnt: ReadonlySet<number> },
  fresh: readonly PageText[],
  turn: () => Promise<void>,
): Promise<SourceLines> {
  const counts = new Map<number, number>();
  const titles = new Map<string, number>();
  let pageCount = 0;
  const count = (hashes: Iterable<number>, title: string | null) => {
    pageCount++;
    for (const hash of hashes) counts.set(hash, (counts.get(hash) ?? 0) + 1);
    for (const part of new Set(titlePartsOf(title ?? ''))) titles.set(part, (titles.get(part) ?? 0) + 1);
  };
  for (let after = 0; ;) {
    const rows = await linesAfter(db, id, after, linesAtOnce);
    for (const { lines, title } of rows) {
      if (lines !== null) count(unpackedHashes(lines), title);
      await turn();
    }
    if (rows.length < linesAtOnce) break;
    after = rows.at(-1)!.number;
  }
  for (const { lines, title } of fresh) {
    count(unpackedHashes(packedHashes(lines)), title);
    await turn();
  }
  return { pagesWith: (hash) => counts.get(hash) ?? 0, pageCount, titles, counters: learnt };
}

/** The pages that say something else, with what they said. Whether a page lists others may have changed: then nothing can be compared. */
export async function compared(db: Db, pages: readonly Differing[], turn: () => Promise<void>): Promise<(Differing & { was: Compared })[]> {
  const kept = pages.filter(({ head, page }) => (head.is_index === 1) === page.isIndex);
  const snapshots = await snapshotsOf(
    db,
    kept.map(({ head }) => head.number),
  );
  const found: (Differing & { was: Compared })[] = [];
  for (const one of kept) {
    const bytes = snapshots.get(one.head.number);
    if (!bytes) continue;
    const before = await keptLines(await unpacked(bytes), one.head.language ?? one.page.language, turn);
    found.push({ ...one, was: { before, after: one.page.lines, titleBefore: one.head.title, titleAfter: one.page.title } });
    await turn();
  }
  return found;
}

interface Telling {
  now: number;
  turn(): Promise<void>;
}

/** The updates among pages that say something else, and the counters that were learnt from them. */
export async function updatesAmong(
  pages: readonly (Differing & { was: Compared })[],
  source: SourceLines,
  ground: Ground,
  { now, turn }: Telling,
): Promise<{ updates: Map<number, Found>; counters: Set<number> }> {
  const { changes, counters } = await realChanges(
    pages.map(({ was }) => was),
    source,
    turn,
  );
  const updates = new Map<number, Found>();
  for (const [index, one] of pages.entries()) {
    const change = changes[index]!;
    await turn();
    if (isReal(change)) updates.set(one.head.number, await updateOf(one, change, ground, { now, turn }));
  }
  return { updates, counters };
}

async function updateOf(
  { head, page, was }: Differing & { was: Compared },
  change: RealChange,
  ground: Ground,
  { now, turn }: Telling,
): Promise<Found> {
  const fresh = [...(change.title ? [change.title.after] : []), ...change.added];
  const phrases = phrasesOf(change.added, page.language);
  await turn();
  const { diff } = await unifiedDiff(diffText(was, change, 'before'), diffText(was, change, 'after'), [head.url, `${head.url} ${isoTime(now)}`], { maxCharacters: radarLimits.diffLength, inTurns: true }); // prettier-ignore
  await turn();
  return {
    ...nothing,
    kind: 'updated',
    url: head.url,
    title: page.title,
    published_at: page.publishedAt,
    keyword: page.keyword,
    phrases: JSON.stringify(phrases),
    summary: fresh.length > 0 ? firstSaid(fresh, page.language) : removedText(firstSaid(change.removed, page.language)),
    words_added: countWords(change.added.join('\n')),
    words_removed: countWords(change.removed.join('\n')),
    ...(await relevanceColumns(ground, phrases.length > 0 ? phrases : phrasesOf(change.removed, page.language))),
    diff_start: changedLines(diff, radarLimits.listedDiffLength),
    diff: await packed(diff),
  };
}

function removedText(said: string | null): string | null {
  return said === null ? null : `Removed: “${said}”`;
}

/** The title, and the lines that really changed among those that did not: what is no change is shown as it is now. */
function diffText({ before, after, titleAfter }: Compared, change: RealChange, side: 'before' | 'after'): string {
  const titles = change.title ?? { before: titleAfter, after: titleAfter };
  const title = side === 'before' ? titles.before : titles.after;
  const gone = counted(change.removed);
  const fresh = counted(change.added);
  const had = new Set(after.map(({ key }) => key));
  const kept = new Set(before.map(({ key }) => key));
  const lines =
    side === 'after'
      ? after.filter(({ text, key }) => (kept.has(key) && !fresh.has(text)) || take(fresh, text))
      : before.filter(({ text, key }) => (had.has(key) && !gone.has(text)) || take(gone, text));
  return `${title === null ? '' : `Title: ${title}\n\n`}${lines.map(({ text }) => text).join('\n')}\n`;
}

function counted(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

function take(counts: Map<string, number>, line: string): boolean {
  const left = counts.get(line) ?? 0;
  counts.set(line, left - 1);
  return left > 0;
}

/** A page that is new, or there again. */
export async function newPage({ head, page }: Pick<Differing, 'head' | 'page'>, ground: Ground): Promise<Found> {
  const lines = linesText(page.lines);
  const { keyword, phrases } = page;
  return {
    ...nothing,
    kind: 'new',
    url: head.url,
    title: page.title,
    reappeared: head.status === 'gone' && head.fingerprint !== null ? 1 : 0,
    published_at: page.publishedAt,
    keyword,
    phrases: JSON.stringify(phrases),
    summary: firstSaid(lines.filter((line) => normalise(line) !== normalise(page.title ?? '')), page.language), // prettier-ignore
    words_added: page.wordCount,
    ...(await relevanceColumns(ground, keyword === null ? phrases : [...new Set([keyword, ...phrases])])),
  };
}

/** A page that is gone, or leads elsewhere. */
export function lostPage(head: PageHead & Pick<RadarPageRow, 'keyword' | 'phrases'>, movedTo: string | null): Found {
  return {
    ...nothing,
    kind: movedTo === null ? 'removed' : 'moved',
    url: head.url,
    title: head.title,
    moved_to: movedTo,
    keyword: head.keyword,
    phrases: head.phrases ?? '[]',
    why: JSON.stringify({ relevance: 'not_applicable' }),
  };
}

const nothing: Omit<Found, 'kind' | 'url'> = {
  title: null,
  moved_to: null,
  reappeared: 0,
  published_at: null,
  keyword: null,
  phrases: '[]',
  summary: null,
  words_added: null,
  words_removed: null,
  relevance: null,
  why: '{}',
  evidence: '[]',
  diff_start: null,
  diff: null,
};

async function relevanceColumns(ground: Ground, phrases: readonly string[]): Promise<Pick<Found, 'relevance' | 'why' | 'evidence'>> {
  const { relevance, why, evidence } = await relevanceOf(ground, phrases);
  return { relevance, why: JSON.stringify(why), evidence: JSON.stringify(evidence) };
}

function linesText(lines: readonly Line[]): string[] {
  return lines.map(({ text }) => text);
}

/** The columns of a page that was read. */
export async function readColumns({ page, etag, lastModified }: Differing): Promise<PageColumns> {
  return {
    status: 'read',
    is_index: page.isIndex ? 1 : 0,
    hinted: 0,
    gone_at: null,
    etag,
    last_modified: lastModified,
    title: page.title,
    language: page.language,
    keyword: page.keyword,
    phrases: JSON.stringify(page.phrases),
    word_count: page.wordCount,
    fingerprint: page.fingerprint,
    lines: packedHashes(page.lines),
    snapshot: await packed(linesText(page.lines).join('\n')),
  };
}

/** Writes a change of this moment. */
export async function recordChange(
  tx: Tx,
  system: Pick<System, 'id' | 'now'>,
  source: Pick<RadarSourceRow, 'id' | 'project_id' | 'competitor_id'>,
  found: Found,
): Promise<void> {
  const { id: source_id, project_id, competitor_id } = source;
  await tx
    .insertInto('radar_changes')
    .values({ ...found, id: system.id('chg'), source_id, project_id, competitor_id, created_at: system.now() })
    .execute();
}
