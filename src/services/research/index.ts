import type { AccountServices } from '../account/index.ts';
import type { Door } from '../common/group.ts';

export interface ResearchServices {}

export const openResearch: Door<AccountServices, ResearchServices> = () => ({ services: {} });
