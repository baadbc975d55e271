import type { AccountServices } from '../account/index.ts';
import type { ArticleServices } from '../articles/index.ts';
import type { Door } from '../common/group.ts';
import type { PlanningServices } from '../planning/index.ts';
import type { TopicServices } from '../topics/index.ts';
import type { VisibilityServices } from '../visibility/index.ts';
import { createActions, type Actions } from './actions.ts';
import { createAutofill, type Autofill } from './autofill/autofill.ts';
import { oldPlans, removePlans } from './autofill/plans.ts';
import { createBoard } from './board.ts';
import { markRetention, removeMarks } from './marks.ts';
import { autopilotPortable } from './portable.ts';

/** What to do next, from all that the other groups know, and what the desk does by itself. */
export interface AutopilotServices {
  actions: Actions;
  autofill: Autofill;
}

type Before = AccountServices & ArticleServices & PlanningServices & TopicServices & VisibilityServices;

export const openAutopilot: Door<Before, AutopilotServices> = (foundation, before) => {
  const { store, system, groups, invoke } = foundation;
  return {
    portable: autopilotPortable,
    services: {
      actions: createActions({ store, system, projects: before.projects, board: createBoard({ store, system, groups }), invoke }),
      autofill: createAutofill({ store, system, ...before }),
    },
    removeProject: async (tx, projectId) => (await removeMarks(tx, projectId)) || removePlans(tx, projectId),
    retention: () => [markRetention(system), oldPlans(system)],
  };
};
