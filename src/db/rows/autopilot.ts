import type { Millis } from '../column-types.ts';

export interface AutopilotTables {
  action_marks: ActionMarkRow;
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
