import type { OptimizationStatus } from '../../../../schema/optimizations.ts';
import type { OptimizationBrief, OptimizationBriefQuestion } from '../../../../schema/rewrites.ts';
import type { Project } from '../../../../schema/projects.ts';
import type { OptimizationRow } from '../../../db/rows/optimizer.ts';
import { AppError } from '../../../errors.ts';
import { topicGains } from '../../../writing/optimize/formula.ts';
import type { BriefFrame } from '../../../writing/rewrite/brief.ts';
import { rewriteShape, rewriteRules } from '../../../writing/rewrite/draft-shape.ts';
import { isoTimeOrNull } from '../../common/wire.ts';
import type { Given } from '../given.ts';
import { requestOf } from '../request.ts';
import { optimizationRow, pageOf, scoreOf } from '../rows.ts';
import { sourcesOf } from './passages.ts';
import { lastText } from './rewritten.ts';

/** What whoever rewrites a page is handed. */
export interface Briefs {
  /** In under 10,000 tokens. Throws `not_found`, and `conflict` if it is not made yet. */
  brief(input: OptimizationBriefQuestion): Promise<OptimizationBrief>;
}

const maxTopics = 12;

export function createBriefs({ store, projects, thread }: Given): Briefs {
  function frameOf(row: OptimizationRow, { tone, styleGuide }: Project): BriefFrame {
    const [page, score] = [pageOf(row)!, scoreOf(row)!];
    const { passages, on } = sourcesOf(row);
    const gainOf = topicGains(score);
    return {
      optimizationId: row.id,
      status: row.status as OptimizationStatus,
      draftDueAt: isoTimeOrNull(row.draft_due_at),
      url: page.url,
      keyword: row.keyword!,
      language: row.language!,
      title: page.title,
      h1: page.h1,
      metaDescription: page.metaDescription,
      tone,
      styleGuide,
      instructions: requestOf(row).instructions,
      scoreBefore: score.score,
      breakdown: score.breakdown,
      length: score.length,
      questions: score.missingQuestions.slice(0, maxTopics).map(({ question }) => ({ question, passages: on[question] ?? [] })),
      headings: score.outlineDiff
        .filter(({ status }) => status === 'missing')
        .slice(0, maxTopics)
        .map(({ heading, in: used }) => ({ heading, usedBy: used.length, gain: gainOf(used.length), passages: on[heading] ?? [] })),
      passages,
      ...(page.notRead && { notRead: [...page.notRead] }),
      left: null,
      doNots: [...rewriteRules(passages.length > 0)],
      draftShape: rewriteShape,
    };
  }

  return {
    async brief({ id, sections, from = 0 }) {
      const row = await optimizationRow(store.db, id);
      if (row.before === null || (row.passages === null && row.writer === 'agent')) throw notYet(row);
      const page = pageOf(row)!;
      // Edits change the last text.
      const { markdown } = (row.writer === 'agent' ? lastText(row)?.text : undefined) ?? page;
      const frame = frameOf(row, await projects.get(row.project_id));
      const only = sections === undefined ? null : { sections, from };
      return thread.run('briefOf', [{ frame, page, text: markdown, score: scoreOf(row)!, only }]);
    },
  };
}

function notYet({ id, status, job_id }: OptimizationRow): AppError {
  return new AppError('conflict', `The optimization ${id} is ${status}: its brief is not made yet.`, {
    hint: `Wait with jobs_get (waitSeconds) for ${job_id}.`,
  });
}
