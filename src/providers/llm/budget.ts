import { AppError } from '../../errors.ts';
import { estimateTokens } from '../../language/token-estimate.ts';

/** Tokens each message costs beyond its words. */
const perMessage = 5;

/** Estimates the tokens of a whole conversation, and of whatever else is sent with it. */
export function estimateConversation(system: string, messages: readonly { content: string }[], besides = ''): number {
  return [system, besides, ...messages.map(({ content }) => content)].reduce((sum, text) => sum + estimateTokens(text) + perMessage, 0);
}

/** A piece of a prompt. */
export interface Part {
  text: string;
  /** Lowest is dropped first; among equals, the later. Without a priority the part must stay. */
  priority?: number;
}

/**
 * Drops parts until the rest is estimated to fit into `budget` tokens; the rest keeps its order.
 * @throws AppError `provider_refused` if the parts that must stay are too long already.
 */
export function fit<P extends Part>(parts: readonly P[], budget: number): P[] {
  const sizes = new Map(parts.map((part) => [part, estimateTokens(part.text)]));
  const kept = new Set(parts);
  let tokens = parts.reduce((sum, part) => sum + sizes.get(part)!, 0);
  const droppable = parts.filter(({ priority }) => priority !== undefined).toReversed();
  // The sort is stable, so among equals the later goes first.
  for (const part of droppable.toSorted((one, other) => one.priority! - other.priority!)) {
    if (tokens <= budget) break;
    kept.delete(part);
    tokens -= sizes.get(part)!;
  }
  if (tokens > budget) throw tooLong(tokens, Math.max(0, budget));
  return parts.filter((part) => kept.has(part));
}

/** Refuses, before anything is sent, a prompt that cannot fit into the context. */
export function refuseTooLong(promptTokens: number, maxTokens: number, contextTokens: number): void {
  const room = contextTokens - maxTokens;
  if (promptTokens > room) throw tooLong(promptTokens, Math.max(0, room));
}

function tooLong(tokens: number, room: number): AppError {
  return new AppError('provider_refused', `The prompt is about ${tokens} tokens long, and the model's context has room for ${room}.`, {
    hint: 'Choose a model with a larger context, state its true size in the settings, or give fewer and shorter sources.',
  });
}
