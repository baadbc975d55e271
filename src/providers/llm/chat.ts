import type { z } from 'zod';
import type { Usage } from '../../../schema/articles.ts';

/** A language model behind some provider's chat interface. */
export interface ChatModel {
  readonly provider: ChatProvider;
  readonly model: string;
  /** Prompt and answer together may be at most so many tokens. */
  readonly contextTokens: number;
  /**
   * Has the model answer. What may pass (a busy or broken provider, a stream that is cut) is tried again a few times first.
   * @throws the signal's reason where it is aborted, and `AppError`: `provider_refused` where the request must change (key, model, length, content),
   * `rate_limited` where the provider asks for a longer wait than is spent here, `provider_failed` where it did not answer properly.
   */
  complete<Value = undefined>(request: ChatRequest<Value>): Promise<ChatAnswer<Value>>;
  /** Asks for a few tokens, to see whether address, key and model are right. Throws what `complete` throws. */
  check(signal?: AbortSignal): Promise<void>;
}

export type ChatProvider = 'openai' | 'anthropic';

export interface ChatMessage {
  role: 'user' | 'assistant';
  content: string;
}

export interface ChatRequest<Value = undefined> {
  system: string;
  /** Begins with the user's, and ends with it. */
  messages: readonly ChatMessage[];
  /** The answer is cut after so many tokens; a model's thinking counts. */
  maxTokens: number;
  /** The wanted JSON: an object at its root. `name` is told to the model: letters, digits, `_` and `-`. */
  schema?: { name: string; shape: z.ZodType<Value> };
  signal: AbortSignal;
  /** Is given the answer as the model says it. With a schema that is JSON in the making. */
  onText?(delta: string): void;
  /** What `onText` was given so far is void: the model begins anew. */
  onRestart?(): void;
  /** Is told what each attempt has cost, also where none succeeds. The answer's own usage is their sum. */
  onUsage?(usage: TokenUsage): void;
}

export interface ChatAnswer<Value = undefined> {
  text: string;
  /** What `schema` made of the text. */
  value: Value;
  /** All that was spent on this answer, broken-off attempts and repairs included. */
  usage: TokenUsage;
  /** `length`: it was cut at `maxTokens` or at the end of the context. Never with a schema. */
  finish: 'stop' | 'length';
  /** As the provider names it. */
  model: string;
}

/** What one answer took. Where the provider gave no count, ours is an estimate. */
export type TokenUsage = Omit<Usage, 'provider' | 'model' | 'calls'>;

export interface ChatSettings {
  /** `openai` stands for everything that speaks its chat completions. */
  provider: ChatProvider;
  /** Default: the provider's own, such as `https://api.openai.com/v1`. */
  baseUrl?: string;
  apiKey?: string;
  model: string;
  /** Default: what the provider's current models have in common; 8,192 for any other server. */
  contextTokens?: number;
  /** The most that is asked for in one answer. Default: as each request says. */
  maxOutputTokens?: number;
  /** US dollars per million tokens. */
  inputPrice?: number;
  outputPrice?: number;
  /** One answer from connection to last byte, in milliseconds. Default: ten minutes. */
  timeoutMs?: number;
  /** The longest silence within an answer, in milliseconds. Default: two minutes. */
  idleMs?: number;
}
