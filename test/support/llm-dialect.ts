import type { IncomingMessage } from 'node:http';

/** What the server does with one request, in this order of strength: an error, an answer, and how the answer goes wrong. */
export interface Turn {
  /** An error in place of an answer. A text is sent as it is. */
  status?: number;
  error?: { message?: string; type?: string; code?: string | number | null; param?: string | null } | string;
  headers?: Record<string, string>;

  /** The words of the answer. */
  say?: string;
  /** Why it ends, in the protocol's own word. Null: no reason is given. */
  finish?: string | null;
  /** Tokens in and out; null where the server does not count. */
  usage?: readonly [input: number, output: number] | null;
  /** The model's own words of refusal, where the protocol has a place for them. */
  refusal?: string;

  /** All in one piece of JSON, whatever was asked for. */
  whole?: boolean;
  newline?: '\n' | '\r\n' | '\r';
  /** Comments, pings and other events between those that count. */
  chatter?: boolean;
  /** Writes so many bytes at a time. */
  bytes?: number;
  /** Waits so long before each event, in milliseconds. */
  slowMs?: number;
  /** What happens after the first words in place of the rest. */
  breaks?: 'cut' | 'reset' | 'stall' | 'garbage' | 'end' | { message: string; type?: string; code?: number | string };
  /** Says all, and closes without saying that it is over and without the empty line behind the last event. */
  endsAbruptly?: boolean;
  /** Says that it is over, and does not close. */
  staysOpen?: boolean;
  /** Says all, but neither that it is over nor closes. */
  neverCloses?: boolean;
}

export interface Received {
  url: string;
  headers: IncomingMessage['headers'];
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into it as they like.
  body: any;
}

/** One provider's protocol, from the server's side. */
export interface Dialect {
  path: string;
  /** What is wrong with a request, as the real server says it; null for nothing. */
  objection(received: Received, rules: Rules): { status: number; error: Turn['error'] } | null;
  errorBody(status: number, error: Exclude<Turn['error'], string | undefined>): object;
  /** The events of an answer: name and data. */
  events(turn: Turn, received: Received): [name: string | null, data: string][];
  reportEvent(report: object): [name: string | null, data: string];
  chatter: string[];
  whole(turn: Turn, received: Received): object;
}

export interface Rules {
  /** The only key that is let in. */
  apiKey: string;
  /** Parameters that this server does not know, as its refusal words them. */
  refused: Readonly<Record<string, string>>;
}

/** A text in pieces, as tokens come; whole characters. */
export function tokensOf(text: string): string[] {
  return text.match(/\s*\S{1,5}|\s+$/gu) ?? [];
}
