import { Verdicts } from '../../../../../schema/model-answers.ts';
import { AppError } from '../../../../errors.ts';
import { estimateTokens } from '../../../../providers/llm/index.ts';
import type { System } from '../../../../system.ts';
import type { Judge } from '../../../../writing/claims/judge.ts';
import { judgePrompt, type Claim } from './prompts.ts';
import type { Talk } from './talk.ts';

/** Verdicts by claim and passages: what was judged while the article was written need not be judged again when it is checked. */
export type Judged = Map<string, boolean>;

const maxAtOnce = 20;
/** Of the context: what is asked at once. */
const share = 1 / 3;

/**
 * The model as a judge of claims whose words differ from their passages'. It can only clear a claim, so one that does not answer clears none,
 * and the article is not held up for it.
 */
export function judgeWith(talk: Talk, { judged, system, contextTokens }: { judged: Judged; system: System; contextTokens: number }): Judge {
  async function ask(claims: readonly Claim[]): Promise<void> {
    const answer = await talk.answer(judgePrompt(claims), { name: 'verdicts', shape: Verdicts });
    for (const { claim, supported } of answer?.verdicts ?? []) {
      const about = claims[claim - 1];
      // Said twice, and not the same: not clear.
      if (about) judged.set(keyOf(about), supported && judged.get(keyOf(about)) !== false);
    }
  }

  return async (claims) => {
    const open = claims.filter((claim) => !judged.has(keyOf(claim)));
    for (const batch of batches(open, contextTokens * share)) {
      try {
        await ask(batch);
      } catch (thrown) {
        if (!(thrown instanceof AppError)) throw thrown;
        system.log.warn(
          { code: thrown.code, claims: batch.length },
          `the model did not judge claims, so they count as unsupported: ${thrown.message}`,
        );
        break;
      }
    }
    return claims.map((claim) => judged.get(keyOf(claim)) === true);
  };
}

function keyOf({ sentence, passages }: Claim): string {
  return JSON.stringify([sentence, passages]);
}

function batches(claims: readonly Claim[], tokens: number): Claim[][] {
  const found: Claim[][] = [];
  let room = 0;
  for (const claim of claims) {
    const size = estimateTokens([claim.sentence, ...claim.passages].join('\n')) + 30;
    const last = found.at(-1);
    if (last && last.length < maxAtOnce && size <= room) last.push(claim);
    else found.push([claim]);
    room = (found.at(-1) === last ? room : tokens) - size;
  }
  return found;
}
