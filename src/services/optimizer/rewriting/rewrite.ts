import type { Project } from '../../../../schema/projects.ts';
import type { OptimizationRow } from '../../../db/rows/optimizer.ts';
import type { PageScore } from '../../../writing/optimize/shapes.ts';
import type { SuggestedRewrite, SuggestInput } from '../../../writing/rewrite/shapes.ts';
import type { JobAttempt } from '../../common/jobs.ts';
import type { Given } from '../given.ts';
import { askedOf, competitorsOf, pageOf, scoreOf } from '../rows.ts';
import type { Checked, Checking, Handed } from './checking.ts';
import { materialFor } from './material.ts';
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

/** The writer of sentences looks for answers to headings alone. */
function termsLeft({ missingTerms }: PageScore): Rewritten['left'] {
  if (missingTerms.length === 0) return [];
  const what = `Terms: ${missingTerms.map(({ term }) => term).join(', ')}`;
  return [{ what, reason: 'This writer answers questions and topics only; work these terms in yourself, or let an agent or a model.' }];
}

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
    const handed: Handed = { lossReasons: [], quotes: [], kept: [], text: { title, h1, metaDescription, markdown }, evidence };
    const checked = await checking.check(row, project, handed, signal);
    return ended(handed, checked, { left: [...left, ...termsLeft(checked.score)], usage: null, signal });
  }

  async function byModel(row: OptimizationRow, project: Project, attempt: JobAttempt): Promise<RewriteEnd> {
    const { rewriteByModel } = await import('./by-model.ts');
    const { handed, checked, ...more } = await rewriteByModel(given, { row, project, attempt, about: await aboutOf(row, project) });
    return ended(handed, checked, { ...more, signal: attempt.signal });
  }

  return { write: (row, project, attempt) => (row.writer === 'llm' ? byModel(row, project, attempt) : bySentences(row, project, attempt)) };
}
