import { normaliseUrl } from '../../../crawl/url.ts';
import type { RadarSourceRow } from '../../../db/rows/planning.ts';
import { parsed } from '../../common/wire.ts';
import { topicsOf, type PageHead } from './pages.ts';
import type { CheckNeeds } from './check-needs.ts';
import { isSameAddress, lookAt, type PageText } from './look.ts';
import {
  compared,
  linesOfSource,
  lostPage,
  newPage,
  readColumns,
  recordChange,
  updatesAmong,
  type Differing,
  type Found,
  type PageColumns,
} from './settle.ts';
import { setPage, type Seen } from './walk.ts';

/** How many changes were told, by kind. */
export interface Told {
  new: number;
  updated: number;
  removed: number;
  moved: number;
}

/** What was learnt of a source in its checks. */
interface Learnt {
  counters: number[];
}

const maxCounters = 500;
/** A page that says it was published longer before the first look than this is not new, but found late. */
const lateMs = 2 * 24 * 3_600_000;

type Source = Pick<RadarSourceRow, 'id' | 'project_id' | 'competitor_id' | 'baseline_at' | 'checks' | 'learnt'>;

/** Decides, once all pages have been seen, what really changed; each change is written together with its page. Pages that are gone are asked again first. */
export async function conclude(needs: CheckNeeds, source: Source, seen: Seen, owns: (url: string) => boolean): Promise<Told> {
  const { store, system, ground, looking } = needs;
  const told: Told = { new: 0, updated: 0, removed: 0, moved: 0 };
  const turn = system.turns(looking.signal);
  const goals = seen.moved.map(({ to }) => to);
  const isGoal = (url: string) => goals.some((goal) => isSameAddress(goal, url));

  async function settle(head: PageHead, columns: PageColumns, found: Found | undefined, page?: PageText | null): Promise<void> {
    await needs.writeStep('telling what changed', async (tx) => {
      await setPage(tx, head.number, { ...columns, turn: source.checks });
      if (found) await recordChange(tx, system, source, found);
      if (page !== undefined) await needs.index(tx, head.url, page);
    });
    if (found) told[found.kind]++;
    await turn();
  }

  /** Pages that are there: new ones, those that are there again, and updates. */
  async function settleDiffering(): Promise<void> {
    const known = seen.differing.filter(({ head }) => head.status === 'read');
    const fresh = seen.differing.filter(({ head }) => head.status !== 'read');
    const { counters: before } = parsed<Learnt>(source.learnt);
    const lines = await linesOfSource(
      store.db,
      { id: source.id, learnt: new Set(before) },
      fresh.map(({ page }) => page),
      turn,
    );
    const { updates, counters } = await updatesAmong(await compared(store.db, known, turn), lines, ground, { now: system.now(), turn });
    for (const one of known) await settle(one.head, await readColumns(one), updates.get(one.head.number), one.page);
    for (const one of fresh) {
      const isNews = !one.page.isIndex && !isGoal(one.head.url) && (one.head.status === 'gone' || !isLate(one, source.baseline_at!));
      await settle(one.head, await readColumns(one), isNews ? await newPage(one, ground) : undefined, one.page);
    }
    const learnt: Learnt = { counters: [...counters].slice(-maxCounters) };
    await needs.writeStep('learning what only counts', async (tx) => {
      await tx
        .updateTable('radar_sources')
        .set({ learnt: JSON.stringify(learnt) })
        .where('id', '=', source.id)
        .execute();
    });
  }

  async function settleLost(): Promise<void> {
    const topics = await topicsOf(
      store.db,
      [...seen.gone, ...seen.moved.map(({ head }) => head)].map(({ number }) => number),
    );
    const lost = (head: PageHead, to: string | null) => lostPage({ ...head, ...topics.get(head.number)! }, to);
    for (const { head, to } of seen.moved) {
      const goal = normaliseUrl(to);
      await settle(head, { ...goneColumns, status: 'moved', gone_at: system.now() }, lost(head, goal ?? to), null);
      if (goal !== null && owns(goal)) await keepGoal(goal);
    }
    for (const head of seen.gone) {
      const again = await lookAt(looking, { url: head.url, etag: null, last_modified: null });
      if (again.saw === 'gone') await settle(head, { ...goneColumns, status: 'gone', gone_at: system.now() }, lost(head, null), null);
      // It is looked at first next time.
      else await settle(head, { hinted: 1 }, undefined);
    }
  }

  /** The goal of a move is known from now on, and will be read in its turn: it is no news. */
  async function keepGoal(url: string): Promise<void> {
    await needs.writeStep('telling what changed', async (tx) => {
      const row = { source_id: source.id, url, status: 'listed' as const, is_index: 0, hinted: 0, turn: -1, found_at: system.now() };
      await tx
        .insertInto('radar_pages')
        .values(row)
        .onConflict((conflict) => conflict.columns(['source_id', 'url']).doNothing())
        .execute();
    });
  }

  if (seen.differing.length > 0) await settleDiffering();
  await settleLost();
  return told;
}

/** Of a page that is gone only what it was about is kept. */
const goneColumns: PageColumns = { hinted: 0, etag: null, last_modified: null, lines: null, snapshot: null };

function isLate({ page }: Differing, baselineAt: number): boolean {
  return page.publishedAt !== null && page.publishedAt < baselineAt - lateMs;
}
