import type { Store } from '../../src/db/open.ts';
import { claimDue, type Claim, type Room } from '../../src/queue/claim.ts';
import { extendAll } from '../../src/queue/lease.ts';
import { settleAll } from '../../src/queue/settle.ts';
import { dropWork, leasedAmong, measureDepth, nextTurns, putWork, type NewWork } from '../../src/queue/work.ts';
import type { Settlement } from '../../src/queue/worker.ts';
import { openTestStore } from '../support/store.ts';
import { worker } from './support.ts';

const room: Room = { kind: 'post', slots: 10, failingSlots: 5, unprovenSlots: 10, perLane: 2, leaseMs: 1000 };

/** A queue's rows on a clock that begins at 0, with short words for what happens to them. */
export interface Rows {
  store: Store;
  put(key: string, work?: Partial<NewWork>, now?: number): Promise<void>;
  /** One look at the line. */
  look(now: number, of?: Partial<Room>): Promise<Claim[]>;
  /** Looks at the line until there are no slots left, or nobody stands in it. */
  claim(now: number, of?: Partial<Room>): Promise<Claim[]>;
  /** Returns whether the outcome counted. */
  settle(claim: Claim, now: number, settlement?: Settlement): Promise<boolean>;
  extend(claim: Claim, now: number): Promise<boolean>;
  drop(key: string, now: number): Promise<void>;
  leased(key: string, now: number): Promise<boolean>;
  next(now: { failing: boolean }, ...kinds: string[]): Promise<number | null>;
  depth(now: number): ReturnType<typeof measureDepth>;
  lanes(): Promise<{ lane: string; waits_since: number | null; pending: number; failures: number }[]>;
}

export function openRows(home?: string): Rows {
  const { store } = openTestStore({ ...(home !== undefined && { home }) });
  let tokens = 0;
  const look = (now: number, of: Partial<Room> = {}) => {
    const token = `${of.ahead?.process ?? ''}token ${++tokens}`;
    return store.write((tx) => claimDue(tx, { ...room, ...of }, now, token));
  };
  const settler = worker(async () => ({}), { perLane: room.perLane });
  return {
    store,
    put: (key, work = {}, now = 0) => store.write((tx) => putWork(tx, [{ kind: 'post', key, payload: key, dueAt: now, ...work }], now)),
    look: async (now, of) => (await look(now, of)).claims,
    async claim(now, of = {}) {
      const given = { ...room, ...of };
      const claims: Claim[] = [];
      for (let more = true; more && claims.length < given.slots;) {
        const [failing, unproven] = [claims.filter((claim) => claim.failing).length, claims.filter((claim) => claim.unproven).length];
        const left = {
          ...given,
          slots: given.slots - claims.length,
          failingSlots: given.failingSlots - failing,
          unprovenSlots: given.unprovenSlots - unproven,
        };
        const taken = await look(now, left);
        claims.push(...taken.claims);
        ({ more } = taken);
      }
      return claims;
    },
    settle: async (claim, now, settlement = {}) =>
      (await store.write((tx) => settleAll(tx, [{ claim, worker: settler, settlement }], now))).length === 0,
    extend: async (claim, now) => (await store.write((tx) => extendAll(tx, [{ claim, leaseMs: room.leaseMs }], now))).has(claim.id),
    drop: (key, now) => store.write((tx) => dropWork(tx, [key], now)),
    leased: async (key, now) => (await store.write((tx) => leasedAmong(tx, [key], now))).has(key),
    async next({ failing }, ...kinds) {
      const turns = await nextTurns(
        store.db,
        kinds.map((kind) => ({ kind, failing, unproven: true })),
      );
      return turns.size === 0 ? null : Math.min(...turns.values());
    },
    depth: (now) => measureDepth(store.db, now),
    lanes: () => store.db.selectFrom('lanes').select(['lane', 'waits_since', 'pending', 'failures']).orderBy('lane').execute(),
  };
}

export const keys = (claims: readonly Claim[]) => claims.map((claim) => claim.key);
