import { onTestFinished } from 'vitest';
import { AppError } from '../../../src/errors.ts';
import { createDial } from '../../../src/net/request.ts';
import type { ChatModel, ChatRequest, ChatSettings } from '../../../src/providers/llm/index.ts';
import { createChatModel } from '../../../src/providers/llm/index.ts';
import { createLog, createSystem, type System } from '../../../src/system.ts';
import { startOfTests } from '../../support/clock.ts';
import type { Rules, Turn } from '../../support/llm-dialect.ts';
import { goodKey, serveModel, type LlmServer } from '../../support/llm-server.ts';

export const providers = ['openai', 'anthropic'] as const;

export interface Bench {
  model: ChatModel;
  server: LlmServer;
  /** How long was waited between attempts, in milliseconds. No wait takes time. */
  waits: number[];
}

/** A system with the real network, a clock that stands, and waits that are only noted. */
export function openSystem(waits: number[] = []): System {
  return { ...openRealSystem(), pause: async (ms) => void waits.push(ms) };
}

/** One whose waits take their time. */
export function openRealSystem(): System {
  const network = createDial({ production: true, allowedNetworks: [] });
  onTestFinished(() => network.close());
  return createSystem({ now: () => startOfTests, request: network.request, log: createLog('silent') });
}

/** A model on a server of its own, which goes through the given turns. */
export async function openModel(
  provider: ChatSettings['provider'],
  turns: readonly Turn[],
  { rules, ...settings }: Partial<ChatSettings> & { rules?: Partial<Rules> } = {},
): Promise<Bench> {
  const server = await serveModel(provider, turns, rules);
  const waits: number[] = [];
  const model = createChatModel(openSystem(waits), {
    provider,
    baseUrl: provider === 'openai' ? `${server.url}v1` : server.url,
    apiKey: goodKey,
    model: 'test-1',
    timeoutMs: 3_000,
    ...settings,
  });
  return { model, server, waits };
}

/** An ordinary request, or part of one. */
export function request<Value = undefined>(more: Partial<ChatRequest<Value>> = {}): ChatRequest<Value> {
  return {
    system: 'You write.',
    messages: [{ role: 'user', content: 'Write about bread.' }],
    maxTokens: 500,
    signal: new AbortController().signal,
    ...more,
  };
}

/** The error of a call that must fail with one that is meant for callers. */
export async function errorOf(call: Promise<unknown>): Promise<AppError> {
  const outcome = await call.then(
    () => 'no error',
    (thrown: unknown) => thrown,
  );
  if (outcome instanceof AppError) return outcome;
  throw new Error('An AppError was expected.', { cause: outcome });
}
