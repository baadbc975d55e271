import type { Generated } from 'kysely';
import type { Bit, Json, Millis } from '../column-types.ts';

export interface QueueTables {
  work: WorkRow;
  lanes: LaneRow;
  leases: LeaseRow;
}

export interface WorkRow {
  id: Generated<number>;
  kind: string;
  /** The resource the work is for; each has one piece of work at a time. */
  key: string;
  payload: Json;
  /** Shared by work with the same limited destination, such as a receiver's origin. */
  lane: string;
  due_at: Millis;
  /** 1 for retries, which go after new work. */
  late: Generated<Bit>;
  lease_until: Millis | null;
  token: string | null;
  /** How often it has been claimed. */
  claims: Generated<number>;
  /** When it can be claimed: when it is due, or when its lease runs out. */
  claimable_at: Generated<Millis>;
}

/** What is known of a lane's destination: nothing yet (0), that it failed last (1), that it answered last (2). */
export type Health = 0 | 1 | 2;

export interface LaneRow {
  kind: string;
  lane: string;
  /** Since when it waits for its turn (or from when it will); null if nothing is left to do. */
  waits_since: Millis | null;
  served: Generated<number>;
  /** Failures in a row. */
  failures: Generated<number>;
  health: Generated<Health>;
  /** When its work last ended. */
  settled_at: Millis | null;
  pending: Generated<number>;
}

/** A place under a name that somebody holds for a while. */
export interface LeaseRow {
  name: string;
  /** Counted from 0. */
  place: number;
  token: string;
  until: Millis;
}
