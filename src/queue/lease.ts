import { sql } from 'kysely';
import type { Store, Tx } from '../db/open.ts';
import { rowsOf, statement } from '../db/sql.ts';
import type { Cancel, System } from '../system.ts';
import type { Claim } from './claim.ts';

interface Leases {
  /** The leases held now, with their length. */
  held(): Iterable<{ claim: Claim; leaseMs: number }>;
  /** Called when a lease has expired or belongs to someone else by now. */
  lost(claim: Claim): void;
}

/** Extends leases every third of their length until stopped, so that one failed write does not lose them. */
export function keepLeases(store: Store, system: System, { held, lost }: Leases): { watch(): void; stop(): void } {
  let timer: { at: number; cancel: Cancel } | undefined;
  let stopped = false;

  function watch(): void {
    const shortest = Math.min(...[...held()].map(({ leaseMs }) => leaseMs));
    const at = system.now() + shortest / 3;
    if (stopped || !Number.isFinite(at) || (timer && timer.at <= at)) return;
    timer?.cancel();
    timer = { at, cancel: system.after(shortest / 3, () => void extend()) };
  }

  async function extend(): Promise<void> {
    const due = [...held()];
    const ours = due.length > 0 ? await store.write((tx) => extendAll(tx, due, system.now())).catch(() => undefined) : undefined;
    timer = undefined;
    if (stopped) return;
    if (ours) for (const { claim } of due) if (!ours.has(claim.id)) lost(claim);
    watch();
  }

  return {
    watch,
    stop() {
      stopped = true;
      timer?.cancel();
    },
  };
}

const extendLeases = statement<{ leases: readonly { id: number; token: string; until: number }[]; now: number }, { id: number }>(
  ({ leases, now }) => {
    const { from, columns: lease } = rowsOf('lease', ['id', 'token', 'until'], leases);
    return sql`
      update work set lease_until = ${lease.until}, claimable_at = ${lease.until} from ${from}
        where work.id = ${lease.id} and work.token = ${lease.token} and lease_until > ${now}
        returning work.id`;
  },
);

/** Returns the ids of those still ours. An expired lease is not extended: its place in the lane may be taken. */
export async function extendAll(tx: Tx, leases: readonly { claim: Claim; leaseMs: number }[], now: number): Promise<Set<number>> {
  const { rows } = await extendLeases(tx, {
    leases: leases.map(({ claim: { id, token }, leaseMs }) => ({ id, token, until: now + leaseMs })),
    now,
  });
  return new Set(rows.map(({ id }) => id));
}
