import type { AccountServices } from '../account/index.ts';
import type { Door } from '../common/group.ts';
import { answersOfNobody, removeAnswersOf } from './removal.ts';

export const openVisibility: Door<AccountServices, object> = () => ({
  services: {},
  removeProject: removeAnswersOf,
  retention: () => [answersOfNobody()],
});
