import type { Project } from '../../../../schema/projects.ts';
import { keyTexts } from '../queries.ts';
import type { SearchStore } from '../store/types.ts';
import type { ListedRow } from './asked.ts';
import { lowCtr, quickWins } from './chances.ts';
import { figuresOf, positionOf, type Figures } from './figures.ts';
import { groupingOf } from './grouping.ts';
import type { Given, Held } from './held.ts';
import { pagesShown } from './shown-pages.ts';
import { percent } from './many.ts';
import { heldNow } from './source.ts';
import { thresholds } from './thresholds.ts';

/** A search that Google shows the site for a little too far down, or far up and clicked less than is usual there. */
export interface QuickWin extends Figures {
  query: string;
  /** The one shown most; null where that is not told. */
  page: string | null;
  /** Clicks of the period that it would win a few places higher, or as others do where it is. */
  toWin: number;
  reason: string;
}

/** Those that would win most first, and how many quick wins there are. `unclicked` stand above where quick wins do. The period is null where nothing is held. */
export type QuickWinsOf = (
  project: Project,
  limit: number,
) => Promise<{ wins: QuickWin[]; count: number; unclicked: QuickWin[]; period: Held['period'] | null }>;

/** What the views `quick_wins` and `low_ctr` list. */
export function createQuickWins(needs: Given & { search: SearchStore }): QuickWinsOf {
  return async (project, limit) => {
    const held = await heldNow(needs, project, 'query', ['query_page']);
    if (!held) return { wins: [], count: 0, unclicked: [], period: null };
    const { property, now } = held;
    const { store, system } = needs;
    const grouping = await groupingOf(store.db, system.turns(), property.number, 'query', ['query'], {});
    const asked = { store, system, project, property, grouping, now, before: null, limit };
    const { rows, count } = await quickWins(asked);
    const isAbove = ({ sums }: ListedRow) => positionOf(sums.impressions, sums.positions)! < thresholds.quickFrom;
    const unclicked = (await lowCtr(asked)).rows.slice(0, limit).filter(isAbove);
    const shown = rows.slice(0, limit);
    const numbers = [...shown, ...unclicked].map(({ key }) => key);
    const pages = await pagesShown(asked, {}, numbers);
    const texts = await keyTexts(store.db, property.number, [{ kind: 'query', numbers }]);
    const told = ({ key, rank: toWin, sums, reason }: ListedRow): QuickWin => {
      const page = 'why' in pages ? null : (pages.get(key) ?? null);
      return { query: texts.get(`query ${key}`)!, page, ...figuresOf(sums), toWin, reason: reason! };
    };
    const withShare = (win: QuickWin) => ({ ...win, reason: `Click-through ${percent(win.ctr!)}: ${win.reason}` });
    return { wins: shown.map(told), count, unclicked: unclicked.map(told).map(withShare), period: now.period };
  };
}
