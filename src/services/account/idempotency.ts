import { createHash } from 'node:crypto';
import { sql, type ExpressionBuilder } from 'kysely';
import type { Store, Tx } from '../../db/open.ts';
import type { Tables } from '../../db/tables.ts';
import type { IdempotencyKeyRow } from '../../db/rows/account.ts';
import { AppError } from '../../errors.ts';
import type { KeyedCall, Once, Operation } from '../../operation.ts';
import type { System } from '../../system.ts';
import { isoTime, parsed } from '../common/wire.ts';

/** `Idempotency-Key`: a request with a key is done only once, even if its answer is lost on the way. */
export interface Idempotency {
  /** Keeps the answer in the transaction of its effect, so the service's `write` must return it. A failed call frees its key. */
  once: Once;
  /** Deletes keys older than 24 h, oldest first, `limit` at most; returns how many. */
  removeExpired(tx: Tx, limit: number): Promise<number>;
}

const keptMs = 24 * 60 * 60 * 1000;
/**
 * Longer than any call: the slowest fetches and reads a page, 20 s each at most. A call that stalls beyond it and is overtaken by its repeat
 * loses its effect to the repeat: whatever the length of the lease, nothing is done twice.
 */
const leaseMs = 60_000;

/** A key as reserved by one call. */
type Reservation = Pick<IdempotencyKeyRow, 'owner' | 'operation' | 'key'> & { token: string };

export function createIdempotency(store: Store, { now, random }: Pick<System, 'now' | 'random'>): Idempotency {
  async function release(reservation: Reservation): Promise<void> {
    await store.write((tx) => tx.deleteFrom('idempotency_keys').where(isOurs(reservation)).where('answered_at', 'is', null).execute());
  }

  /** Most answers are kept along with their effect; this is for calls that changed nothing, or wrote more after it. */
  async function keepLast(reservation: Reservation, answer: string | null): Promise<void> {
    const row = await store.db
      .selectFrom('idempotency_keys')
      .select(['answer', 'answered_at'])
      .where(isOurs(reservation))
      .executeTakeFirst();
    if (!row || (row.answered_at !== null && row.answer === answer)) return;
    await store.write((tx) => update(tx, reservation, { answer, answered_at: now() }));
  }

  return {
    async once(call, work) {
      const { operation } = call;
      const reservation = { owner: call.owner, operation: operation.name, key: call.key, token: random(16).toString('hex') };
      const first = await store.write((tx) => reserve(tx, reservation, fingerprintOf(call.input), now()));
      if (first) return { answer: answerOf(first, call), replayed: true };
      try {
        const answer = await store.recording((tx, result) => keep(tx, reservation, operation, result, now()), work);
        await keepLast(reservation, toKeep(operation, answer));
        return { answer, replayed: false };
      } catch (error) {
        // If that fails too, the key is free once the lease expires.
        await release(reservation).catch(() => {});
        throw error;
      }
    },

    async removeExpired(tx, limit) {
      const { numAffectedRows } = await sql`
        delete from idempotency_keys where (owner, operation, key) in (
          select owner, operation, key from idempotency_keys
            where created_at <= ${now() - keptMs} order by created_at limit ${limit})`.execute(tx);
      return Number(numAffectedRows);
    },
  };
}

/** Reserves a free key, or returns the row of an already answered call. Throws if the key is in use or the input differs. */
async function reserve(tx: Tx, reservation: Reservation, fingerprint: string, now: number): Promise<IdempotencyKeyRow | undefined> {
  const { token, ...place } = reservation;
  const row = await tx
    .selectFrom('idempotency_keys')
    .selectAll()
    .where((make) => make.and(place))
    .executeTakeFirst();
  const isFree = !row || row.created_at <= now - keptMs || (row.answered_at === null && (row.lease_until ?? 0) <= now);
  if (!isFree) {
    if (row.fingerprint !== fingerprint) throw reused(place.key);
    if (row.answered_at === null) throw inUse(place.key);
    return row;
  }
  const fresh = { ...place, fingerprint, token, lease_until: now + leaseMs, answer: null, answered_at: null, created_at: now };
  await tx.replaceInto('idempotency_keys').values(fresh).execute();
  return undefined;
}

/** Keeps a transaction's result if it is the operation's answer. Throws, and so undoes the effect, if a repeat has taken the key over. */
async function keep(tx: Tx, reservation: Reservation, operation: Operation<never>, result: unknown, now: number): Promise<void> {
  const answer = operation.output.safeParse(result);
  const change = answer.success ? { answer: toKeep(operation, answer.data), answered_at: now } : { lease_until: now + leaseMs };
  if (!(await update(tx, reservation, change))) throw inUse(reservation.key);
}

async function update(tx: Tx, reservation: Reservation, change: Partial<IdempotencyKeyRow>): Promise<boolean> {
  const { numUpdatedRows } = await tx.updateTable('idempotency_keys').set(change).where(isOurs(reservation)).executeTakeFirst();
  return numUpdatedRows > 0n;
}

function isOurs(reservation: Reservation) {
  return (make: ExpressionBuilder<Tables, 'idempotency_keys'>) => make.and(reservation);
}

/** The answer as stored; null if it contains a secret. */
function toKeep(operation: Operation<never>, answer: unknown): string | null {
  return operation.answersSecret ? null : JSON.stringify(answer);
}

function answerOf({ answer, answered_at }: IdempotencyKeyRow, { key, shownBy }: KeyedCall): unknown {
  if (answer !== null) return parsed(answer);
  throw new AppError(
    'idempotency_answer_not_kept',
    `What was asked for under the Idempotency-Key ${key} was done at ${isoTime(answered_at!)}; its answer holds a secret, which is not kept.`,
    { hint: `It was not done again.${shownBy === undefined ? '' : ` Read the secret with ${shownBy}.`} To do it again, send another key.` },
  );
}

/** Equal for equal inputs, whatever the order of their fields. */
function fingerprintOf(input: unknown): string {
  return createHash('sha256').update(JSON.stringify(input, sortFields)).digest('hex');
}

function sortFields(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function inUse(key: string): AppError {
  return new AppError('idempotency_key_in_use', `The first request with the Idempotency-Key ${key} is under way.`, {
    hint: `Send the same request again in a few seconds, for its answer; if it was cut off, it is done anew after ${leaseMs / 1000} s.`,
  });
}

function reused(key: string): AppError {
  return new AppError('idempotency_key_reused', `The Idempotency-Key ${key} was sent before, with another input.`, {
    hint: 'Send a new key with a new request, and the same one only with a repeat of the very same request.',
  });
}
