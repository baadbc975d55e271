import { keyTexts } from '../queries.ts';
import type { Tally } from '../store/tally.ts';
import type { SearchStore } from '../store/types.ts';
import { figuresOf, type Figures } from './figures.ts';
import type { Given } from './held.ts';
import type { Owner } from './property.ts';
import { heldNow } from './source.ts';

/** A page that Google shows of a site. */
export interface SitePage extends Pick<Figures, 'impressions' | 'position'> {
  url: string;
}

/** Those shown most first; none where none are held. Bounded. */
export type SitePagesOf = (project: Owner) => Promise<SitePage[]>;

export const maxSitePages = 2_000;

/** Of the last 28 days that are held, else of the latest import. */
export function createSitePages(needs: Given & { search: SearchStore }): SitePagesOf {
  return async (project) => {
    const held = await heldNow(needs, project, 'page');
    if (!held) return [];
    const turn = needs.system.turns();
    const tally = await held.now.tally('page');
    await turn();
    const numbers = await mostShown(tally, turn);
    const texts = await keyTexts(needs.store.db, held.property.number, [{ kind: 'page', numbers }]);
    return numbers.map((number) => ({ url: texts.get(`page ${number}`)!, ...figuresOf(tally.of(number)) }));
  };
}

async function mostShown(tally: Tally, turn: () => Promise<void>): Promise<number[]> {
  const all: number[] = [];
  tally.each((_, __, impressions) => void all.push(impressions));
  const least = new Float64Array(all).toSorted().at(-maxSitePages) ?? 0;
  await turn();
  const most: { key: number; impressions: number }[] = [];
  tally.each((key, _, impressions) => void (impressions >= least && most.push({ key, impressions })));
  const sorted = most.toSorted((one, other) => other.impressions - one.impressions || one.key - other.key);
  await turn();
  return sorted.slice(0, maxSitePages).map(({ key }) => key);
}
