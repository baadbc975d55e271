import type { Project } from '../../../../schema/projects.ts';
import type { AskedSource } from '../../../../schema/keywords.ts';
import { AppError } from '../../../errors.ts';
import type { System } from '../../../system.ts';
import type { SearchConsoleServices } from '../../search-console/index.ts';

/** A search in which the site was shown. */
export interface Shown {
  keyword: string;
}

export interface Searches {
  /** Those in which it was shown most first. */
  shown: Shown[];
  /** How many were read; none where nothing is stored. */
  asked: AskedSource[];
}

/** Searches of a site that are read, and how many in one go. */
export const maxSearches = 10_000;
const atOnce = 2_000;
const maxLength = 200;

/** The searches in which the site was shown, as Search Console's stored rows have them; none where nothing is stored. */
export async function shownFor(
  { searchConsole, system }: { searchConsole: SearchConsoleServices['searchConsole']; system: Pick<System, 'turns'> },
  { id: projectId }: Pick<Project, 'id'>,
): Promise<Searches> {
  const turn = system.turns();
  const shown: Shown[] = [];
  let [read, until, cursor]: [number, string | null, string | undefined] = [0, null, undefined];
  let all: number | null = null;
  try {
    do {
      const page = await searchConsole.query({ projectId, dimensions: ['query'], sort: 'impressions', limit: atOnce, cursor });
      for (const { query } of page.data ?? []) if (query !== undefined && query.length <= maxLength) shown.push({ keyword: query });
      read += page.data?.length ?? 0;
      ({ until } = page.period);
      all = page.count;
      cursor = page.nextCursor ?? undefined;
      await turn();
    } while (cursor !== undefined && read < maxSearches);
  } catch (error) {
    // What is not connected, or not told apart, says nothing here: search_console_query tells why.
    if (!(error instanceof AppError) || !untold.has(error.code)) throw error;
  }
  const detail = `Of ${all ?? 'more'} searches the ${read} in which the site was shown most were read.`;
  const why = cursor === undefined ? null : { reason: 'limit', detail };
  return { shown, asked: read === 0 ? [] : [{ source: 'search_console', requests: 0, kept: read, keptSince: until, why }] };
}

const untold = new Set<string>(['integration_required', 'conflict', 'period_not_held']);
