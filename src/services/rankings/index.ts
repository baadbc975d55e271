import type { AccountServices } from '../account/index.ts';
import type { Door } from '../common/group.ts';

export interface RankingServices {}

export const openRankings: Door<AccountServices, RankingServices> = () => ({ services: {} });
