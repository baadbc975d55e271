import type { Usage } from '../../../../../schema/articles.ts';
import { AppError } from '../../../../errors.ts';
import {
  estimateConversation,
  fit,
  type ChatModel,
  type ChatRequest,
  type Part,
  type TokenUsage,
  unusableAnswer,
} from '../../../../providers/llm/index.ts';

/** What a model is asked: who it is and what always holds, and the parts of which the least needed go where its context is small. */
export interface Prompt {
  system: string;
  parts: readonly Part[];
}

/** One article's talk with a model, and what it takes. What a provider does wrong is thrown as `ChatModel.complete` throws it. */
export interface Talk {
  /** The model's words; `isCut` where it came to the end of its room. */
  say(prompt: Prompt): Promise<{ text: string; isCut: boolean }>;
  /** Its answer in this shape; undefined where it cannot be brought to give it. */
  answer<Value>(prompt: Prompt, schema: NonNullable<ChatRequest<Value>['schema']>): Promise<Value | undefined>;
  /** All that was taken so far, failed attempts included. */
  usage(): Usage;
}

/** An answer may be so long, a model's thinking included, and take so much of the context. */
const maxAnswerTokens = 8_192;
const answerShare = 1 / 4;
/** Room for what stands around the parts, and for the wanted shape, which the model is told twice. */
const around = 150;
const aroundSchema = 900;

/** `before`: what an interrupted attempt has taken already. */
export function openTalk(model: ChatModel, before: Usage | null, signal: AbortSignal): Talk {
  const usage: Usage = { ...nothing, ...before, provider: model.provider, model: model.model };
  const maxTokens = Math.min(maxAnswerTokens, Math.floor(model.contextTokens * answerShare));

  const requestOf = ({ system, parts }: Prompt, reserved: number) => {
    const kept = fit(parts, model.contextTokens - reserved - estimateConversation(system, [{ content: '' }]));
    return {
      system,
      messages: [{ role: 'user' as const, content: kept.map(({ text }) => text).join('\n\n') }],
      maxTokens,
      signal,
      onUsage: (use: TokenUsage) => add(usage, use),
    };
  };

  return {
    usage: () => ({ ...usage }),

    async say(prompt) {
      const { text, finish } = await model.complete(requestOf(prompt, maxTokens + around));
      return { text, isCut: finish === 'length' };
    },

    async answer(prompt, schema) {
      try {
        // An answer that has to be mended is shown to the model again.
        return (await model.complete({ ...requestOf(prompt, 2 * maxTokens + aroundSchema), schema })).value;
      } catch (thrown) {
        if (isUnusable(thrown)) return undefined;
        throw thrown;
      }
    },
  };
}

const nothing = { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, estimated: false };

function add(usage: Usage, use: TokenUsage): void {
  usage.calls++;
  usage.inputTokens += use.inputTokens;
  usage.outputTokens += use.outputTokens;
  usage.costUsd = usage.costUsd === null || use.costUsd === null ? null : usage.costUsd + use.costUsd;
  usage.estimated ||= use.estimated;
}

/** The model answers, but not in the shape that was asked for, also after it was told what is wrong. */
function isUnusable(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.errors?.[0]?.code === unusableAnswer;
}
