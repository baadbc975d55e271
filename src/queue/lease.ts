import type { Store } from '../db/open.ts';
import type { Cancel, System } from '../system.ts';
import type { Claim } from './claim.ts';
import { extendLease } from './work.ts';

interface Lease {
  claim: Claim;
  leaseMs: number;
  /** Called once where the lease is somebody else's by now, or has run out. */
  lost: () => void;
}

/** Extends a lease every third of its length, so that one failed write does not cost it, until it is stopped. */
export function keepLease(store: Store, system: System, { claim, leaseMs, lost }: Lease): Cancel {
  let cancelTimer: Cancel = () => {};
  let stopped = false;

  function waitAndExtend(): void {
    cancelTimer = system.after(leaseMs / 3, () => void extend());
  }

  async function extend(): Promise<void> {
    const ours = await store.write((tx) => extendLease(tx, claim, system.now(), system.now() + leaseMs)).catch(() => true);
    if (stopped) return;
    if (ours) waitAndExtend();
    else lost();
  }

  waitAndExtend();
  return () => {
    stopped = true;
    cancelTimer();
  };
}
