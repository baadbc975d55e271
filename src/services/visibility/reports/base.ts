import type { Visibility, VisibilityBasis } from '../../../../schema/ai-visibility.ts';
import { isDirectional } from '../../../visibility/figures/figures.ts';
import { isoTime } from '../../common/wire.ts';
import { hasNames, namesHint } from '../brands.ts';
import type { Cell } from './cells.ts';
import { sizeOf } from './pooling.ts';
import type { Question } from './question.ts';

type Base = Pick<Visibility, 'period' | 'basis' | 'answers' | 'prompts' | 'directional' | 'waiting' | 'stale' | 'brandedLeftOut' | 'hint'>;

interface Found extends Pick<Base, 'waiting' | 'brandedLeftOut'> {
  cells: readonly Cell[];
  basis: VisibilityBasis | null;
}

/** What every report says of the answers that it rests on. */
export function baseOf(question: Question, { cells, basis, ...beside }: Found): Base {
  const size = sizeOf(cells);
  const { since, until } = question.period;
  return {
    period: { since: isoTime(since), until: isoTime(until) },
    basis,
    ...size,
    directional: isDirectional(size),
    ...beside,
    stale: question.stale,
    hint: size.answers === 0 ? hintFor(question, beside) : hintBeside(question),
  };
}

const alone = 'No competitor is tracked, so there is no share of voice: add those you are compared with by competitors_add.';

function hintBeside({ brands, unreadBrands, stale }: Question): string | null {
  if (brands.length + unreadBrands.length === 1) return alone;
  if (stale === 0) return null;
  return `Names or competitors have changed, and ${stale} answers are still to be read for them anew: until then a new competitor has no figures, and a new name of yours is not counted in them. Ask again in a moment.`;
}

function hintFor(
  { project, prompts, brandedPrompts, asked }: Question,
  { waiting, brandedLeftOut }: Pick<Base, 'waiting' | 'brandedLeftOut'>,
): string {
  if (waiting > 0 && !hasNames(project)) return namesHint;
  if (waiting > 0) return `${waiting} answers of this period are still to be read: ask again in a moment.`;
  if (brandedLeftOut.answers > 0) {
    const others =
      prompts.size === 0
        ? 'add prompts without its name (prompts_explore proposes some)'
        : 'ask the others with ai_visibility_run, or answer them with ai_answers_submit';
    return `All ${brandedLeftOut.answers} answers found are to prompts that name the brand, so they cannot say whether it is found: ${others}, or ask with branded: include.`;
  }
  if (asked.branded === 'only') return 'No answer to a prompt that names the brand: leave branded out.';
  if (prompts.size === 0 && brandedPrompts.size > 0)
    return 'All prompts name the brand, so they cannot say whether it is found: add some without its name (prompts_explore proposes some).';
  if (prompts.size === 0 && asked.topicId !== undefined)
    return 'The topic has no prompt: add some with topics_add_prompts (prompts_explore proposes them), or leave topicId out.';
  if (prompts.size === 0)
    return 'There is no prompt yet: add some with prompts_create (prompts_explore proposes them), then ask engines with ai_visibility_run, or answer yourself with ai_answers_submit.';
  if (asked.engine !== undefined || asked.surface !== undefined)
    return 'No answer matches: leave engine and surface out, or widen since and until.';
  return 'No prompt has an answer in this period: ask engines with ai_visibility_run, or submit answers with ai_answers_submit; ai_answers_list shows what is there.';
}
