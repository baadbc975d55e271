import type { DiscoveredKeywords, KeywordDiscovery, KeywordSearch, SearchedKeywords } from '../../../schema/keywords.ts';
import type { Market } from '../../providers/keyword-data/markets.ts';
import type { Caller } from '../../operation.ts';
import type { AccountServices } from '../account/index.ts';
import type { ArticleServices } from '../articles/index.ts';
import type { Door } from '../common/group.ts';
import { createHosts } from '../common/hosts.ts';
import type { KnowledgeServices } from '../knowledge/index.ts';
import type { PlanningServices } from '../planning/index.ts';
import type { SearchConsoleServices } from '../search-console/index.ts';
import { discover } from './keywords/discover.ts';
import { keptVolumes, metricsRetention } from './keywords/kept.ts';
import { searchKeywords } from './keywords/search.ts';
import type { SiteServices } from '../site/index.ts';
import { createCompetitorGap, findGap, type CompetitorGap } from './gap/gap.ts';
import { gapAsCsv, gapExport, gapRetention, removeGaps } from './gap/csv.ts';
import { createGapFinding } from './gap/run.ts';
import { resultsRetention } from './results/kept.ts';
import { createResults, type Results } from './results/results.ts';
import { suggestionRetention } from './suggestions/kept.ts';
import { suggestionsOn, type Asked, type SuggestionWish } from './suggestions/suggestions.ts';
import { researchPortable } from './portable.ts';

export { saidOn } from './keywords/said.ts';
export { spellingsOn } from './keywords/spellings.ts';
export type { Results } from './results/results.ts';

/** What people search for. */
export interface ResearchServices {
  keywords: {
    /** Asks completion services within the call. Throws `invalid_input`, `not_found`, `project_required`, and the signal's reason. */
    discover(input: KeywordDiscovery, caller: Pick<Caller, 'signal' | 'progress'>): Promise<DiscoveredKeywords>;
    /** What a provider refuses is told in the answer. Throws `invalid_input`, `not_found`, `project_required`, and the signal's reason. */
    search(input: KeywordSearch, caller: Pick<Caller, 'signal'>): Promise<SearchedKeywords>;
  };
  competitorGap: CompetitorGap;
  /** For other groups only. */
  results: Results;
  /** For other groups only: searches a month of each keyword, as far as they are kept; null where they are not. Nobody is asked. */
  volumesOf(asked: readonly (Market & { keyword: string })[]): Promise<(number | null)[]>;
  /** For other groups only: asks completion services, as much as fits before `signal` is aborted. What goes wrong is told, never thrown. */
  suggestionsOn(wish: SuggestionWish, how: { signal: AbortSignal; told: (step: string) => void }): Promise<Asked[]>;
}

/** Gaps at once in one process: each reads many pages. */
const gapSlots = 1;

type Before = AccountServices & KnowledgeServices & SiteServices & ArticleServices & PlanningServices & SearchConsoleServices;

export const openResearch: Door<Before, ResearchServices> = ({ store, system, config }, before) => {
  const asking = { store, system, config, hosts: createHosts(store, system) };
  const suggest: ResearchServices['suggestionsOn'] = (wish, how) => suggestionsOn(asking, wish, how);
  const results = createResults({ store, system, ...before });
  const needs = { ...before, ...asking, results, suggestionsOn: suggest };
  return {
    portable: researchPortable,
    services: {
      keywords: {
        discover: (input, caller) => discover(needs, input, caller),
        search: (input, { signal }) => searchKeywords(needs, input, signal),
      },
      competitorGap: createCompetitorGap({ store, ...before }),
      results,
      suggestionsOn: suggest,
      volumesOf: (asked) => keptVolumes(store.db, asked),
    },
    jobs: [{ kind: findGap, how: createGapFinding({ store, system, ...before }), slots: gapSlots }],
    exports: { [gapExport]: (jobId) => gapAsCsv(store.db, jobId) },
    removeProject: removeGaps,
    retention: () => [...suggestionRetention(system), metricsRetention(system), resultsRetention(system), gapRetention(system)],
  };
};
