import { sql } from 'kysely';
import type { Tx } from '../db/open.ts';
import { rowsOf, statement } from '../db/sql.ts';
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
  await noteSettled(tx, [...Map.groupBy(settled, ({ claim }) => `${claim.kind} ${claim.lane}`).values()].map(verdictOf), now);
  return lost;
}

/** Work lost and claimed again appears twice with one id, and only one claim is valid. They are settled apart to tell which. */
function firstRepeat(ended: readonly Ended[]): number {
  const seen = new Set<number>();
  return ended.findIndex(({ claim: { id } }) => seen.has(id) || !seen.add(id));
}

type EndedLease = Record<'id' | 'retryAt', number> & { token: string };

const deleteDone = statement<{ done: readonly EndedLease[] }, { id: number }>(({ done }) => {
  const { from, columns } = rowsOf('done', ['id', 'token'], done);
  return sql`delete from work where (id, token) in (select ${columns.id}, ${columns.token} from ${from}) returning id`;
});

const putBack = statement<{ again: readonly EndedLease[] }, { id: number }>(({ again: leases }) => {
  const { from, columns: again } = rowsOf('again', ['id', 'token', 'retryAt'], leases);
  return sql`
    update work set token = null, lease_until = null, late = 1, due_at = ${again.retryAt}, claimable_at = ${again.retryAt} from ${from}
      where work.id = ${again.id} and work.token = ${again.token}
      returning work.id`;
});

/** Deletes the work or makes it wait until `retryAt`. Returns the ids of those whose leases were still ours. */
async function endLeases(tx: Tx, ended: readonly Ended[]): Promise<Set<number>> {
  const leases = ended.map(({ claim: { id, token }, settlement: { retryAt } }) => ({ id, token, retryAt }));
  const done = leases.filter(({ retryAt }) => retryAt === undefined).map((lease) => ({ ...lease, retryAt: 0 }));
  const again = leases.filter((lease): lease is EndedLease => lease.retryAt !== undefined);
  const gone = done.length === 0 ? [] : (await deleteDone(tx, { done })).rows;
  const waiting = again.length === 0 ? [] : (await putBack(tx, { again })).rows;
  return new Set([...gone, ...waiting].map(({ id }) => id));
}

function verdictOf(group: readonly Ended[]): Verdict {
  const said = group.map(({ settlement }) => settlement.outsideFailed).filter((failed) => failed !== undefined);
  const lastAnswer = said.lastIndexOf(false);
  const { kind, lane } = group[0]!.claim;
  const gone = group.filter(({ settlement }) => settlement.retryAt === undefined).length;
  return { kind, lane, answered: lastAnswer !== -1, failures: said.length - 1 - lastAnswer, gone };
}
