import type { Market } from './markets.ts';

/** What is known of a keyword in one market. Null is what the provider has none of; 0 is 0. */
export interface KeywordFigures {
  /** Searches a month, over the last twelve. */
  searchVolume: number | null;
  /** Of a click on an advertisement, in USD. */
  cpc: number | null;
  /** Among advertisers, 0 to 1. */
  competition: number | null;
  /** Of ranking among the first ten, 0 to 100. */
  difficulty: number | null;
  intent: 'informational' | 'navigational' | 'commercial' | 'transactional' | null;
  /** Newest first; `month` as YYYY-MM. */
  monthly: readonly { month: string; searches: number }[];
  /** When the provider last looked, in milliseconds. */
  updatedAt: number | null;
  /** What its results page shows beside organic results, by the usual names; null where that was not asked for or is not known. */
  features: readonly string[] | null;
}

export interface KnownKeyword {
  /** As the provider writes it, which is in lower case. */
  keyword: string;
  figures: KeywordFigures;
}

export interface KeywordAnswer {
  /** As it was asked for. */
  keyword: string;
  figures: KeywordFigures | null;
  /** Why there are none: the provider does not know it, or takes no such keyword (its length, its characters). Null where there are. */
  why: 'provider_has_none' | 'not_applicable' | null;
}

/** What was said of keywords, and what that cost. */
export interface KeywordAnswers {
  /** One for each keyword, in their order. */
  rows: KeywordAnswer[];
  requests: number;
  /** In USD; null where the provider does not say. */
  cost: number | null;
}

export interface RankedKeyword extends KnownKeyword {
  /** Among the organic results, from 1: the best of the pages that are wanted. */
  position: number;
  url: string;
}

export interface Suggestions {
  rows: readonly KnownKeyword[];
  /** How many the provider knows; null where it does not say. */
  total: number | null;
}

export interface Ranked {
  rows: readonly RankedKeyword[];
  /** How many places the provider knows, each page of the domain by itself; null where it does not say. */
  total: number | null;
  /** Whether these are all. Where not, they are those that are searched most. */
  complete: boolean;
  /** What is searched more than this each month is not cut off; null where that is not known, or the list is complete. */
  wholeAbove: number | null;
}

/** Which places of a domain are wanted. */
export interface RankedWish extends Market {
  limit: number;
  /** Of each keyword the best of the pages that it takes is told. Default: of all pages. */
  isWanted?: (url: string) => boolean;
}

/**
 * A service that knows what is searched for. Each answer is a call that it bills. All reject with `cap_reached`, `rate_limited`, `provider_refused`
 * (also for a market that it does not know), `provider_failed`, or the signal's reason.
 */
export interface KeywordData {
  provider: 'dataforseo';
  /** How many keywords `metrics` takes at once. */
  maxKeywords: number;
  /** Why it knows nothing of this market; null if it does. */
  cannot(market: Market): string | null;
  /** One call, or none where it takes none of them. */
  metrics(keywords: readonly string[], market: Market, signal?: AbortSignal): Promise<KeywordAnswers>;
  /** Longer keywords that hold the seed's words, those searched most first; 1,000 at most. One call. */
  suggestions(seed: string, options: Market & { limit: number }, signal?: AbortSignal): Promise<Suggestions>;
  /** What a domain and its subdomains rank for, those searched most first. A call for every 1,000; where a later one fails, those before it are the answer. */
  ranked(domain: string, wish: RankedWish, signal?: AbortSignal): Promise<Ranked>;
}
