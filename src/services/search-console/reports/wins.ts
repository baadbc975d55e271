import type { Project } from '../../../../schema/projects.ts';
import { keyTexts } from '../queries.ts';
import type { SearchStore } from '../store/types.ts';
import { quickWins } from './chances.ts';
import { figuresOf, type Figures } from './figures.ts';
import { groupingOf } from './grouping.ts';
import type { Given } from './held.ts';
import { pagesShown } from './shown-pages.ts';
import { heldNow } from './source.ts';

/** A search that Google shows the site for a little too far down. */
export interface QuickWin extends Figures {
  query: string;
  /** The one shown most; null where that is not told. */
  page: string | null;
  /** Clicks of the period that it would win a few places higher. */
  toWin: number;
  reason: string;
}

/** Those that would win most first, and how many there are. */
export type QuickWinsOf = (project: Project, limit: number) => Promise<{ wins: QuickWin[]; count: number }>;

/** What the view `quick_wins` lists, with what it goes by. */
export function createQuickWins(needs: Given & { search: SearchStore }): QuickWinsOf {
  return async (project, limit) => {
    const held = await heldNow(needs, project, 'query', ['query_page']);
    if (!held) return { wins: [], count: 0 };
    const { property, now } = held;
    const { store, system } = needs;
    const grouping = await groupingOf(store.db, system.turns(), property.number, 'query', ['query'], {});
    const asked = { store, system, project, property, grouping, now, before: null, limit };
    const { rows, count } = await quickWins(asked);
    const shown = rows.slice(0, limit);
    const numbers = shown.map(({ key }) => key);
    const pages = await pagesShown(asked, {}, numbers);
    const texts = await keyTexts(store.db, property.number, [{ kind: 'query', numbers }]);
    const wins = shown.map(({ key, rank: toWin, sums, reason }): QuickWin => {
      const page = 'why' in pages ? null : (pages.get(key) ?? null);
      return { query: texts.get(`query ${key}`)!, page, ...figuresOf(sums), toWin, reason: reason! };
    });
    return { wins, count };
  };
}
