import type { Millis } from '../column-types.ts';

export interface CommonTables {
  schedules: ScheduleRow;
}

/** What a project has done by itself. */
export interface ScheduleRow {
  project_id: string;
  name: string;
  every: 'daily' | 'weekly' | 'monthly';
  /** Whole periods are counted from here. */
  since: Millis;
  due_at: Millis;
}
