import type { Door } from '../common/group.ts';
import type { Before } from './given.ts';
import { createLinkOutreach, stuckMails, type LinkOutreach } from './outreach/index.ts';

/** Sites that could link to the project's, and how they are asked. */
export interface LinkServices {
  linkOutreach: LinkOutreach;
}

export const openLinks: Door<Before, LinkServices> = (foundation, before) => {
  const given = { ...foundation, ...before };
  return { services: { linkOutreach: createLinkOutreach(given) }, work: [stuckMails(given)] };
};
