import type { AccountServices } from '../account/index.ts';
import type { Door } from '../common/group.ts';
import { createHosts } from '../common/hosts.ts';
import type { SiteServices } from '../site/index.ts';
import { createCompetitorGap, findGap, type CompetitorGap } from './gap/gap.ts';
import { gapAsCsv, gapExport, gapRetention, removeGaps } from './gap/csv.ts';
import { createGapFinding } from './gap/run.ts';
import { resultsRetention } from './results/kept.ts';
import { createResults, type Results } from './results/results.ts';
import { suggestionRetention } from './suggestions/kept.ts';
import { suggestionsOn, type Asked, type SuggestionWish } from './suggestions/suggestions.ts';

/** What people search for. */
export interface ResearchServices {
  competitorGap: CompetitorGap;
  /** For other groups only. */
  results: Results;
  /** For other groups only: asks completion services, as much as fits before `signal` is aborted. What goes wrong is told, never thrown. */
  suggestionsOn(wish: SuggestionWish, how: { signal: AbortSignal; told: (step: string) => void }): Promise<Asked[]>;
}

/** Gaps at once in one process: each reads many pages. */
const gapSlots = 1;

export const openResearch: Door<AccountServices & SiteServices, ResearchServices> = ({ store, system, config }, before) => {
  const needs = { store, system, config, hosts: createHosts(store, system) };
  return {
    services: {
      competitorGap: createCompetitorGap({ store, ...before }),
      results: createResults({ store, system, ...before }),
      suggestionsOn: (wish, how) => suggestionsOn(needs, wish, how),
    },
    jobs: [{ kind: findGap, how: createGapFinding({ store, system, ...before }), slots: gapSlots }],
    exports: { [gapExport]: (jobId) => gapAsCsv(store.db, jobId) },
    removeProject: removeGaps,
    retention: () => [...suggestionRetention(system), resultsRetention(system), gapRetention(system)],
  };
};
