import type { Generated, GeneratedAlways } from 'kysely';
import type { Bit, Json, Millis } from '../column-types.ts';

export interface QueueTables {
  work: WorkRow;
  lanes: LaneRow;
}

export interface WorkRow {
  id: Generated<number>;
  kind: string;
  /** The resource the work is for; a resource has one piece of work at a time. */
  key: string;
  payload: Json;
  /** What shares a limited outside, such as a receiver's origin. */
  lane: string;
  due_at: Millis;
  /** 1 for work that was tried before: it goes after what was not. */
  late: Generated<Bit>;
  lease_until: Millis | null;
  token: string | null;
  /** How often it has been claimed. */
  claims: Generated<number>;
  claimable_at: GeneratedAlways<Millis>;
}

export interface LaneRow {
  kind: string;
  lane: string;
  /** Since when it waits for its turn, or when it next will; null where nothing is left to do. */
  waits_since: Millis | null;
  served: Generated<number>;
  /** Failures in a row. */
  failures: Generated<number>;
  failing: Generated<Bit>;
  /** When a piece of it last ended. */
  settled_at: Millis | null;
  pending: Generated<number>;
}
