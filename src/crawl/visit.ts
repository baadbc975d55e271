import type { Validators } from './validators.ts';

/** How fast a host may be requested, kept by all processes together: `services/common/hosts.ts`. */
export type VisitHost = <Result>(url: string, pace: Pace, signal: AbortSignal, task: () => Promise<Result>) => Promise<Result>;

export interface Pace {
  /** Requests in flight. */
  maxAtOnce: number;
  /** Between the starts of two requests, in milliseconds. */
  delayMs: number;
}

/** An address in the crawl's order. */
export interface Waiting {
  url: string;
  /** Links from the start; null where only a sitemap named it. */
  depth: number | null;
  /** Of what is known of it: then the visit may be `notModified`, without a body. */
  validators?: Validators;
}

/** Why there was no answer: a code of `NetworkError`, or of what forbids to ask. */
export interface Fault {
  code: string;
  message: string;
}

/** What one request came to. Redirects are not followed. */
export interface Answer {
  /** 0 where there was no answer. */
  status: number;
  /** Lower-case names. */
  headers: Record<string, string>;
  /** Unpacked. Empty for what is not text, such as pictures and archives, unless it is small. */
  body: Buffer;
  /** The body is longer than is read, broke off, or was not wanted. */
  truncated: boolean;
  durationMs: number;
  /** Where a redirect leads, normalised; null for any other answer. */
  redirectsTo: string | null;
  error: Fault | null;
}

/** What came of asking one address. A redirect's goal is an address of its own. `forbidden`: by robots.txt, so it was not asked. */
export interface Visit extends Waiting, Answer {
  outcome: 'answered' | 'failed' | 'forbidden';
  /** What is known of it is still true. Of its headers, those that came now count (RFC 9111, 4.3.4). */
  notModified: boolean;
}

/** What a visit came to, with what its reader made of it. */
export interface Settled<Read> {
  visit: Omit<Visit, 'body'>;
  /** Null where the reader failed, which the log tells. */
  read: Read | null;
  /** Addresses of the site that it names, normalised, each once. Those that this crawl has handed over lately are left out, unless they are nearer now. */
  found: readonly Waiting[];
}

/** Why addresses that were found are not asked: an endless address space, or a budget. */
export type SkipReason = 'calendar' | 'deep_path' | 'max_depth' | 'query_variants' | 'repeating_path' | 'session' | 'too_long' | 'too_many';

export interface Skipped {
  reason: SkipReason;
  /** Addresses; one that many pages name may count again. */
  count: number;
  /** The first few. */
  examples: string[];
}
