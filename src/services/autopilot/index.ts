import type { AccountServices } from '../account/index.ts';
import type { ArticleServices } from '../articles/index.ts';
import type { Door } from '../common/group.ts';
import type { PlanningServices } from '../planning/index.ts';
import type { TopicServices } from '../topics/index.ts';
import type { VisibilityServices } from '../visibility/index.ts';
import { createAutofill, type Autofill } from './autofill/autofill.ts';
import { oldPlans, removePlans } from './autofill/plans.ts';

/** What the desk does by itself. */
export interface AutopilotServices {
  autofill: Autofill;
}

type Before = AccountServices & ArticleServices & PlanningServices & TopicServices & VisibilityServices;

export const openAutopilot: Door<Before, AutopilotServices> = ({ store, system }, before) => ({
  services: { autofill: createAutofill({ store, system, ...before }) },
  removeProject: removePlans,
  retention: () => [oldPlans(system)],
});
