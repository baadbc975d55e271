import { holdDatabase, type HoldFindings } from './stall/hold-database.ts';
import { takeOver, type TakeOverFindings } from './stall/take-over.ts';

interface StallFindings {
  passed: boolean;
  takeOver: TakeOverFindings;
  holdDatabase: HoldFindings;
}

/** `npm run soak stall`: a process is stopped (SIGSTOP) for longer than its leases, outside a transaction and in the middle of one. */
export async function soak(): Promise<StallFindings> {
  const findings = { takeOver: await takeOver(), holdDatabase: await holdDatabase() };
  return { passed: findings.takeOver.clean && findings.holdDatabase.clean, ...findings };
}
