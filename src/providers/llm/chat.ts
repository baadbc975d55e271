import type { z } from 'zod';
import type { Meter } from '../meter.ts';
import type { Usage } from '../../../schema/articles.ts';

/** A language model behind some provider's chat interface. */
export interface ChatModel {
  readonly provider: ChatProvider;
  readonly model: string;
  /** The most tokens that prompt and answer may have together. */
  readonly contextTokens: number;
  /**
   * Gets an answer from the model. Temporary failures (a busy or broken provider, a stream cut short) are retried a few times first.
   * @throws the signal's reason if it is aborted, and `AppError`: `provider_refused` if the request must change (key, model, length; `Declined` for its content),
   * `rate_limited` if the provider asks for a longer wait than we allow here, `provider_failed` if it did not answer properly.
   */
  complete<Value = undefined>(request: ChatRequest<Value>): Promise<ChatAnswer<Value>>;
  /** Asks for a few tokens, to check address, key and model. Throws what `complete` throws. */
  check(signal?: AbortSignal): Promise<void>;
}

export type ChatProvider = 'openai' | 'anthropic';

export interface ChatMessage {
  role: 'user' | 'assistant';
  content: string;
}

export interface ChatRequest<Value = undefined> {
  system: string;
  /** The first and the last are the user's. */
  messages: readonly ChatMessage[];
  /** Where the answer is cut; the model's thinking counts. */
  maxTokens: number;
  /** The JSON to answer with: an object at its root. `name` is shown to the model: letters, digits, `_` and `-`. */
  schema?: { name: string; shape: z.ZodType<Value> };
  signal: AbortSignal;
  /** Receives the answer as it streams in. With a schema, that is unfinished JSON. */
  onText?(delta: string): void;
  /** Discard what `onText` received: the model starts over. */
  onRestart?(): void;
  /** Receives the cost of each attempt, even if none succeeds. The answer's own usage is their sum. */
  onUsage?(usage: TokenUsage): void;
}

export interface ChatAnswer<Value = undefined> {
  text: string;
  /** The text as parsed by `schema`. */
  value: Value;
  /** Everything spent on this answer, including failed attempts and repairs. */
  usage: TokenUsage;
  /** `length`: cut at `maxTokens` or at the end of the context; never with a schema. */
  finish: 'stop' | 'length';
  /** The provider's name for it. */
  model: string;
}

/** What one answer cost. If the provider gives no counts, they are estimates. */
export type TokenUsage = Omit<Usage, 'provider' | 'model' | 'calls'>;

export interface ChatSettings {
  /** `openai` covers every server with its chat completions API. */
  provider: ChatProvider;
  /** Default: the provider's own, such as `https://api.openai.com/v1`. */
  baseUrl?: string;
  apiKey?: string;
  model: string;
  /** Default: what all of the provider's current models have; 8,192 for any other server. */
  contextTokens?: number;
  /** The most tokens to ask for in one answer. Default: as each request says. */
  maxOutputTokens?: number;
  /** US dollars per million tokens. */
  inputPrice?: number;
  outputPrice?: number;
  /** For one answer, from connection to last byte, in milliseconds. Default: ten minutes. */
  timeoutMs?: number;
  /** Counts each attempt. Default: nobody counts. */
  meter?: Meter;
  /** The longest silence within an answer, in milliseconds. Default: two minutes. */
  idleMs?: number;
}
