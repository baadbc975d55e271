import type { Generated } from 'kysely';
import type { Bit, Json, Millis } from '../column-types.ts';

export interface PlanningTables {
  calendar_slots: CalendarSlotRow;
  radar_sources: RadarSourceRow;
  radar_pages: RadarPageRow;
  radar_changes: RadarChangeRow;
}

export interface CalendarSlotRow {
  id: string;
  project_id: string;
  /** YYYY-MM-DD in the project's zone. */
  date: string;
  /** HH:MM there. */
  time: string;
  /** The instant of both. */
  due_at: Millis;
  /** When it is written: `due_at`, or later where that had passed. */
  write_at: Millis;
  /** 1 once it was found due since before the desk ran. */
  late: Bit;
  /** `failed` if no article came of it. What becomes of a begun one its article says. */
  status: 'planned' | 'begun' | 'failed' | 'missed';
  keyword: string;
  /** As `storedKey` makes it, in the project's language while it is planned. */
  keyword_key: string;
  title: string | null;
  /** What its article is asked for besides. */
  request: Json;
  article_id: string | null;
  error: Json | null;
  /** Counts its changes, for the feed. */
  sequence: number;
  created_at: Millis;
  updated_at: Millis;
}

export interface RadarSourceRow {
  id: string;
  project_id: string;
  competitor_id: string | null;
  kind: 'site' | 'feed' | 'sitemap' | 'page';
  url: string;
  /** The job that looks at it, or looked last. */
  job_id: string | null;
  /** Checks begun: a page knows by it whether this one has looked at it. */
  checks: number;
  /** When the first look ended: what was found until then is no news. */
  baseline_at: Millis | null;
  checked_at: Millis | null;
  next_check_at: Millis;
  /** Pages known by address, those of them that were read, and those that the last check did not look at. */
  known_pages: number;
  read_pages: number;
  not_looked_at: number;
  last_error: Json | null;
  /** What was learnt of the site: counters among its lines. */
  learnt: Json;
  created_at: Millis;
}

export interface RadarPageRow {
  number: Generated<number>;
  source_id: string;
  url: string;
  /** `listed`: known by its address alone. */
  status: 'listed' | 'read' | 'gone' | 'moved';
  is_index: Bit;
  /** As its feed or sitemap says: a hint. */
  lastmod: string | null;
  /** 1 where something hints that it is new or changed. */
  hinted: Bit;
  /** Its place in the rotation: the check that looked at it last. Of one that none has, less than zero, and the less the newer. */
  turn: number;
  found_at: Millis;
  /** When it was gone or moved. */
  gone_at: Millis | null;
  etag: string | null;
  last_modified: string | null;
  title: string | null;
  language: string | null;
  keyword: string | null;
  phrases: Json | null;
  word_count: number | null;
  fingerprint: string | null;
  /** 32-bit hashes of its lines. */
  lines: Uint8Array | null;
  /** Its main text, deflated. */
  snapshot: Uint8Array | null;
}

export interface RadarChangeRow {
  id: string;
  project_id: string;
  source_id: string;
  competitor_id: string | null;
  kind: 'new' | 'updated' | 'removed' | 'moved';
  url: string;
  title: string | null;
  moved_to: string | null;
  /** 1 if the page had been told as removed. */
  reappeared: Bit;
  /** As the page says. */
  published_at: Millis | null;
  keyword: string | null;
  phrases: Json;
  summary: string | null;
  words_added: number | null;
  words_removed: number | null;
  relevance: number | null;
  /** Why there is no relevance. */
  why: Json;
  evidence: Json;
  /** The beginning of the diff. */
  diff_start: string | null;
  /** The whole, deflated. */
  diff: Uint8Array | null;
  created_at: Millis;
}
