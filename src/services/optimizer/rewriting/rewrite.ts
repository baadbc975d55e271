import type { Project } from '../../../../schema/projects.ts';
import type { OptimizationRow } from '../../../db/rows/optimizer.ts';
import type { PageScore } from '../../../writing/optimize/shapes.ts';
import type { JobAttempt } from '../../common/jobs.ts';
import type { Given } from '../given.ts';
import { competitorsOf, pageOf, scoreOf } from '../rows.ts';
import type { Checking } from './checking.ts';
import { documentsFor } from './documents.ts';
import { materialFor } from './material.ts';
import type { Rewritten } from './rewritten.ts';

/** Rewrites pages without an agent. */
export interface Rewriting {
  /** Where the writer can make nothing better, the text is that of the page. */
  write(
    row: OptimizationRow,
    project: Project,
    attempt: JobAttempt,
  ): Promise<{ rewrite: Rewritten; score: PageScore; usage: string | null }>;
}

export function createRewriting(given: Given & { checking: Checking }): Rewriting {
  const { store, thread, checking } = given;

  return {
    async write(row, project, { signal }) {
      const [page, score] = [pageOf(row)!, scoreOf(row)!];
      const about = {
        keyword: row.keyword!,
        language: row.language!,
        page,
        asked: [...(await checking.asked(project, row))],
        siteUrl: project.siteUrl,
      };
      const documentIds = await documentsFor(given, row, signal);
      const passages = await materialFor(given, { project, keyword: about.keyword, page, score, documentIds });
      const input = { ...about, competitors: await competitorsOf(store.db, row.id), score, passages };
      const { title, h1, metaDescription, markdown, evidence, left } = await thread.run('suggestRewrite', [input], signal);
      const handed = { text: { title, h1, metaDescription, markdown }, lossReasons: [], quotes: [], kept: [], evidence };
      const checked = await checking.check(row, project, handed, signal);
      return { rewrite: await checking.complete(handed, checked, { left, signal }), score: checked.score, usage: null };
    },
  };
}
