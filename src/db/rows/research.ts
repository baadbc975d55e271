import type { Json, Millis } from '../column-types.ts';

export interface ResearchTables {
  suggestions: SuggestionRow;
  suggestion_pauses: SuggestionPauseRow;
  keyword_metrics: KeywordMetricsRow;
  results_pages: ResultsPageRow;
  gap_pieces: GapPieceRow;
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

/** What a provider last answered for a keyword. */
export interface ResultsPageRow {
  /** Empty where none was named. */
  country: string;
  language: string;
  /** The same for all that are written alike but for case and spaces. */
  keyword_key: string;
  device: 'desktop' | 'mobile';
  engine: 'google' | 'brave' | 'searxng';
  provider: 'searxng' | 'serper' | 'brave' | 'dataforseo';
  keyword: string;
  /** Organic results that were looked at. */
  depth: number;
  organic: Json;
  features: Json;
  questions: Json;
  related: Json;
  asked_at: Millis;
}

/** Some lines of a gap, as CSV; until the job is done also what it has paid for, as JSON. */
export interface GapPieceRow {
  job_id: string;
  /** Below 0: what a site ranks for. */
  number: number;
  project_id: string;
  lines: string;
  made_at: Millis;
}
