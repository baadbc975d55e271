import { writingTasks } from '../../writing/tasks.ts';
import type { Door } from '../common/group.ts';
import { countOwned } from '../common/queries.ts';
import { createHosts } from '../common/hosts.ts';
import { optimizerActions } from './actions.ts';
import { createEnds } from './ends.ts';
import type { Before, Given } from './given.ts';
import { createOptimizations, type Optimizations } from './optimizations.ts';
import { optimizerOverview } from './overview.ts';
import { removeOptimizations } from './removal.ts';
import { optimizePage } from './request.ts';
import { createBriefs, type Briefs } from './rewriting/brief.ts';
import { createChecking } from './rewriting/checking.ts';
import { createRewriting } from './rewriting/rewrite.ts';
import { createSubmitting, type Submitting } from './rewriting/submit.ts';
import { createOptimizing } from './run.ts';
import { optimizerPortable } from './portable.ts';

/** Pages of the web, held against their competitors and written anew. */
export interface OptimizerServices {
  optimizations: Optimizations & Briefs & Submitting;
}

/** The time limit of one task; even the longest page takes only seconds. */
const maxTaskMs = 120_000;
/** Pages at once in one process: each waits for others' servers most of the time. */
const slots = 2;

export const openOptimizer: Door<Before, OptimizerServices> = (foundation, before) => {
  const { store, system, openThread } = foundation;
  const given: Given = { ...foundation, ...before, thread: openThread(writingTasks, { maxMs: maxTaskMs }) };
  const ends = createEnds(given);
  const checking = createChecking(given);
  const rewriting = createRewriting({ ...given, checking });
  const submitting = createSubmitting({ ...given, ends, checking });
  return {
    portable: optimizerPortable,
    services: { optimizations: { ...createOptimizations(given), ...createBriefs(given), ...submitting } },
    jobs: [
      {
        kind: optimizePage,
        how: createOptimizing({ ...given, hosts: createHosts(store, system), ends, rewriting }),
        slots,
      },
    ],
    overview: (question) => optimizerOverview(store.db, question),
    actions: (question) => optimizerActions(store.db, question),
    holds: (projectId) => countOwned(store.db, projectId, { optimizations: 'optimizations' }),
    removeProject: (tx, projectId) => removeOptimizations(tx, before.jobs, projectId),
  };
};
