import { sql } from 'kysely';
import type { Tx } from '../db/open.ts';
import type { Claim } from './claim.ts';
import { noteSettled, type Verdict } from './lanes.ts';
import type { Settlement, Worker } from './worker.ts';

/** Work that this process has finished; its lease has not been ended yet. */
export interface Ended {
  claim: Claim;
  worker: Worker;
  settlement: Settlement;
}

/** Ends leases and writes outcomes. Returns the work that was no longer ours, of which nothing is written. */
export async function settleAll(tx: Tx, ended: readonly Ended[], now: number): Promise<Ended[]> {
  if (ended.length === 0) return [];
  const repeat = firstRepeat(ended);
  if (repeat !== -1) return [...(await settleAll(tx, ended.slice(0, repeat), now)), ...(await settleAll(tx, ended.slice(repeat), now))];
  const ours = await endLeases(tx, ended);
  const [settled, lost] = [ended.filter(({ claim }) => ours.has(claim.id)), ended.filter(({ claim }) => !ours.has(claim.id))];
  for (const [worker, group] of Map.groupBy(settled, (one) => one.worker)) {
    const records = group.map(({ settlement }) => settlement.record).filter((record) => record !== undefined);
    if (records.length > 0) await worker.record?.(tx, records);
  }
  for (const { settlement } of settled) await settlement.write?.(tx);
  for (const group of Map.groupBy(settled, ({ claim }) => `${claim.kind} ${claim.lane}`).values()) {
    await noteSettled(tx, group[0]!.claim, verdictOf(group), now);
  }
  return lost;
}

/** Work lost and claimed again appears twice with one id, and only one claim is valid. They are settled apart to tell which. */
function firstRepeat(ended: readonly Ended[]): number {
  const seen = new Set<number>();
  return ended.findIndex(({ claim: { id } }) => seen.has(id) || !seen.add(id));
}

/** Deletes the work or makes it wait until `retryAt`. Returns the ids of those whose leases were still ours. */
async function endLeases(tx: Tx, ended: readonly Ended[]): Promise<Set<number>> {
  const done = ended.filter(({ settlement }) => settlement.retryAt === undefined);
  const again = ended.filter(({ settlement }) => settlement.retryAt !== undefined);
  const ids = new Set<number>();
  if (done.length > 0) {
    const gone = await sql<{ id: number }>`
      delete from work where (id, token) in (select value ->> 0, value ->> 1 from json_each(${leasesOf(done)})) returning id`.execute(tx);
    for (const { id } of gone.rows) ids.add(id);
  }
  if (again.length > 0) {
    const waiting = await sql<{ id: number }>`
      update work set token = null, lease_until = null, late = 1, due_at = again.value ->> 2
        from json_each(${leasesOf(again)}) as again
        where work.id = again.value ->> 0 and work.token = again.value ->> 1
        returning id`.execute(tx);
    for (const { id } of waiting.rows) ids.add(id);
  }
  return ids;
}

function leasesOf(ended: readonly Ended[]): string {
  return JSON.stringify(ended.map(({ claim, settlement }) => [claim.id, claim.token, settlement.retryAt]));
}

function verdictOf(group: readonly Ended[]): Verdict {
  const said = group.map(({ settlement }) => settlement.outsideFailed).filter((failed) => failed !== undefined);
  const lastAnswer = said.lastIndexOf(false);
  return { answered: lastAnswer !== -1, failures: said.length - 1 - lastAnswer };
}
