import type { Bit, Json, Millis } from '../column-types.ts';

export interface RankingTables {
  tracked_keywords: TrackedKeywordRow;
  ranking_checks: RankingCheckRow;
}

/** A tracked keyword, and what its last check found. */
export interface TrackedKeywordRow {
  id: string;
  project_id: string;
  keyword: string;
  /** The same for all that are written alike but for case and spaces. */
  keyword_key: string;
  engine: 'google' | 'brave' | 'searxng';
  device: 'desktop' | 'mobile';
  /** Empty where none is asked for. */
  country: string;
  language: string;
  depth: number;
  tags: Json;
  status: 'ranked' | 'not_found_in_top_n' | 'error' | 'not_checked';
  position: number | null;
  depth_checked: number | null;
  /** Where it stood before: see `Before`. */
  before: Json;
  best: number | null;
  /** 1 where the last check no longer found it, or not among the first ten. */
  dropped: Bit;
  url: string | null;
  /** What else the results page held. */
  details: Json;
  provider: string | null;
  error: Json | null;
  checked_at: Millis | null;
  /** What its last successful check was of: those of something else are not compared with it. */
  sample: string | null;
  /** The job that is to check it, or checked it last. */
  job_id: string | null;
  /** 1 until that job has. */
  waiting: Bit;
  /** Why that job left it as it was. */
  left_code: string | null;
  created_at: Millis;
}

export interface RankingCheckRow {
  keyword_id: string;
  checked_at: Millis;
  status: 'ranked' | 'not_found_in_top_n' | 'error';
  position: number | null;
  /** Results that were looked at: none where it failed. */
  depth: number;
  /** The site and language: only checks of the same are compared. */
  sample: string;
  url: string | null;
  provider: string;
  /** In USD; null where the provider does not say. */
  cost: number | null;
}
