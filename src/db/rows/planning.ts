import type { Bit, Json, Millis } from '../column-types.ts';

export interface PlanningTables {
  calendar_slots: CalendarSlotRow;
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
