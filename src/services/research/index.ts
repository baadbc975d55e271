import type { AccountServices } from '../account/index.ts';
import type { Door } from '../common/group.ts';
import { createHosts } from '../common/hosts.ts';
import { suggestionRetention } from './suggestions/kept.ts';
import { suggestionsOn, type Asked, type SuggestionWish } from './suggestions/suggestions.ts';

/** What people search for. */
export interface ResearchServices {
  /** For other groups only: asks completion services, as much as fits before `signal` is aborted. What goes wrong is told, never thrown. */
  suggestionsOn(wish: SuggestionWish, how: { signal: AbortSignal; told: (step: string) => void }): Promise<Asked[]>;
}

export const openResearch: Door<AccountServices, ResearchServices> = ({ store, system, config }) => {
  const needs = { store, system, config, hosts: createHosts(store, system) };
  return {
    services: { suggestionsOn: (wish, how) => suggestionsOn(needs, wish, how) },
    retention: () => suggestionRetention(system),
  };
};
