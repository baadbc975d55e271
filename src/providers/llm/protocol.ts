import { parseJson } from '../json.ts';
import type { ChatMessage, ChatProvider } from './chat.ts';
import type { WireSchema } from './schema.ts';

/** A request in terms that every provider's protocol can express. */
export interface Ask {
  model: string;
  system: string;
  messages: readonly ChatMessage[];
  maxTokens: number;
  schema?: WireSchema;
}

/** How to talk to one kind of provider. Remembers what this server does not understand. */
export interface Protocol {
  provider: ChatProvider;
  /** Relative to the base URL. */
  path: string;
  headers(apiKey: string | undefined): Record<string, string>;
  body(ask: Ask): Record<string, unknown>;
  reader(onText: (delta: string) => void): AnswerReader;
  /** Learns why `sent` was refused. True if the same request will now be phrased in a way the server may understand. */
  adapt(sent: Record<string, unknown>, refusal: string): boolean;
}

/** Reads one answer. Its methods throw `Reported` if the provider reports an error instead. */
export interface AnswerReader {
  readonly spoken: Spoken;
  /** Takes one event of a stream: its data, unparsed. */
  event(data: string): void;
  /** Takes a whole answer, from a server that does not stream. */
  whole(answer: unknown): void;
}

/** The answer so far. */
export interface Spoken {
  text: string;
  /** Why the model stopped; undefined until it has. */
  finish?: 'stop' | 'length' | 'refusal';
  /** The model's own words for its refusal, if any. */
  refusal?: string;
  /** By the protocol, nothing follows. */
  isOver: boolean;
  /** Part of an answer has arrived: the provider has started work and will charge for it. */
  hasBegun: boolean;
  inputTokens?: number;
  outputTokens?: number;
  model?: string;
}

/** The provider reported a failure or refusal inside its answer. */
export class Reported extends Error {
  /** The provider's report, raw. */
  readonly report: unknown;

  constructor(report: unknown) {
    super('The provider reports an error.');
    this.report = report;
  }
}

export function parseEvent(data: string): unknown {
  const event = parseJson(data);
  if (event === undefined) throw new Reported({ message: 'An event of its stream is not JSON.', type: 'server_error' });
  return event;
}

/** The value at a path through untrusted JSON; undefined if the path ends early. */
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

/** A token count; undefined if there is no whole number. */
export function countAt(value: unknown, ...path: readonly (string | number)[]): number | undefined {
  const found = at(value, ...path);
  return Number.isSafeInteger(found) && (found as number) >= 0 ? (found as number) : undefined;
}
