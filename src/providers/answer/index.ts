import type { Provider } from '../../../schema/integrations.ts';
import type { AnswerEngine, EngineParts } from './answer.ts';
import { createAnthropicAnswers } from './anthropic.ts';
import { createGemini } from './gemini.ts';
import { createOpenAiAnswers } from './openai.ts';
import { createPerplexity } from './perplexity.ts';

/** Whoever answers questions, in the order in which they are asked. */
export const answerProviders = ['openai', 'anthropic', 'perplexity', 'gemini'] as const satisfies readonly Provider[];
export type AnswerProvider = (typeof answerProviders)[number];

const engines: Readonly<Record<AnswerProvider, (parts: EngineParts) => AnswerEngine>> = {
  openai: createOpenAiAnswers,
  anthropic: createAnthropicAnswers,
  perplexity: createPerplexity,
  gemini: createGemini,
};

/** An answer engine with its settings; sends nothing yet. */
export function createAnswerEngine(provider: AnswerProvider, parts: EngineParts): AnswerEngine {
  return engines[provider](parts);
}
