import { onTestFinished } from 'vitest';
import { openStore } from '../../src/db/open.ts';
import { dateOf, dayNumber } from '../../src/services/search-console/store/dates.ts';
import { createSearchStore } from '../../src/services/search-console/store/store.ts';
import { keysOf, type DayRow, type GroupedBy, type Property, type SearchStore } from '../../src/services/search-console/store/types.ts';
import { quietSystem } from './store.ts';
import type { TestApp } from './test-app.ts';

/** One searcher's view of a day. */
export interface Seen {
  date: string;
  query: string;
  page?: string;
  country?: string;
  device?: string;
  clicks: number;
  impressions: number;
  position: number;
}

export interface HeldSearch {
  search: SearchStore;
  property: Property;
  /** Keeps days in all tables, as a sync would. `withheld`: what Google tells in the day rows only. */
  keep(seen: readonly Seen[], withheld?: number): Promise<void>;
}

/** Opens the project's store of Search Console beside the desk, as the job of a sync would have it. */
export async function holdSearch({ desk, home }: Pick<TestApp, 'desk' | 'home'>, name = 'sc-domain:example.com'): Promise<HeldSearch> {
  const system = quietSystem();
  const store = openStore(home, system);
  onTestFinished(() => store.close());
  const { data } = (await desk.call('projects_list')) as { data: { id: string }[] };
  const search = createSearchStore({ store, system });
  const property = await search.open(data[0]!.id, name);
  return {
    search,
    property,
    async keep(seen, withheld = 0) {
      const dates = [...new Set(seen.map(({ date }) => date))];
      for (const table of Object.keys(keysOf) as GroupedBy[]) {
        await search.putDays(property, { table, rows: rowsBy(table, seen, withheld) });
        await search.markDays(property, table, dates, true);
      }
      await search.sumMonths(property);
    },
  };
}

function rowsBy(table: GroupedBy, seen: readonly Seen[], withheld: number): DayRow[] {
  const keyed = (one: Seen) =>
    keysOf[table].map((kind) => one[kind] ?? { page: 'https://example.com/', country: 'usa', device: 'desktop' }[kind as 'page']);
  return [...Map.groupBy(seen, (one) => [one.date, ...keyed(one)].join('\t')).values()].map((rows) => {
    const impressions = rows.reduce((sum, one) => sum + one.impressions, 0);
    return {
      date: rows[0]!.date,
      keys: keyed(rows[0]!),
      clicks: rows.reduce((sum, one) => sum + one.clicks, 0),
      impressions: impressions + (table === 'day' ? withheld : 0),
      position: impressions === 0 ? 0 : rows.reduce((sum, one) => sum + one.position * one.impressions, 0) / impressions,
    };
  });
}

/** So many days up to one, each as `of` has it. */
export function daily(until: string, days: number, of: (date: string, index: number) => Seen[]): Seen[] {
  return Array.from({ length: days }, (_, index) => of(dateOf(dayNumber(until) - days + 1 + index), index)).flat();
}
