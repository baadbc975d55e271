import type { AccountServices } from '../account/index.ts';
import type { Door } from '../common/group.ts';
import { listRankings } from './list.ts';
import type { Rankings } from './rankings.ts';
import { removeTracked, thinHistory } from './removal.ts';
import type { ProvidersOf } from './serving.ts';
import { trackKeywords, untrackKeyword } from './track.ts';

export interface RankingServices {
  rankings: Rankings;
}

export const openRankings: Door<AccountServices, RankingServices> = ({ store, system }, { projects }) => {
  const providersOf: ProvidersOf = async () => [];
  const needs = { store, system, projects, providersOf };
  return {
    services: {
      rankings: {
        list: (query) => listRankings(needs, query),
        track: (input, refused = []) => trackKeywords(needs, input, refused),
        untrack: (id) => untrackKeyword(needs, id),
      },
    },
    removeProject: removeTracked,
    retention: () => [thinHistory(system.now)],
  };
};
