import type { Bit, Json, Millis } from '../column-types.ts';

export interface VisibilityTables {
  ai_answers: AiAnswerRow;
  ai_answer_brands: AiAnswerBrandRow;
  ai_answer_citations: AiAnswerCitationRow;
  ai_brands: AiBrandsRow;
  ai_runs: AiRunRow;
}

/** The latest run of a project. */
export interface AiRunRow {
  project_id: string;
  job_id: string;
  /** Null until it has ended by itself. */
  ended_at: Millis | null;
  /** `{ provider, code, message }`, one for each engine that failed or was left; null where all was answered. */
  trouble: Json | null;
}

/** How an answer came about. */
export type Surface = 'api' | 'ui' | 'agent' | 'imported' | 'local';

export interface AiAnswerRow {
  id: string;
  project_id: string;
  /** It may be gone: its answers count no more then, and are removed. */
  prompt_id: string;
  /** Its text, as it was asked. */
  prompt: string;
  engine: string;
  surface: Surface;
  model: string | null;
  /** The run that asked; it may be gone. */
  job_id: string | null;
  /** Markdown. */
  text: string;
  /** The citations that came with it. */
  given: Json;
  /** ISO 639-1; null until it is told or read. */
  language: string | null;
  /** Whether the engine searched the web; null if nobody knows. */
  searched: Bit | null;
  /** In USD. */
  cost: number | null;
  input_tokens: number | null;
  output_tokens: number | null;
  /** Equal for the same answer. */
  hash: string;
  asked_at: Millis;
  created_at: Millis;
  /** The version of `ai_brands` that it was last read for; 0 if for none yet. */
  read_for: number;
  /** When it was last read; null until then. Only what was read counts. */
  analyzed_at: Millis | null;
  /** Whether its text has a mark or link to a source; null until it is read. */
  has_inline: Bit | null;
  /** What was read that stands in no rows. */
  analysis: Json | null;
}

/** A brand that an answer names or cites. */
export interface AiAnswerBrandRow {
  project_id: string;
  prompt_id: string;
  asked_at: Millis;
  answer_id: string;
  /** `own`, or a competitor's id; that may be gone until the answer is read again. */
  brand: string;
  engine: string;
  surface: Surface;
  mentions: number;
  position: number | null;
  sentiment: number | null;
  sentiment_count: number;
  cited: number;
  prominence: number | null;
}

export interface AiAnswerCitationRow {
  project_id: string;
  prompt_id: string;
  asked_at: Millis;
  answer_id: string;
  number: number;
  engine: string;
  surface: Surface;
  url: string;
  /** Equal for addresses of the same page. */
  key: string;
  host: string;
  domain: string;
  title: string | null;
  brand: string | null;
  inline: Bit;
  prominence: number | null;
  status: 'ok' | 'unresolved';
}

/** Who a project's answers are read for: its own brand and its competitors. Without a row it is version 1. */
export interface AiBrandsRow {
  project_id: string;
  version: number;
  changed_at: Millis;
}
