import { holdDatabase, type HoldFindings, type HoldOptions } from './stall/hold-database.ts';
import { takeOver, type TakeOverFindings } from './stall/take-over.ts';

export const tiny: HoldOptions = { speed: 10, stoppedMs: 2000 };

interface StallFindings {
  passed: boolean;
  takeOver: TakeOverFindings;
  holdDatabase: HoldFindings;
}

/** `npm run soak stall`: a process is stopped (SIGSTOP) for longer than its leases, outside a transaction and in the middle of one. */
export async function run(options: HoldOptions): Promise<StallFindings> {
  const findings = { takeOver: await takeOver(options), holdDatabase: await holdDatabase(options) };
  return { passed: findings.takeOver.clean && findings.holdDatabase.clean, ...findings };
}
