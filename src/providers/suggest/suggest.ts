export { suggestSources, type SuggestSource } from '../../../schema/searches.ts';

export interface SuggestQuestion {
  text: string;
  /** ISO 639-1. */
  language: string;
  /** ISO 3166-1. */
  country: string | null;
}

/** Asks one of them once; completions in its order. Rejects with `rate_limited`, `provider_refused`, `provider_failed`, or the signal's reason. */
export type Suggest = (question: SuggestQuestion, signal: AbortSignal) => Promise<string[]>;
