import type { Usage } from '../../../../schema/articles.ts';
import type { ArticleClaim } from '../../../../schema/claims.ts';
import { introductionSection } from '../../../markdown/body.ts';
import { normalise } from '../../../language/tokens.ts';
import { openTalk, type Talk } from '../../../providers/llm/talk.ts';
import type { System } from '../../../system.ts';
import { mendStepPrompt, stepPrompt, type PromptInput } from '../../../writing/rewrite/prompts.ts';
import { assembled, type RewriteStep, type RewriteSteps } from '../../../writing/rewrite/steps.ts';
import type { Given } from '../given.ts';

/** What a model wrote so far, by step; null: the section stays as it is. */
export interface WrittenSteps {
  done: (string | null)[];
  usage: Usage;
}

interface Work {
  projectId: string;
  input: PromptInput;
  /** What an interrupted attempt saved. */
  saved: WrittenSteps | null;
  /** Keeps the work so far. */
  save(written: WrittenSteps, step: string, share: number): Promise<void>;
  signal: AbortSignal;
}

/** A page that a model has written again, section by section. */
export interface ModelText {
  markdown: string;
  usage(): Usage;
  /** Has what gates object to mended once; what they then still object to stays as it was on the page. */
  mended(claims: readonly ArticleClaim[]): Promise<string>;
  /** The same without those sections. */
  without(claims: readonly ArticleClaim[]): string;
}

type Needs = Pick<Given, 'integrations' | 'thread'> & { system: Pick<System, 'turns'> };

/** Throws `integration_required`, and what a model's provider answers. Work is saved after every section, so that a fault costs only the current one. */
export async function writeByModel({ integrations, thread }: Needs, { projectId, input, saved, save, signal }: Work): Promise<ModelText> {
  const talk = openTalk(await integrations.openChatModel(projectId), saved?.usage ?? null, signal);
  const { page, keyword, score, passages, on } = input;
  const plan: RewriteSteps = await thread.run('planSteps', [{ page, keyword, score, passages, on }], signal);
  const done = [...(saved?.done ?? [])];
  const { steps } = plan;
  try {
    for (let index = done.length; index < steps.length; index++) {
      await save({ done: [...done], usage: talk.usage() }, `writing section ${index + 1} of ${steps.length}`, index / steps.length);
      done.push(await written(steps[index]!));
    }
  } catch (thrown) {
    // The usage of the failed call counts too. If that cannot be saved, the original error matters more.
    await save({ done: [...done], usage: talk.usage() }, 'writing', done.length / Math.max(1, steps.length)).catch(() => {});
    throw thrown;
  }

  /** Null where the model loses something of the section, also when told. */
  async function written(step: RewriteStep): Promise<string | null> {
    const first = await said(talk, step, stepPrompt(input, step));
    if (isFine(step, first)) return first.text;
    if (step.kind === 'add') return null;
    const again = await said(talk, step, mendStepPrompt(input, step, first.text, first));
    return isFine(step, again) ? again.text : null;
  }

  async function said(by: Talk, step: RewriteStep, prompt: ReturnType<typeof stepPrompt>) {
    const { text, isCut } = await by.say(prompt);
    return thread.run('readStep', [step, text, isCut], signal);
  }

  const objected = (claims: readonly ArticleClaim[]) =>
    steps.flatMap((step, index) => {
      const own = claims.filter(({ gate, section }) => gate && normalise(section) === normalise(step.heading ?? introductionSection));
      return own.length > 0 && done[index] !== null ? [{ step, index, own }] : [];
    });

  return {
    markdown: assembled(plan, done),
    usage: talk.usage,
    async mended(claims) {
      for (const { step, index, own } of objected(claims)) {
        const again = await said(talk, step, mendStepPrompt(input, step, done[index]!, { losses: [], isShort: false, claims: own }));
        if (isFine(step, again)) done[index] = again.text;
      }
      return assembled(plan, done);
    },
    without(claims) {
      for (const { index } of objected(claims)) done[index] = null;
      return assembled(plan, done);
    },
  };
}

function isFine({ kind }: RewriteStep, { text, losses, isShort }: { text: string; losses: readonly unknown[]; isShort: boolean }): boolean {
  return text.trim() !== '' && losses.length === 0 && (kind === 'add' || !isShort);
}
