import { Verdicts } from '../../../../../schema/model-answers.ts';
import { AppError } from '../../../../errors.ts';
import { estimateTokens } from '../../../../providers/llm/index.ts';
import type { System } from '../../../../system.ts';
import type { Judge } from '../../../../writing/claims/judge.ts';
import { judgePrompt, type Claim } from './prompts.ts';
import type { Talk } from './talk.ts';

/** Verdicts by claim and passages, so that claims judged during writing are not judged again in the checks. */
export type Judged = Map<string, boolean>;

const maxAtOnce = 20;
/** The share of the context that one request may take. */
const maxContextShare = 1 / 3;

/**
 * The model as a judge of claims whose words differ from their passages'. It can only clear claims: without an answer none are cleared,
 * and writing goes on.
 */
export function judgeWith(talk: Talk, { judged, system, contextTokens }: { judged: Judged; system: System; contextTokens: number }): Judge {
  async function ask(claims: readonly Claim[]): Promise<void> {
    const answer = await talk.answer(judgePrompt(claims), { name: 'verdicts', shape: Verdicts });
    for (const { claim, supported } of answer?.verdicts ?? []) {
      const about = claims[claim - 1];
      // Contradictory verdicts on one claim do not clear it.
      if (about) judged.set(keyOf(about), supported && judged.get(keyOf(about)) !== false);
    }
  }

  return async (claims) => {
    const open = claims.filter((claim) => !judged.has(keyOf(claim)));
    for (const batch of batches(open, contextTokens * maxContextShare)) {
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
