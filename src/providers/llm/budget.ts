import { AppError } from '../../errors.ts';
import { estimateTokens } from '../../language/token-estimate.ts';

/** What every message costs besides its words. */
const perMessage = 5;

/** The estimate of a whole conversation, and of whatever else is sent with it. */
export function estimateConversation(system: string, messages: readonly { content: string }[], besides = ''): number {
  return [system, besides, ...messages.map(({ content }) => content)].reduce((sum, text) => sum + estimateTokens(text) + perMessage, 0);
}

/** A piece of a prompt. */
export interface Part {
  text: string;
  /** The lowest is left out first, the later of two first. What has none must stay. */
  priority?: number;
}

/**
 * Leaves out as many parts as must be for the rest to be within `budget` tokens, by their estimate; the rest keeps its order.
 * @throws AppError `provider_refused` where what must stay is too long already.
 */
export function fit<P extends Part>(parts: readonly P[], budget: number): P[] {
  const sizes = new Map(parts.map((part) => [part, estimateTokens(part.text)]));
  const kept = new Set(parts);
  let tokens = parts.reduce((sum, part) => sum + sizes.get(part)!, 0);
  const droppable = parts.filter(({ priority }) => priority !== undefined).toReversed();
  // The sort is stable, so that of two alike the later goes first.
  for (const part of droppable.toSorted((one, other) => one.priority! - other.priority!)) {
    if (tokens <= budget) break;
    kept.delete(part);
    tokens -= sizes.get(part)!;
  }
  if (tokens > budget) throw tooLong(tokens, Math.max(0, budget));
  return parts.filter((part) => kept.has(part));
}

/** Refuses, before anything is sent, what cannot be within the context. */
export function refuseTooLong(promptTokens: number, maxTokens: number, contextTokens: number): void {
  const room = contextTokens - maxTokens;
  if (promptTokens > room) throw tooLong(promptTokens, Math.max(0, room));
}

function tooLong(tokens: number, room: number): AppError {
  return new AppError('provider_refused', `The prompt is about ${tokens} tokens long, and the model's context has room for ${room}.`, {
    hint: 'Choose a model with a larger context, state its true size in the settings, or give fewer and shorter sources.',
  });
}
