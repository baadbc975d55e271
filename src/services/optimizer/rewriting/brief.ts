import type { OptimizationStatus } from '../../../../schema/optimizations.ts';
import type { OptimizationBrief, OptimizationBriefQuestion } from '../../../../schema/rewrites.ts';
import type { Project } from '../../../../schema/projects.ts';
import type { OptimizationRow } from '../../../db/rows/optimizer.ts';
import { AppError } from '../../../errors.ts';
import { countWords } from '../../../language/tokens.ts';
import { fitBrief, sectionsToRead } from '../../../writing/rewrite/fit-brief.ts';
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
  /** All of it, however long. */
  async function whole(row: OptimizationRow, { tone, styleGuide }: Project): Promise<OptimizationBrief> {
    const [page, score] = [pageOf(row)!, scoreOf(row)!];
    const { passages, on } = sourcesOf(row);
    // Edits change the last text.
    const { markdown } = (row.writer === 'agent' ? lastText(row)?.text : undefined) ?? page;
    const { sections, keep } = await thread.run('partsToRewrite', [{ markdown: page.markdown, url: page.url }, markdown]);
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
      sections: sections.map(({ name, level, text }, index) => ({
        number: index + 1,
        section: name,
        level,
        words: countWords(text),
        markdown: text,
        cutAt: null,
      })),
      terms: score.terms
        .filter(({ status }) => status !== 'ok')
        .map(({ term, count, min, max, points, maxPoints }) => ({
          term,
          count,
          min,
          max,
          gain: Math.round((maxPoints - points) * 10) / 10,
        }))
        .toSorted((one, other) => other.gain - one.gain),
      questions: score.missingQuestions.slice(0, maxTopics).map(({ question }) => ({ question, passages: on[question] ?? [] })),
      headings: score.outlineDiff
        .filter(({ status }) => status === 'missing')
        .slice(0, maxTopics)
        .map(({ heading, in: used }) => ({ heading, usedBy: used.length, passages: on[heading] ?? [] })),
      passages,
      keep: keep.map(({ id, kind, text }) => ({ id, kind, text })),
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
      const brief = await whole(row, await projects.get(row.project_id));
      return sections === undefined ? fitBrief(brief) : sectionsToRead(brief, sections, from);
    },
  };
}

function notYet({ id, status, job_id }: OptimizationRow): AppError {
  return new AppError('conflict', `The optimization ${id} is ${status}: its brief is not made yet.`, {
    hint: `Wait with jobs_get (waitSeconds) for ${job_id}.`,
  });
}
