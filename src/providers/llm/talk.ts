import type { Usage } from '../../../schema/articles.ts';
import { AppError } from '../../errors.ts';
import { estimateConversation, fit, type Part } from './budget.ts';
import type { ChatModel, ChatRequest, TokenUsage } from './chat.ts';
import { unusableAnswer } from './complete.ts';

/** A prompt: the model's role and standing rules, and the parts, of which the least important are dropped if the context is small. */
export interface Prompt {
  system: string;
  parts: readonly Part[];
}

/** Requests to a model on one text, and their usage. Throws the errors of `ChatModel.complete`. */
export interface Talk {
  /** The model's text; `isCut` if it reached its token limit. */
  say(prompt: Prompt): Promise<{ text: string; isCut: boolean }>;
  /** The model's answer in this shape; undefined if it fails to give one. */
  answer<Value>(prompt: Prompt, schema: NonNullable<ChatRequest<Value>['schema']>): Promise<Value | undefined>;
  /** The usage so far, including failed attempts. */
  usage(): Usage;
  /** A talk with another model, whose usage is added to this one's. */
  with(other: ChatModel): Talk;
}

/** Limits of an answer, including the model's thinking: in tokens, and as a share of the context. */
const maxAnswerTokens = 8_192;
const maxAnswerShare = 1 / 4;
/** Tokens reserved for the text around the parts, and for the wanted shape, which is sent twice. */
const around = 150;
const aroundSchema = 900;

/** `before`: the usage of an interrupted attempt. */
export function openTalk(model: ChatModel, before: Usage | null, signal: AbortSignal): Talk {
  return talkWith(model, { ...nothing, provider: model.provider, model: model.model, ...before }, signal);
}

function talkWith(model: ChatModel, usage: Usage, signal: AbortSignal): Talk {
  const maxTokens = Math.min(maxAnswerTokens, Math.floor(model.contextTokens * maxAnswerShare));

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
    with: (other) => talkWith(other, usage, signal),

    async say(prompt) {
      const { text, finish } = await model.complete(requestOf(prompt, maxTokens + around));
      return { text, isCut: finish === 'length' };
    },

    async answer(prompt, schema) {
      try {
        // The room is doubled, because a faulty answer is sent back to the model.
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

/** True if the model's answer did not have the wanted shape, even after it was told what is wrong. */
function isUnusable(thrown: unknown): boolean {
  return thrown instanceof AppError && thrown.errors?.[0]?.code === unusableAnswer;
}
