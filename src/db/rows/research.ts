import type { Json, Millis } from '../column-types.ts';

export interface ResearchTables {
  suggestions: SuggestionRow;
  suggestion_pauses: SuggestionPauseRow;
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
