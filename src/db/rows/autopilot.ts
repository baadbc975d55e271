import type { Json, Millis } from '../column-types.ts';

export interface AutopilotTables {
  action_marks: ActionMarkRow;
  autofill_plans: AutofillPlanRow;
}

/** What became of an action. Actions themselves are computed. */
export interface ActionMarkRow {
  action_id: string;
  project_id: string;
  /** `running` while its operation is under way. */
  mark: 'running' | 'run' | 'dismissed';
  /** A fingerprint of what it rested on: with another one the mark no longer holds. */
  cause: string;
  /** What was run; null where it was dismissed. */
  operation: string | null;
  /** Of one that is snoozed: when it comes back. */
  until: Millis | null;
  marked_at: Millis;
}

/** Slots that were planned for the calendar. */
export interface AutofillPlanRow {
  id: string;
  project_id: string;
  /** What was asked for: days and perWeek. */
  request: Json;
  /** What tells whether the calendar has changed since. */
  calendar: string;
  /** As it was answered. */
  plan: Json;
  created_at: Millis;
  /** Until then it can be carried out. */
  expires_at: Millis;
  /** When it was carried out. */
  carried_out_at: Millis | null;
}
