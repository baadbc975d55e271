import type { Project } from '../../../../schema/projects.ts';
import { AppError } from '../../../errors.ts';
import type { SearchConsoleServices } from '../../search-console/index.ts';

/** A search in which the site was shown. */
export interface Shown {
  keyword: string;
}

const mostShown = 100;
const maxLength = 200;

/** The searches in which the site was shown most, as Search Console's stored rows have them; none where nothing is kept. */
export async function shownFor(searchConsole: SearchConsoleServices['searchConsole'], { id: projectId }: Project): Promise<Shown[]> {
  try {
    const { data } = await searchConsole.query({ projectId, dimensions: ['query'], sort: 'impressions', limit: mostShown });
    return (data ?? []).flatMap(({ query }) => (query === undefined || query.length > maxLength ? [] : [{ keyword: query }]));
  } catch (error) {
    // What is not connected, or not told apart, says nothing here: search_console_query tells why.
    if (error instanceof AppError && untold.has(error.code)) return [];
    throw error;
  }
}

const untold = new Set<string>(['integration_required', 'conflict', 'period_not_held']);
