import { defineTasks } from '../threads/tasks.ts';
import type { Thread } from '../threads/thread.ts';
import type { BriefInput } from './brief/shapes.ts';
import type { Groundable } from './claims/citations.ts';
import type { settleByQuotation } from './claims/quotation.ts';
import type { CheckInput } from './score/shapes.ts';
import type { ComposeRequest, SourcePassage } from './sources/shapes.ts';

/** The parts of writing that take long enough to block the event loop. */
export const writingTasks = defineTasks(import.meta.url, {
  judgeSources: async (request: ComposeRequest, passages: readonly SourcePassage[]) =>
    (await import('./compose/compose.ts')).judgeSources(request, passages),
  compose: async (request: ComposeRequest, passages: readonly SourcePassage[]) =>
    (await import('./compose/compose.ts')).compose(request, passages),
  prepare: async (wanted: ComposeRequest, input: Omit<BriefInput, 'composition'>) =>
    (await import('./brief/prepare.ts')).prepare(wanted, input),
  checkClaims: async (draft: Groundable, verbatim?: boolean) => (await import('./claims/support.ts')).checkClaims(draft, verbatim),
  settleByQuotation: async (...given: Parameters<typeof settleByQuotation>) =>
    (await import('./claims/quotation.ts')).settleByQuotation(...given),
  checkArticle: async (input: CheckInput) => (await import('./score/check.ts')).checkArticle(input),
  renderHtml: async (markdown: string) => (await import('../markdown/render.ts')).renderHtml(markdown),
});

export type WritingThread = Pick<Thread<(typeof writingTasks)['tasks']>, 'run'>;
