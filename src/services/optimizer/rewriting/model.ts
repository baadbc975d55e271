import type { Usage } from '../../../../schema/articles.ts';
import type { ArticleClaim } from '../../../../schema/claims.ts';
import { openTalk, type Talk } from '../../../providers/llm/talk.ts';
import type { System } from '../../../system.ts';
import { mendStepPrompt, stepPrompt, type PromptInput } from '../../../writing/rewrite/prompts.ts';
import { assembled, stepsWith, type RewriteStep, type RewriteSteps } from '../../../writing/rewrite/steps.ts';
import type { Given } from '../given.ts';
import type { Rewritten } from './rewritten.ts';

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

/** A page that a model has written again, section by section. Sections are named by the numbers of their steps. */
export interface ModelText {
  /** Those that something came of. */
  written: readonly number[];
  /** The others that it was asked for. */
  left: Rewritten['left'];
  /** As a reader knows it. */
  nameOf(section: number): string;
  /** Null above the first heading. */
  headingOf(section: number): string | null;
  /** The page with these; all else as it stands there. */
  markdownWith(sections: readonly number[]): string;
  /** Sections with what gates object to in them. */
  objected(claims: readonly ArticleClaim[]): { section: number; claims: ArticleClaim[] }[];
  /** Has them mended once. */
  mend(claims: readonly ArticleClaim[]): Promise<void>;
  usage(): Usage;
}

type Needs = Pick<Given, 'integrations' | 'thread'> & { system: Pick<System, 'turns'> };

/** Throws `integration_required`, and what a model's provider answers. Work is saved after every section, so that a fault costs only the current one. */
export async function writeByModel({ integrations, thread }: Needs, { projectId, input, saved, save, signal }: Work): Promise<ModelText> {
  const talk = openTalk(await integrations.openChatModel(projectId), saved?.usage ?? null, signal);
  const { page, keyword, score, passages, on } = input;
  const plan: RewriteSteps = await thread.run('planSteps', [{ page, keyword, score, passages, on }], signal);
  const done = [...(saved?.done ?? [])];
  const { steps } = plan;
  const keep = (step: string) => save({ done: [...done], usage: talk.usage() }, step, done.length / Math.max(1, steps.length));
  await keeping(async () => {
    for (let index = done.length; index < steps.length; index++) {
      await keep(`writing section ${index + 1} of ${steps.length}`);
      done.push(await written(steps[index]!));
    }
  });

  /** Keeps what the work came to. The usage of a failed call counts too; if that cannot be saved, the original error matters more. */
  async function keeping(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      await keep('writing').catch(() => {});
      throw thrown;
    }
    await keep('checking the text');
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

  const objected: ModelText['objected'] = (claims) => {
    const placed = claims.filter(({ gate }) => gate).map((claim) => ({ claim, at: stepsWith(steps, done, claim) }));
    const sections = [...new Set(placed.flatMap(({ at }) => at))].toSorted((one, other) => one - other);
    return sections.map((section) => ({ section, claims: placed.filter(({ at }) => at.includes(section)).map(({ claim }) => claim) }));
  };

  return {
    written: [...steps.keys()].filter((section) => done[section] !== null),
    left: steps.flatMap((step, section) => (done[section] === null ? [{ what: nameOf(step), reason: nothing[step.kind] }] : [])),
    nameOf: (section) => nameOf(steps[section]!),
    headingOf: (section) => steps[section]!.heading,
    markdownWith: (sections) => assembled(plan, done.map((text, section) => (sections.includes(section) ? text : null))), // prettier-ignore
    objected,
    mend: (claims) =>
      keeping(async () => {
        for (const { section, claims: own } of objected(claims)) {
          const step = steps[section]!;
          await keep(`mending section ${section + 1} of ${steps.length}`);
          const again = await said(talk, step, mendStepPrompt(input, step, done[section]!, { losses: [], isShort: false, claims: own }));
          if (isFine(step, again)) done[section] = again.text;
        }
      }),
    usage: talk.usage,
  };
}

const nothing = {
  rewrite: 'What the model wrote lost a link, an image, code, a table or half of the text, also when told: it stays as it is.',
  add: 'The model wrote nothing for it.',
};

function nameOf({ kind, heading }: RewriteStep): string {
  return heading === null ? 'The opening' : `The ${kind === 'add' ? 'new ' : ''}section “${heading}”`;
}

function isFine({ kind }: RewriteStep, { text, losses, isShort }: { text: string; losses: readonly unknown[]; isShort: boolean }): boolean {
  return text.trim() !== '' && losses.length === 0 && (kind === 'add' || !isShort);
}
