import type { LinkDiscovery, LinkDiscoveryJob } from '../../../schema/link-discovery.ts';
import type { Door } from '../common/group.ts';
import { createHosts } from '../common/hosts.ts';
import { createDiscovering } from './discovery/run.ts';
import { discoverProspects, startDiscovery } from './discovery/start.ts';
import type { Before, Given } from './given.ts';

/** Sites that could link to the project's, and how they are asked. */
export interface LinkServices {
  linkDiscovery: {
    /** By a job. Throws `not_found`, `project_required`, `site_required`, `invalid_input`, and `conflict` while one is under way. */
    discover(request: LinkDiscovery): Promise<LinkDiscoveryJob>;
  };
}

/** Searches at once in one process, each of another project: each waits for others' servers most of the time. */
const discoverySlots = 2;

export const openLinks: Door<Before, LinkServices> = (foundation, before) => {
  const given: Given = { ...foundation, ...before };
  const looking = { ...given, hosts: createHosts(foundation.store, foundation.system) };
  return {
    services: {
      linkDiscovery: { discover: (request) => startDiscovery(given, request) },
    },
    jobs: [{ kind: discoverProspects, how: createDiscovering(looking), slots: discoverySlots }],
  };
};
