import type { AccountServices } from '../account/index.ts';
import type { Door } from '../common/group.ts';

export interface TopicServices {}

export const openTopics: Door<AccountServices, TopicServices> = () => ({ services: {} });
