import type { Project } from '../../../../schema/projects.ts';
import type { OptimizationRow } from '../../../db/rows/optimizer.ts';
import type { PageScore } from '../../../writing/optimize/shapes.ts';
import { gatesIn } from '../../../writing/score/gates.ts';
import type { SuggestedRewrite, SuggestInput } from '../../../writing/rewrite/shapes.ts';
import type { JobAttempt } from '../../common/jobs.ts';
import { parsedOrNull } from '../../common/wire.ts';
import type { Given } from '../given.ts';
import { requestOf } from '../request.ts';
import { askedOf, competitorsOf, pageOf, scoreOf } from '../rows.ts';
import type { Checked, Checking, Handed } from './checking.ts';
import { materialFor } from './material.ts';
import type { ModelText, WrittenSteps } from './model.ts';
import { sourcesOf } from './passages.ts';
import type { Rewritten } from './rewritten.ts';

/** Rewrites pages without an agent. */
export interface Rewriting {
  /** Where the writer can make nothing better, the text is that of the page. */
  write(row: OptimizationRow, project: Project, attempt: JobAttempt): Promise<RewriteEnd>;
}

export interface RewriteEnd {
  rewrite: Rewritten;
  score: PageScore;
  usage: string | null;
}

const nothingBrought = { lossReasons: [], quotes: [], kept: [] };
const noBetter = 'What the model wrote scored no better than the page.';

export function createRewriting(given: Given & { checking: Checking }): Rewriting {
  const { store, thread, checking } = given;

  async function aboutOf(row: OptimizationRow, project: Project): Promise<Omit<SuggestInput, 'passages'>> {
    return {
      keyword: row.keyword!,
      language: row.language!,
      page: pageOf(row)!,
      asked: askedOf(row),
      siteUrl: project.siteUrl,
      competitors: await competitorsOf(store.db, row.id),
      score: scoreOf(row)!,
    };
  }

  async function suggested(row: OptimizationRow, project: Project, signal: AbortSignal): Promise<SuggestedRewrite> {
    const about = await aboutOf(row, project);
    const { documentIds } = sourcesOf(row);
    const wanted = { project, keyword: about.keyword, page: pageOf(row)!, score: about.score, documentIds };
    return thread.run('suggestRewrite', [{ ...about, passages: await materialFor(given, wanted) }], signal);
  }

  async function ended(
    handed: Handed,
    checked: Checked,
    more: { left: Rewritten['left']; usage: string | null; signal: AbortSignal },
  ): Promise<RewriteEnd> {
    return { rewrite: await checking.complete(handed, checked, more), score: checked.score, usage: more.usage };
  }

  async function bySentences(row: OptimizationRow, project: Project, { signal }: JobAttempt): Promise<RewriteEnd> {
    const { title, h1, metaDescription, markdown, evidence, left } = await suggested(row, project, signal);
    const handed: Handed = { ...nothingBrought, text: { title, h1, metaDescription, markdown }, evidence };
    return ended(handed, await checking.check(row, project, handed, signal), { left, usage: null, signal });
  }

  async function askModel(row: OptimizationRow, project: Project, attempt: JobAttempt): Promise<ModelText> {
    const { tone, audience, styleGuide } = project;
    const { passages, on } = sourcesOf(row);
    const { writeByModel } = await import('./model.ts');
    return writeByModel(given, {
      projectId: project.id,
      input: {
        page: pageOf(row)!,
        keyword: row.keyword!,
        score: scoreOf(row)!,
        passages,
        on,
        instructions: requestOf(row).instructions,
        tone,
        audience,
        styleGuide,
      },
      saved: parsedOrNull<WrittenSteps>(row.draft),
      signal: attempt.signal,
      save: async (written, step, share) => {
        await attempt.report(step, 0.85 + 0.12 * share, async (tx) => {
          const values = { draft: JSON.stringify(written), usage: JSON.stringify(written.usage) };
          await tx.updateTable('optimizations').set(values).where('id', '=', row.id).execute();
        });
      },
    });
  }

  /** Title, first heading and description come from the page's own words; the model writes sections. */
  async function byModel(row: OptimizationRow, project: Project, attempt: JobAttempt): Promise<RewriteEnd> {
    const { signal } = attempt;
    const model = await askModel(row, project, attempt);
    const { title, h1, metaDescription } = await thread.run('suggestRewrite', [{ ...(await aboutOf(row, project)), passages: [] }], signal);
    const handing = (markdown: string): Handed => ({ ...nothingBrought, text: { title, h1, metaDescription, markdown } });
    let handed = handing(model.markdown);
    let checked = await checking.check(row, project, handed, signal);
    for (const better of [model.mended, async (claims: Parameters<ModelText['without']>[0]) => model.without(claims)]) {
      if (gatesIn(checked.checked.flags).length === 0) break;
      handed = handing(await better(checked.checked.claims));
      checked = await checking.check(row, project, handed, signal);
    }
    const left: Rewritten['left'] = [];
    if (checked.score.score < row.score_before! || gatesIn(checked.checked.flags).length > 0) {
      handed = handing(pageOf(row)!.markdown);
      checked = await checking.check(row, project, handed, signal);
      left.push({ what: 'The text', reason: noBetter });
    }
    return ended(handed, checked, { left, usage: JSON.stringify(model.usage()), signal });
  }

  return { write: (row, project, attempt) => (row.writer === 'llm' ? byModel(row, project, attempt) : bySentences(row, project, attempt)) };
}
