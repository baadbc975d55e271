import type { Door } from '../common/group.ts';
import type { Before } from './given.ts';

/** Sites that could link to the project's, and how they are asked. */
export interface LinkServices {}

export const openLinks: Door<Before, LinkServices> = () => ({ services: {} });
