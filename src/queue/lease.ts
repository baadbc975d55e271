import { sql } from 'kysely';
import type { Store, Tx } from '../db/open.ts';
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

/** Returns the ids of those still ours. An expired lease is not extended: its place in the lane may be taken. */
export async function extendAll(tx: Tx, leases: readonly { claim: Claim; leaseMs: number }[], now: number): Promise<Set<number>> {
  const wanted = JSON.stringify(leases.map(({ claim, leaseMs }) => [claim.id, claim.token, now + leaseMs]));
  const { rows } = await sql<{ id: number }>`
    update work set lease_until = lease.value ->> 2 from json_each(${wanted}) as lease
      where work.id = lease.value ->> 0 and work.token = lease.value ->> 1 and lease_until > ${now}
      returning id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}
