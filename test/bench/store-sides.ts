import { openStore } from '../../src/db/open.ts';
import { claimDue, type Claim } from '../../src/queue/claim.ts';
import { settleAll } from '../../src/queue/settle.ts';
import { putWork } from '../../src/queue/work.ts';
import { createLog } from '../../src/system.ts';
import { openBare } from '../db/bare.ts';
import { connect } from '../db/connection.ts';

/** The same three things, done by the product's own path or by the fewest prepared statements that leave the same rows behind. */
export interface StoreSide {
  get(key: string): Promise<unknown>;
  /** Takes leases on so many pieces of work, in one transaction. */
  claim(pieces: number): Promise<Claimed[]>;
  /** Ends these leases, in one transaction. */
  acknowledge(claimed: readonly Claimed[]): Promise<void>;
  close(): Promise<void>;
}

type Claimed = Pick<Claim, 'id' | 'key' | 'payload' | 'token'>;

const [kind, lane] = ['bench.work', 'https://hooks.example.com'];
const leaseMs = 15_000;
const system = { pause: async () => {}, log: createLog('silent') };

export const keyOf = (index: number) => `key_${String(index).padStart(32, '0')}`;

/** Work that is due, put in by the product. */
export async function fill(home: string, pieces: number): Promise<void> {
  const store = openStore(home, system);
  const now = Date.now();
  for (let at = 0; at < pieces; at += 1000) {
    const works = Array.from({ length: Math.min(1000, pieces - at) }, (_, index) => keyOf(at + index)).map((key) => ({
      kind,
      lane,
      key,
      dueAt: now,
      payload: { deliveryId: key },
    }));
    await store.write((tx) => putWork(tx, works, now));
  }
  await store.close();
}

export function openProduct(home: string): StoreSide {
  const store = openStore(home, system);
  const worker = { kind, slots: 64, perLane: 64, leaseMs, handle: async () => ({}) };
  return {
    get: (key) => store.db.selectFrom('work').selectAll().where('key', '=', key).executeTakeFirst(),
    async claim(pieces) {
      const room = { kind, slots: pieces, failingSlots: pieces, unprovenSlots: pieces, perLane: pieces, leaseMs };
      const { claims } = await store.write((tx) => claimDue(tx, room, Date.now(), newToken()));
      return claims;
    },
    async acknowledge(claimed) {
      const ended = (claimed as readonly Claim[]).map((claim) => ({ claim, worker, settlement: { outsideFailed: false } }));
      await store.write((tx) => settleAll(tx, ended, Date.now()));
    },
    close: () => store.close(),
  };
}

export function openRaw(home: string): StoreSide {
  const sqlite = openBare(home);
  sqlite.pragma('synchronous = FULL');
  const get = sqlite.prepare('select * from work where key = ?');
  const lease = sqlite.prepare(`update work set token = ?, lease_until = ?, claimable_at = ?, claims = claims + 1 where id in (
      select id from work where kind = ? and lane = ? and late = 0 and claimable_at <= ? order by claimable_at, id limit ?)
    returning id, key, payload, claims`);
  const serve = sqlite.prepare('update lanes set served = served + ?, waits_since = ? where kind = ? and lane = ?');
  const end = sqlite.prepare('delete from work where id = ? and token = ?');
  const settle = sqlite.prepare(
    'update lanes set failures = 0, health = 2, pending = pending - ?, waits_since = ? where kind = ? and lane = ?',
  );
  const claim = sqlite.transaction((pieces: number, now: number, token: string) => {
    const rows = lease.all(token, now + leaseMs, now + leaseMs, kind, lane, now, pieces) as { id: number; key: string; payload: string }[];
    serve.run(rows.length, now, kind, lane);
    return rows.map((row) => ({ ...row, token }));
  });
  const acknowledge = sqlite.transaction((claimed: readonly Claimed[], now: number) => {
    let gone = 0;
    for (const { id, token } of claimed) gone += end.run(id, token).changes;
    settle.run(gone, now, kind, lane);
  });
  return {
    get: async (key) => get.get(key),
    claim: async (pieces) => claim.immediate(pieces, Date.now(), newToken()),
    acknowledge: async (claimed) => acknowledge.immediate(claimed, Date.now()),
    close: async () => void sqlite.close(),
  };
}

/** The lanes, and the work that somebody holds: all but times and tokens. */
export async function rowsIn(home: string): Promise<object> {
  const beside = connect(home, { readonly: true });
  const work = await beside.query('select id, key, claims from work where token is not null order by id');
  const [waiting] = await beside.query('select count(*) as count from work');
  const lanes = await beside.query('select kind, lane, pending, served, failures, health from lanes order by kind, lane');
  await beside.close();
  return { work, waiting, lanes };
}

let tokens = 0;

function newToken(): string {
  return String(++tokens).padStart(32, '0');
}
