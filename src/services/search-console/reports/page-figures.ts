import type { Project } from '../../../../schema/projects.ts';
import { pageKey } from '../../../crawl/url.ts';
import { AppError } from '../../../errors.ts';
import { inBatches } from '../../common/slices.ts';
import { keyTexts } from '../queries.ts';
import type { Sums } from '../store/packed.ts';
import type { Tally } from '../store/tally.ts';
import type { SearchStore } from '../store/types.ts';
import { figuresOf, rounded, type Figures } from './figures.ts';
import type { Given, Held } from './held.ts';
import { allClicks, lossAmong } from './movements.ts';
import { propertyOf } from './property.ts';
import { sourceFor } from './source.ts';
import { thresholds } from './thresholds.ts';

/** Why something is not known, as `why` has it. */
export type Untold = 'integration_required' | 'not_checked' | 'provider_has_none' | 'too_few';

/** What Google shows of a page. */
export interface PageFigures extends Figures {
  loss: Loss | Untold;
}

/** How a page moved against the period before. */
export interface Loss {
  /** The share of its clicks that it lost and the other pages kept; 0 where it does not decay. */
  share: number;
  /** Clicks of the period that it lost so. */
  clicks: number;
  /** Of a page that decays: how many clicks, and why, in words. */
  reason: string | null;
}

/** What Google shows of some pages, in the last 28 days that are held, else in the latest import. */
export interface ShownPages extends Pick<Held, 'source' | 'period'> {
  property: string;
  /** Undefined where Google shows no page at that address. */
  at(url: string): PageFigures | undefined;
}

/** Looks for pages by their addresses, however Google writes them. */
export type PageFiguresOf = (project: Project, urls: readonly string[]) => Promise<ShownPages | Untold>;

/** Texts that are read at a time, some milliseconds. */
const textsAtOnce = 1_000;

export function createPageFigures(needs: Given & { search: SearchStore }): PageFiguresOf {
  return async (project, urls) => {
    try {
      return await shown(needs, project, urls);
    } catch (error) {
      const why = error instanceof AppError && untold[error.code];
      if (why) return why;
      throw error;
    }
  };
}

const untold: Partial<Record<AppError['code'], Untold>> = {
  integration_required: 'integration_required',
  // Several properties, none of which is named; or one without a table by page.
  conflict: 'not_checked',
  period_not_held: 'not_checked',
};

async function shown(needs: Given & { search: SearchStore }, project: Project, urls: readonly string[]): Promise<ShownPages | Untold> {
  const property = await propertyOf(needs.search, project);
  const { now, before } = await sourceFor(needs, property, 'page', {}, 'previous');
  if (!now.has('page')) return 'provider_has_none';
  const was = before?.has('page') ? await before.tally('page') : null;
  const is = await now.tally('page');
  const wanted = new Map(urls.map((url) => [pageKey(url), { is: nothing, was: nothing }]));
  const numbers = numbersIn(was ? [is, was] : [is]);
  await inBatches(wanted.size === 0 ? [] : numbers, textsAtOnce, needs.system.turns(), async (some) => {
    const texts = await keyTexts(needs.store.db, property.number, [{ kind: 'page', numbers: some }]);
    for (const number of some) {
      const page = wanted.get(pageKey(texts.get(`page ${number}`)!));
      if (!page) continue;
      page.is = together(page.is, is.of(number));
      page.was = together(page.was, was?.of(number) ?? nothing);
    }
  });
  const lossOf = lossesIn(now, is, was);
  return {
    property: property.name,
    source: now.source,
    period: now.period,
    at(url: string) {
      const page = wanted.get(pageKey(url));
      // A page that was shown before and no longer is has no clicks, unless its row was cut off.
      const isKnown = page && (page.is.impressions > 0 || (page.was.impressions > 0 && now.isWhole('page')));
      return isKnown ? { ...figuresOf(page.is), loss: lossOf(page.is, page.was) } : undefined;
    },
  };
}

function lossesIn({ source }: Held, is: Tally, was: Tally | null): (now: Sums, before: Sums) => PageFigures['loss'] {
  if (!was) return () => (source === 'api' ? 'not_checked' : 'provider_has_none');
  const { expectedOf, lostBy, reasonOf } = lossAmong({ clicks: allClicks(is), clicksBefore: allClicks(was) }, 'the other pages');
  return (now, before) => {
    if (before.clicks < thresholds.decayLeast) return 'too_few';
    const lost = lostBy(now.clicks, before.clicks);
    const share = lost === 0 ? 0 : rounded(lost / expectedOf(now.clicks, before.clicks), 2);
    return { share, clicks: lost, reason: lost === 0 ? null : reasonOf(now, before) };
  };
}

const nothing: Sums = { clicks: 0, impressions: 0, positions: 0 };

const together = (one: Sums, other: Sums): Sums => ({
  clicks: one.clicks + other.clicks,
  impressions: one.impressions + other.impressions,
  positions: one.positions + other.positions,
});

function numbersIn(tallies: readonly Tally[]): number[] {
  const numbers = new Set<number>();
  for (const tally of tallies) tally.each((number) => void numbers.add(number));
  return [...numbers];
}
