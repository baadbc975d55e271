import { AppError } from '../../../errors.ts';
import { keyTexts } from '../queries.ts';
import type { Tally } from '../store/tally.ts';
import type { SearchStore } from '../store/types.ts';
import type { Given } from './held.ts';
import { propertyOf, type Owner } from './property.ts';
import { sourceFor } from './source.ts';

/** The addresses that Google shows of a site, those shown most first; none where none are held. Bounded. */
export type SitePagesOf = (project: Owner) => Promise<string[]>;

export const maxSitePages = 2_000;

/** Of the last 28 days that are held, else of the latest import. */
export function createSitePages(needs: Given & { search: SearchStore }): SitePagesOf {
  return async (project) => {
    try {
      const property = await propertyOf(needs.search, project);
      const { now } = await sourceFor(needs, property, 'page', {}, 'none');
      if (!now.has('page')) return [];
      const numbers = mostShown(await now.tally('page'));
      const texts = await keyTexts(needs.store.db, property.number, [{ kind: 'page', numbers }]);
      return numbers.map((number) => texts.get(`page ${number}`)!);
    } catch (error) {
      // Nothing is held, or it is not said of which property: search_console_query tells.
      if (error instanceof AppError && untold.has(error.code)) return [];
      throw error;
    }
  };
}

const untold = new Set<string>(['integration_required', 'conflict', 'period_not_held']);

function mostShown(tally: Tally): number[] {
  const all: number[] = [];
  tally.each((_, __, impressions) => void all.push(impressions));
  const least = Float64Array.from(all).toSorted().at(-maxSitePages) ?? 0;
  const most: { key: number; impressions: number }[] = [];
  tally.each((key, _, impressions) => void (impressions >= least && most.push({ key, impressions })));
  const sorted = most.toSorted((one, other) => other.impressions - one.impressions || one.key - other.key);
  return sorted.slice(0, maxSitePages).map(({ key }) => key);
}
