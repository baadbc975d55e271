import { sql } from 'kysely';
import type { Tx } from '../db/open.ts';
import { statement } from '../db/sql.ts';
import type { Claim } from './claim.ts';
import { byLane, noteSettled, type Lane, type Verdict } from './lanes.ts';
import type { Settlement, Worker } from './worker.ts';

/** Work that this process has finished; its lease has not been ended yet. */
export interface Ended {
  claim: Claim;
  worker: Worker;
  settlement: Settlement;
  /** What its input weighed; absent for nothing. */
  weight?: number;
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
  const ends = settled.map(({ claim: { kind, lane }, settlement }) => ({ kind, lane, settlement }));
  await noteSettled(tx, { verdicts: byLane(ends, verdictOf), now });
  return lost;
}

/** Work lost and claimed again appears twice with one id, and only one claim is valid. They are settled apart to tell which. */
function firstRepeat(ended: readonly Ended[]): number {
  const seen = new Set<number>();
  return ended.findIndex(({ claim: { id } }) => seen.has(id) || !seen.add(id));
}

type EndedLease = Pick<Claim, 'id' | 'token'> & { retryAt: number };

const deleteDone = statement<EndedLease, never>(({ id, token }) => sql`delete from work where id = ${id} and token = ${token}`);

const putBack = statement<EndedLease, never>(
  ({ id, token, retryAt }) => sql`
    update work set token = null, lease_until = null, late = 1, due_at = ${retryAt}, claimable_at = ${retryAt}
      where id = ${id} and token = ${token}`,
);

const giveBack = statement<Pick<Claim, 'id' | 'token'>, never>(
  ({ id, token }) => sql`
    update work set token = null, lease_until = null, claimable_at = due_at, claims = claims - 1 where id = ${id} and token = ${token}`,
);

const never = Infinity;

/** Deletes the work or makes it wait until `retryAt`. Returns the ids of those whose leases were still ours. */
async function endLeases(tx: Tx, ended: readonly Ended[]): Promise<Set<number>> {
  const [untouched, touched] = [ended.filter(isUntouched), ended.filter((one) => !isUntouched(one))];
  const leases = touched.map(({ claim: { id, token }, settlement: { retryAt = never } }) => ({ id, token, retryAt }));
  const [again, done] = [leases.filter(({ retryAt }) => retryAt < never), leases.filter(({ retryAt }) => retryAt === never)];
  const back = untouched.map(({ claim }) => claim);
  const changed = [
    ...(await deleteDone.changeEach(tx, done)),
    ...(await putBack.changeEach(tx, again)),
    ...(await giveBack.changeEach(tx, back)),
  ];
  return new Set([...done, ...again, ...back].filter((_, index) => changed[index] === 1).map(({ id }) => id));
}

function isUntouched({ settlement }: Pick<Ended, 'settlement'>): boolean {
  return settlement.untouched === true;
}

function verdictOf(ends: readonly Pick<Ended, 'settlement'>[]): Omit<Verdict, keyof Lane> {
  const said = ends.map(({ settlement }) => settlement.outsideFailed).filter((failed) => failed !== undefined);
  const lastAnswer = said.lastIndexOf(false);
  const gone = ends.filter((end) => end.settlement.retryAt === undefined && !isUntouched(end)).length;
  return { remembers: lastAnswer === -1 ? 1 : 0, failures: said.length - 1 - lastAnswer, gone };
}
