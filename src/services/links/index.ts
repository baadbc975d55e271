import type { Door } from '../common/group.ts';
import type { Before, Given } from './given.ts';
import { createLinkOutreach, stuckMails, type LinkOutreach } from './outreach/index.ts';
import { linksOverview } from './overview.ts';
import { prospectAging } from './prospects/aging.ts';
import { createProspects, type Prospects } from './prospects/prospects.ts';
import { removeProspectsOf } from './prospects/removal.ts';
import { createSuppressions, type Suppressions } from './suppressions/suppressions.ts';

/** Sites that could link to the project's, and how they are asked. */
export interface LinkServices {
  linkOutreach: LinkOutreach;
  linkProspects: Prospects;
  linkSuppressions: Suppressions;
}

export const openLinks: Door<Before, LinkServices> = (foundation, before) => {
  const given: Given = { ...foundation, ...before };
  const { store, system } = foundation;
  return {
    services: {
      linkOutreach: createLinkOutreach(given),
      linkProspects: createProspects(given),
      linkSuppressions: createSuppressions(given),
    },
    work: [stuckMails(given)],
    removeProject: removeProspectsOf,
    retention: () => prospectAging(system),
    overview: (question) => linksOverview(store.db, system, question),
  };
};
