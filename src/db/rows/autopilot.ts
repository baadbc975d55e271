import type { Json, Millis } from '../column-types.ts';

export interface AutopilotTables {
  autofill_plans: AutofillPlanRow;
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
