import type { Project } from '../../../../schema/projects.ts';
import { keyNumbers } from '../queries.ts';
import { leftOut } from '../store/tally.ts';
import type { Property, SearchStore } from '../store/types.ts';
import { positionOf, rounded } from './figures.ts';
import type { Given, Held } from './held.ts';
import { pagesShown } from './shown-pages.ts';
import { heldNow } from './source.ts';

/** Where a site was shown for what was searched. */
export interface Standings {
  /** The last day of the period. */
  until: string;
  /** Whether the rows lack what an export cut: what is not among them may have been searched all the same. */
  isCut: boolean;
  /** By query. */
  of: ReadonlyMap<string, Standing>;
  /** Why no page is told. */
  whyNoPage: string;
}

export interface Standing {
  position: number | null;
  page: string | null;
}

/** What stored rows say of searches, over the period that `query` answers where none is named; null where none are held. */
export function createStandings(needs: Given & { search: SearchStore }) {
  return async function standings(project: Project, queries: readonly string[]): Promise<Standings | null> {
    const held = await heldNow(needs, project, 'query', ['query_page']);
    return held && standingsIn(needs, held.property, held.now, queries);
  };
}

async function standingsIn(needs: Given, property: Property, now: Held, queries: readonly string[]): Promise<Standings> {
  const keys = await keyNumbers(needs.store.db, property.number, 'query', [...new Set(queries)]);
  const numbers = keys.map(({ number }) => number);
  const wanted = new Set(numbers);
  const tally = await now.tally('query', { of: (key) => (wanted.has(key) ? key : leftOut), upTo: Math.max(-1, ...numbers) });
  const pages = await pagesShown({ ...needs, now, property }, {}, numbers);
  const standingOf = (number: number): Standing => {
    const { impressions, positions } = tally.of(number);
    const position = positionOf(impressions, positions);
    return { position: position === null ? null : rounded(position, 1), page: 'why' in pages ? null : (pages.get(number) ?? null) };
  };
  const shown = keys.filter(({ number }) => tally.of(number).impressions > 0);
  return {
    until: now.period.until,
    isCut: !now.isWhole('query'),
    of: new Map(shown.map(({ text, number }) => [text, standingOf(number)])),
    whyNoPage: 'why' in pages ? pages.why : 'provider_has_none',
  };
}
