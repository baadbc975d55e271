import type { System } from '../system.ts';

/** How fast a host may be requested, kept by all processes together: `services/common/hosts.ts`. */
export type VisitHost = <Result>(
  url: string,
  pace: { maxAtOnce: number; delayMs: number },
  signal: AbortSignal,
  task: () => Promise<Result>,
) => Promise<Result>;

export interface CrawlBudget {
  maxPages: number;
  maxBytes: number;
  maxMs: number;
  maxDepth: number;
}

/** What a crawl has used up; one that goes on after an interruption begins with it. */
export interface CrawlSpent {
  pages: number;
  bytes: number;
  ms: number;
}

/** An address in the crawl's order. */
export interface Waiting {
  url: string;
  /** Links from the start; null where only a sitemap named it. */
  depth: number | null;
}

/** What came of asking one address. Redirects are not followed: their goal is an address of its own. */
export interface Visit extends Waiting {
  outcome: 'answered' | 'failed' | 'forbidden';
  /** 0 where there was no answer. */
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  truncated: boolean;
  durationMs: number;
  /** Where a redirect leads, normalised; null for any other answer. */
  redirectsTo: string | null;
  /** Why there was no answer. */
  error: { code: string; message: string } | null;
}

/** What a visit came to, with what its reader made of it. */
export interface Settled<Read> {
  visit: Omit<Visit, 'body'>;
  read: Read;
  /** Addresses of the site that it names, normalised, each once. */
  found: readonly Waiting[];
}

/** Where the crawl's order is kept, so that one that is killed goes on where it stopped. */
export interface Frontier<Read> {
  /** The next addresses to ask, lowest depth first, not those handed out already by this object. */
  next(limit: number): Promise<Waiting[]>;
  /** Keeps addresses that are new. */
  add(found: readonly Waiting[]): Promise<void>;
  /** Keeps what came of some visits, and what they found, in one transaction. */
  settle(settled: readonly Settled<Read>[], spent: CrawlSpent): Promise<void>;
}

export type CrawlEnd = 'complete' | 'max_pages' | 'max_bytes' | 'max_seconds' | 'robots_forbid' | 'unreachable';

export interface CrawlOptions<Read> {
  system: System;
  visitHost: VisitHost;
  /** Where it starts; it stays on this site (`scopeOf`). */
  start: string;
  budget: CrawlBudget;
  spent: CrawlSpent;
  frontier: Frontier<Read>;
  /** Reads an answer: what is kept of it, and the addresses it names. */
  read(visit: Visit): Promise<{ read: Read; links: readonly string[] }>;
  signal: AbortSignal;
}
