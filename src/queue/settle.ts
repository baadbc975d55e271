import { sql } from 'kysely';
import type { Tx } from '../db/open.ts';
import type { Claim } from './claim.ts';
import { lineUp, noteHealth, type Verdict } from './lanes.ts';
import type { Settlement, Worker } from './worker.ts';

/** Work that is done, as far as this process goes; its lease has not been ended yet. */
export interface Ended {
  claim: Claim;
  worker: Worker;
  settlement: Settlement;
}

/** Ends leases and writes what came of the work. Returns what was no longer ours: nothing is written of that. */
export async function settleAll(tx: Tx, ended: readonly Ended[], now: number): Promise<Ended[]> {
  if (ended.length === 0) return [];
  const ours = await endLeases(tx, ended);
  const [settled, lost] = [ended.filter(({ claim }) => ours.has(claim.id)), ended.filter(({ claim }) => !ours.has(claim.id))];
  for (const [worker, group] of groupsOf(settled, (one) => one.worker)) {
    const records = group.map(({ settlement }) => settlement.record).filter((record) => record !== undefined);
    if (records.length > 0) await worker.record?.(tx, records);
  }
  for (const { settlement } of settled) await settlement.write?.(tx);
  for (const [, group] of groupsOf(settled, ({ claim }) => `${claim.kind} ${claim.lane}`)) {
    const [{ claim, worker }] = group as [Ended];
    const verdict = verdictOf(group);
    if (verdict) await noteHealth(tx, claim, verdict);
    await lineUp(tx, claim, { now, perLane: worker.perLane, given: 0 });
  }
  return lost;
}

/** The work goes, or waits until `retryAt`. Returns the ids of those whose leases were still ours. */
async function endLeases(tx: Tx, ended: readonly Ended[]): Promise<Set<number>> {
  const done = ended.filter(({ settlement }) => settlement.retryAt === undefined);
  const again = ended.filter(({ settlement }) => settlement.retryAt !== undefined);
  const gone = await sql<{ id: number }>`
    delete from work where (id, token) in (select value ->> 0, value ->> 1 from json_each(${leasesOf(done)})) returning id`.execute(tx);
  const waiting = await sql<{ id: number }>`
    update work set token = null, lease_until = null, late = 1, due_at = again.value ->> 2
      from json_each(${leasesOf(again)}) as again
      where work.id = again.value ->> 0 and work.token = again.value ->> 1
      returning id`.execute(tx);
  return new Set([...gone.rows, ...waiting.rows].map(({ id }) => id));
}

function leasesOf(ended: readonly Ended[]): string {
  return JSON.stringify(ended.map(({ claim, settlement }) => [claim.id, claim.token, settlement.retryAt]));
}

function verdictOf(group: readonly Ended[]): Verdict | undefined {
  const said = group.map(({ settlement }) => settlement.outsideFailed).filter((failed) => failed !== undefined);
  if (said.length === 0) return undefined;
  const lastAnswer = said.lastIndexOf(false);
  return { answered: lastAnswer !== -1, failures: said.length - 1 - lastAnswer };
}

function groupsOf<One, Key>(all: readonly One[], keyOf: (one: One) => Key): Map<Key, One[]> {
  return Map.groupBy(all, keyOf);
}
