import type { Project } from '../../../../schema/projects.ts';
import type { OptimizationRow } from '../../../db/rows/optimizer.ts';
import { AppError } from '../../../errors.ts';
import type { PageScore } from '../../../writing/optimize/shapes.ts';
import type { JobAttempt } from '../../common/jobs.ts';
import type { Given } from '../given.ts';
import type { Checking } from './checking.ts';
import type { Rewritten } from './rewritten.ts';

/** Rewrites pages without an agent. */
export interface Rewriting {
  /** Null where the writer finds nothing that it could make better. */
  write(
    row: OptimizationRow,
    project: Project,
    attempt: JobAttempt,
  ): Promise<{ rewrite: Rewritten; score: PageScore; usage: string | null } | null>;
}

export function createRewriting(_given: Given & { checking: Checking }): Rewriting {
  return {
    async write() {
      throw new AppError('unavailable', 'No writer rewrites pages yet.');
    },
  };
}
