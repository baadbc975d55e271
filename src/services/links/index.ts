import type { LinkDiscovery, LinkDiscoveryJob, LinkVerificationJob, LinkVerificationRequest } from '../../../schema/link-discovery.ts';
import type { Door } from '../common/group.ts';
import { createHosts } from '../common/hosts.ts';
import { countOwned } from '../common/queries.ts';
import { linkActions } from './actions.ts';
import { createDiscovering, removeCandidates } from './discovery/run.ts';
import { discoverProspects, startDiscovery } from './discovery/start.ts';
import type { Before, Given } from './given.ts';
import { createLinkOutreach, stuckMails, type LinkOutreach } from './outreach/index.ts';
import { linksOverview } from './overview.ts';
import { linkPortable } from './portable.ts';
import { prospectAging } from './prospects/aging.ts';
import { createProspects, type Prospects } from './prospects/prospects.ts';
import { removeProspectsOf } from './prospects/removal.ts';
import { createSuppressions, type Suppressions } from './suppressions/suppressions.ts';
import { createVerifying } from './verification/run.ts';
import { createDueVerification, forgetVerification, startVerification, verifyLinks } from './verification/verify.ts';

/** Sites that could link to the project's, and how they are asked. */
export interface LinkServices {
  linkOutreach: LinkOutreach;
  linkProspects: Prospects;
  linkSuppressions: Suppressions;
  linkDiscovery: LinkSearches;
}

/** Looking for sites that could link, and at links that are placed. */
export interface LinkSearches {
  /** By a job. Throws `not_found`, `project_required`, `site_required`, `invalid_input`, and `conflict` while one is under way. */
  discover(request: LinkDiscovery): Promise<LinkDiscoveryJob>;
  /** By a job. Throws `not_found`, `project_required`, `site_required`, and `conflict` where no link is placed. */
  verify(request: LinkVerificationRequest): Promise<LinkVerificationJob>;
}

/** Searches at once in one process, each of another project: each waits for others' servers most of the time. */
const slots = { discovery: 2, verification: 2 };

export const openLinks: Door<Before, LinkServices> = (foundation, before) => {
  const given: Given = { ...foundation, ...before };
  const { store, system, queue } = foundation;
  const looking = { ...given, hosts: createHosts(store, system) };
  return {
    portable: linkPortable,
    services: {
      linkOutreach: createLinkOutreach(given),
      linkProspects: createProspects(given),
      linkSuppressions: createSuppressions(given),
      linkDiscovery: { discover: (request) => startDiscovery(given, request), verify: (request) => startVerification(given, request) },
    },
    jobs: [
      { kind: discoverProspects, how: createDiscovering(looking), slots: slots.discovery },
      { kind: verifyLinks, how: createVerifying(looking), slots: slots.verification },
    ],
    work: [createDueVerification(given), stuckMails(given)],
    async removeProject(tx, projectId) {
      await forgetVerification(tx, queue, projectId);
      return (await removeCandidates(tx, projectId)) || removeProspectsOf(tx, projectId);
    },
    retention: () => prospectAging(system),
    overview: (question) => linksOverview(store.db, system, question),
    actions: (question) => linkActions(given, question),
    holds: (projectId) => countOwned(store.db, projectId, { 'link prospects': 'link_prospects' }),
  };
};
