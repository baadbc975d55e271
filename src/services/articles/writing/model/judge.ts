import { Verdicts } from '../../../../../schema/model-answers.ts';
import type { Usage } from '../../../../../schema/articles.ts';
import { AppError } from '../../../../errors.ts';
import { estimateTokens, type ChatModel } from '../../../../providers/llm/index.ts';
import type { System } from '../../../../system.ts';
import type { Judge, Opinion, Question } from '../../../../writing/claims/judge.ts';
import { judgePrompt } from './prompts.ts';
import { openTalk, type Talk } from '../../../../providers/llm/talk.ts';

/** Opinions by claim and passages, so that claims judged during writing are not judged again in the checks. */
export type Judged = Map<string, Opinion>;

const maxAtOnce = 20;
/** The share of the context that one request may take. */
const maxContextShare = 1 / 3;
/** Of what the rules pass, a judge of its own is asked about so many claims at most. */
export const maxSample = 10;
/** Whoever hands in a draft waits for the answer, and MCP clients commonly give up after a minute. */
const maxJudgingMs = 40_000;

interface Bench {
  judged: Judged;
  system: System;
  model: Pick<ChatModel, 'model' | 'contextTokens'>;
  /** Default 0. */
  maxSample?: number;
}

/** A model as a judge of claims. Where it gives no usable answer, it has no opinion, and writing goes on. */
export function judgeWith(talk: Talk, { judged, system, model, maxSample: most = 0 }: Bench): Judge {
  async function ask(questions: readonly Question[]): Promise<void> {
    const answer = await talk.answer(judgePrompt(questions), { name: 'verdicts', shape: Verdicts });
    const told = Map.groupBy(answer?.verdicts ?? [], ({ claim }) => claim);
    for (const [claim, opinions] of told) {
      const about = questions[claim - 1];
      // Contradictory verdicts on one claim are none.
      if (about && new Set(opinions.map(({ verdict }) => verdict)).size === 1) judged.set(keyOf(about), opinions[0]!);
    }
  }

  return {
    model: model.model,
    maxSample: most,
    async ask(questions) {
      const open = questions.filter((question) => !judged.has(keyOf(question)));
      for (const batch of batches(open, model.contextTokens * maxContextShare)) {
        try {
          await ask(batch);
        } catch (thrown) {
          if (!(thrown instanceof AppError)) throw thrown;
          const { code, message } = thrown;
          system.log.warn({ code, claims: batch.length }, `the model did not judge claims, so the verdicts of the rules stand: ${message}`);
          break;
        }
      }
      return questions.map((question) => judged.get(keyOf(question)));
    },
  };
}

/** A model that judges for whoever waits, and what it took, added to `before`. */
export function sitting(system: System, model: ChatModel, before: Usage | null): { judge: Judge; usage(): Usage } {
  const late = new AbortController();
  const talk = openTalk(model, before, late.signal);
  const judge = judgeWith(talk, { judged: new Map(), system, model, maxSample });
  const tooLate = () => late.abort(new AppError('provider_failed', `It took longer than ${maxJudgingMs / 1000} seconds.`));
  return {
    usage: talk.usage,
    judge: {
      ...judge,
      ask(questions) {
        const answered = new AbortController();
        system.pause(maxJudgingMs, answered.signal).then(tooLate, () => {});
        return judge.ask(questions).finally(() => answered.abort());
      },
    },
  };
}

function keyOf({ sentence, passages }: Question): string {
  return JSON.stringify([sentence, passages]);
}

function batches(questions: readonly Question[], tokens: number): Question[][] {
  const found: Question[][] = [];
  let room = 0;
  for (const question of questions) {
    const size = estimateTokens([question.sentence, ...question.passages].join('\n')) + 30;
    const last = found.at(-1);
    if (last && last.length < maxAtOnce && size <= room) last.push(question);
    else found.push([question]);
    room = (found.at(-1) === last ? room : tokens) - size;
  }
  return found;
}
