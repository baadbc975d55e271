import type { AccountServices } from '../account/index.ts';
import type { Door } from '../common/group.ts';

export interface SearchConsoleServices {}

export const openSearchConsole: Door<AccountServices, SearchConsoleServices> = () => ({ services: {} });
