import type { Given } from '../given.ts';
import { createDrafting, type Drafting } from './drafting.ts';
import { createSending, type Sending } from './sending.ts';

export { stuckMails } from './settle.ts';

/** Mails to sites that could link. */
export type LinkOutreach = Drafting & Sending;

export const createLinkOutreach = (given: Given): LinkOutreach => ({ ...createDrafting(given), ...createSending(given) });
