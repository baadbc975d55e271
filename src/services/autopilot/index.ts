import type { AccountServices } from '../account/index.ts';
import type { Door } from '../common/group.ts';
import { createActions, type Actions } from './actions.ts';
import { createBoard } from './board.ts';
import { markRetention, removeMarks } from './marks.ts';

/** What to do next, from all that the other groups know. */
export interface AutopilotServices {
  actions: Actions;
}

export const openAutopilot: Door<AccountServices, AutopilotServices> = ({ store, system, groups, invoke }, { projects }) => ({
  services: { actions: createActions({ store, system, projects, board: createBoard({ store, system, groups }), invoke }) },
  removeProject: removeMarks,
  retention: () => [markRetention(system)],
});
