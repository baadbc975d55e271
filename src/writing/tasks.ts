import { defineTasks } from '../threads/tasks.ts';
import type { Thread } from '../threads/thread.ts';
import type { BriefInput } from './brief/shapes.ts';
import type { Carried } from './claims/carried.ts';
import type { Groundable } from './claims/citations.ts';
import type { settleByQuotation } from './claims/quotation.ts';
import type { OptimizeInput } from './optimize/shapes.ts';
import type { briefOf } from './rewrite/brief.ts';
import type { changesOf } from './rewrite/changes.ts';
import type { editPage } from './rewrite/edits.ts';
import type { RewriteInput, StepsInput, SuggestInput } from './rewrite/shapes.ts';
import type { RewriteStep } from './rewrite/steps.ts';
import type { CheckInput } from './score/shapes.ts';
import type { ComposeRequest, SourcePassage } from './sources/shapes.ts';

/** What the rules leave open in a grounded text. */
interface Unsettled extends Omit<Parameters<typeof settleByQuotation>[0], 'sentences'> {
  grounded: Carried;
}

export interface CarriedInput extends Omit<CheckInput, 'grounded'> {
  grounded: Carried;
}

/** The parts of writing that take long enough to block the event loop. */
export const writingTasks = defineTasks(import.meta.url, {
  judgeSources: async (request: ComposeRequest, passages: readonly SourcePassage[]) =>
    (await import('./compose/compose.ts')).judgeSources(request, passages),
  compose: async (request: ComposeRequest, passages: readonly SourcePassage[]) =>
    (await import('./compose/compose.ts')).compose(request, passages),
  prepare: async (wanted: ComposeRequest, input: Omit<BriefInput, 'composition'>) =>
    (await import('./brief/prepare.ts')).prepare(wanted, input),
  checkClaims: async (draft: Groundable, verbatim?: boolean) => {
    const [{ carry }, { checkClaims }] = await Promise.all([import('./claims/carried.ts'), import('./claims/support.ts')]);
    const { grounded, support } = await checkClaims(draft, verbatim);
    return { grounded: carry(grounded), support };
  },
  settleByQuotation: async ({ grounded, ...asked }: Unsettled, given: Parameters<typeof settleByQuotation>[1]) => {
    const [{ unpack }, quotation] = await Promise.all([import('./claims/carried.ts'), import('./claims/quotation.ts')]);
    const sentences = unpack(grounded).sentences.map(({ text }) => text);
    return quotation.settleByQuotation({ ...asked, sentences }, given);
  },
  checkArticle: async ({ grounded, ...input }: CarriedInput) => {
    const [{ unpack }, { checkArticle }] = await Promise.all([import('./claims/carried.ts'), import('./score/check.ts')]);
    return checkArticle({ ...input, grounded: unpack(grounded) });
  },
  scorePage: async (input: OptimizeInput) => (await import('./optimize/score.ts')).scorePage(input),
  checkRewrite: async (input: RewriteInput) => (await import('./rewrite/check.ts')).checkRewrite(input),
  suggestRewrite: async (input: SuggestInput) => (await import('./rewrite/suggest.ts')).suggestRewrite(input),
  changesOf: async (...given: Parameters<typeof changesOf>) => (await import('./rewrite/changes.ts')).changesOf(...given),
  planSteps: async (input: StepsInput) => (await import('./rewrite/steps.ts')).planSteps(input),
  readStep: async (step: RewriteStep, raw: string, isCut: boolean) => {
    const { cleanStep, faultsOfStep } = await import('./rewrite/steps.ts');
    const text = await cleanStep(step, raw, isCut);
    return { text, ...(await faultsOfStep(step, text)) };
  },
  editPage: async (...given: Parameters<typeof editPage>) => (await import('./rewrite/edits.ts')).editPage(...given),
  briefOf: async (...given: Parameters<typeof briefOf>) => (await import('./rewrite/brief.ts')).briefOf(...given),
  renderHtml: async (markdown: string) => (await import('../markdown/render.ts')).renderHtml(markdown),
});

export type WritingThread = Pick<Thread<(typeof writingTasks)['tasks']>, 'run'>;
