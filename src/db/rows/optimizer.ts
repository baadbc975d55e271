import type { Json, Millis } from '../column-types.ts';

export interface OptimizerTables {
  optimizations: OptimizationRow;
  optimization_pages: OptimizationPageRow;
}

export interface OptimizationRow {
  id: string;
  project_id: string;
  job_id: string;
  status: string;
  writer: string;
  /** The page that is made better, as it was named. */
  url: string;
  /** Null until it is known. */
  keyword: string | null;
  keyword_source: 'given' | 'page' | null;
  language: string | null;
  /** What was asked for, so that work can restart after a crash. */
  request: Json;
  webhook_url: string | null;
  /** The page as it was read. */
  page: Json | null;
  /** Of what it says: another one is another text. */
  page_hash: string | null;
  read_at: Millis | null;
  /** Where the competitors come from; null until that is known. */
  basis: Json | null;
  /** What people ask on the results page, as it was when the page was scored. */
  asked: Json | null;
  score_before: number | null;
  score_after: number | null;
  /** The score of the page, with all that it came from. */
  before: Json | null;
  /** The same of the rewritten text. */
  after: Json | null;
  /** What may be cited, as the brief numbers it. */
  passages: Json | null;
  /** The last text handed in, while it is not taken. */
  draft: Json | null;
  /** Texts handed in so far. */
  drafts: number;
  /** The text that was taken. */
  rewrite: Json | null;
  /** How long it waits for an agent's text. */
  draft_due_at: Millis | null;
  /** The model's tokens and cost. */
  usage: Json | null;
  error: Json | null;
  created_at: Millis;
  updated_at: Millis;
  completed_at: Millis | null;
}

/** A page that the optimized one is held against. */
export interface OptimizationPageRow {
  optimization_id: string;
  /** From 0. */
  position: number;
  url: string;
  /** Its place among the results of the search. */
  rank: number | null;
  /** `waiting`: not needed yet. */
  state: 'waiting' | 'read' | 'failed';
  /** Where it was read, after redirects. */
  read_url: string | null;
  title: string | null;
  words: number | null;
  /** What it says, until the optimization has ended. */
  page: Json | null;
  error: Json | null;
}
