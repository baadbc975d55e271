import type { Json, Millis } from '../column-types.ts';

export interface ResearchTables {
  suggestions: SuggestionRow;
  suggestion_pauses: SuggestionPauseRow;
  keyword_metrics: KeywordMetricsRow;
}

export interface SuggestionRow {
  source: string;
  language: string;
  /** Empty where none was named. */
  country: string;
  text: string;
  completions: Json;
  asked_at: Millis;
}

export interface SuggestionPauseRow {
  source: string;
  until: Millis;
  /** What it said. */
  reason: string;
}

export interface KeywordMetricsRow {
  country: string;
  language: string;
  /** In lower case. */
  keyword: string;
  provider: string;
  figures: Json | null;
  /** Why there are none. */
  why: string | null;
  checked_at: Millis;
}
