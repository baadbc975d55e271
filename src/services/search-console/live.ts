import type { SearchRow } from '../../../schema/search-console.ts';
import { maxRows, type AnalyticsQuestion } from '../../providers/search-console/search-console.ts';
import type { Google } from './google.ts';
import { figuresOf } from './reports/figures.ts';
import type { AskLive } from './reports/report.ts';
import { sumsOf } from './store/days.ts';

/** Asks Google for combinations that no table holds. */
export function createAskLive(google: Google): AskLive {
  return async ({ projectId, property, dimensions, filters, period, limit }) => {
    const client = await google(projectId);
    if (!client) return undefined;
    const rows = await client.query(property, {
      startDate: period.since,
      endDate: period.until,
      dimensions,
      filters: filtersOf(filters),
      rowLimit: Math.min(limit, maxRows),
      startRow: 0,
    });
    return rows.map(({ keys, ...figures }): SearchRow => {
      const named = Object.fromEntries(dimensions.map((dimension, index) => [dimension, shown(dimension, keys[index]!)]));
      return { ...named, ...figuresOf(sumsOf(figures)) };
    });
  };
}

/** Codes are written in lower case here. */
const shown = (dimension: string, key: string) => (dimension === 'country' || dimension === 'device' ? key.toLowerCase() : key);

/** Google has no "is, or else holds": a text is looked for in those that hold it, in whatever case. */
function filtersOf({ query, page, country, device }: Parameters<AskLive>[0]['filters']): AnalyticsQuestion['filters'] {
  return [
    ...(query === undefined ? [] : [{ dimension: 'query', operator: 'contains', expression: query } as const]),
    ...(page === undefined ? [] : [{ dimension: 'page', operator: 'contains', expression: page } as const]),
    ...(country === undefined ? [] : [{ dimension: 'country', operator: 'equals', expression: country.toLowerCase() } as const]),
    ...(device === undefined ? [] : [{ dimension: 'device', operator: 'equals', expression: device.toUpperCase() } as const]),
  ];
}
