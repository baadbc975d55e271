import type { ChatMessage, ChatProvider } from './chat.ts';
import type { WireSchema } from './schema.ts';

/** A request as every provider's protocol can put it. */
export interface Ask {
  model: string;
  system: string;
  messages: readonly ChatMessage[];
  maxTokens: number;
  schema?: WireSchema;
}

/** How one kind of provider is spoken to. Remembers what the server at hand does not understand. */
export interface Protocol {
  provider: ChatProvider;
  /** Below the base URL. */
  path: string;
  headers(apiKey: string | undefined): Record<string, string>;
  body(ask: Ask): Record<string, unknown>;
  reader(onText: (delta: string) => void): AnswerReader;
  /** Told why `sent` was refused. True where the same ask will now be put in words that the server may understand. */
  adapt(sent: Record<string, unknown>, refusal: string): boolean;
}

/** Follows one answer. Its methods throw `Reported` where the provider reports an error in place of an answer. */
export interface AnswerReader {
  readonly spoken: Spoken;
  /** One event of a stream: its data, still text. */
  event(data: string): void;
  /** An answer that came in one piece, from a server that does not stream. */
  whole(answer: unknown): void;
}

/** What has been said so far. */
export interface Spoken {
  text: string;
  /** Why the model ended; undefined while it has not. */
  finish?: 'stop' | 'length' | 'refusal';
  /** The model's own words for its refusal, where it has any. */
  refusal?: string;
  /** The protocol says that nothing follows. */
  isOver: boolean;
  /** Something of an answer has come: the provider has taken up the work and will charge for it. */
  hasBegun: boolean;
  inputTokens?: number;
  outputTokens?: number;
  model?: string;
}

/** The provider said within its answer that it has failed or will not. */
export class Reported extends Error {
  /** As the provider put it, raw. */
  readonly report: unknown;

  constructor(report: unknown) {
    super('The provider reports an error.');
    this.report = report;
  }
}

export function parseEvent(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    throw new Reported({ message: 'An event of its stream is not JSON.', type: 'server_error' });
  }
}

/** What stands at the end of a path through foreign JSON; undefined where the path ends early. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Record<string | number, unknown>)[key];
  }
  return found;
}

export function textAt(value: unknown, ...path: readonly (string | number)[]): string | undefined {
  const found = at(value, ...path);
  return typeof found === 'string' ? found : undefined;
}

/** A count of tokens; undefined where there is no whole number. */
export function countAt(value: unknown, ...path: readonly (string | number)[]): number | undefined {
  const found = at(value, ...path);
  return Number.isSafeInteger(found) && (found as number) >= 0 ? (found as number) : undefined;
}
