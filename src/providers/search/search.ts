import type { AppError } from '../../errors.ts';

/** What is asked of a search engine. */
export interface SearchQuestion {
  keyword: string;
  /** ISO 3166-1, such as DE. */
  country: string | null;
  /** ISO 639-1. */
  language: string | null;
  device: 'desktop' | 'mobile';
  /** Organic results wanted, 10 to 100. */
  depth: number;
}

/** One organic result. */
export interface OrganicResult {
  /** Its rank among the organic results, from 1, over all pages. */
  position: number;
  url: string;
  title: string;
  snippet: string;
}

/** What one engine answered, all pages together. */
export interface SearchResults {
  organic: readonly OrganicResult[];
  /** Organic results that were really looked at: fewer than asked for where paging stopped or the engine had no more. */
  depthChecked: number;
  /** Other elements of the page, by their usual names: featured_snippet, people_also_ask, local_pack, ai_overview … Empty also where the provider tells none. */
  features: readonly string[];
  /** The page that the featured snippet shows; undefined also where the provider does not tell. */
  featuredUrl?: string;
  /** "People also ask". */
  questions: readonly string[];
  /** "Related searches". */
  related: readonly string[];
  /** In USD, as the provider reports it; null where it does not. */
  cost: number | null;
  /** Why a later page did not come, where one was asked for: there may be more than these. */
  cutShort?: AppError;
}

export interface AskOptions {
  /** Paging stops once a page holds such a result. */
  until?: (result: OrganicResult) => boolean;
  signal?: AbortSignal | undefined;
}

/** A service that looks results pages up. */
export interface SearchProvider {
  provider: 'searxng' | 'serper' | 'brave' | 'dataforseo';
  /** Whose results they are. */
  engine: 'google' | 'brave' | 'searxng';
  /** Why it cannot be asked just this (a device, country or depth that it does not know); null if it can. */
  cannot(question: SearchQuestion): string | null;
  /** How many calls it bills at most. */
  callsFor(question: SearchQuestion): number;
  /**
   * Asks page after page. Where a later page fails, those before it are the answer, with the depth that they reach. Rejects with `cap_reached`, `rate_limited`, `provider_refused`, `provider_failed` (also where there is no result at all and
   * the provider does not itself say that there are none), or the signal's reason.
   */
  search(question: SearchQuestion, options?: AskOptions): Promise<SearchResults>;
  /** Asks the least that shows that it works; returns what was found. Rejects as `search` does. */
  check(signal?: AbortSignal): Promise<string>;
}
