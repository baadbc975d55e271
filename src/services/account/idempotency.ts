import { createHash } from 'node:crypto';
import type { ExpressionBuilder } from 'kysely';
import type { Store, Tx } from '../../db/open.ts';
import type { Tables } from '../../db/tables.ts';
import type { IdempotencyKeyRow } from '../../db/rows/account.ts';
import { AppError } from '../../errors.ts';
import type { KeyedCall, Once, Operation } from '../../operation.ts';
import { extendLease, releaseLeases, takeLeases } from '../../queue/leases.ts';
import type { System } from '../../system.ts';
import { isoTime, parsed } from '../common/wire.ts';
import { removeKeys } from './queries.ts';

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
    await store.write(async (tx) => {
      await tx.deleteFrom('idempotency_keys').where(isOurs(reservation)).where('answered_at', 'is', null).execute();
      await releaseLeases(tx, [leaseOn(reservation)], reservation.token);
    });
  }

  /** Most answers are kept along with their effect; this is for calls that changed nothing, or wrote more after it. */
  async function keepLast(reservation: Reservation, answer: string | null): Promise<void> {
    const row = await store.db
      .selectFrom('idempotency_keys')
      .select(['answer', 'answered_at'])
      .where(isOurs(reservation))
      .executeTakeFirst();
    if (!row || (row.answered_at !== null && row.answer === answer)) return;
    await store.write((tx) => keepAnswer(tx, reservation, answer, now()));
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

    removeExpired: (tx, limit) => removeKeys(tx, now() - keptMs, limit),
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
  const isAnswered = row && row.answered_at !== null && row.created_at > now - keptMs;
  const lease = { name: leaseOn(reservation), places: 1, ms: leaseMs };
  if (!isAnswered && (await takeLeases(tx, [lease], token, now)) === null) {
    const fresh = { fingerprint, token, answer: null, answered_at: null, created_at: now };
    await tx
      .insertInto('idempotency_keys')
      .values({ ...place, ...fresh })
      .onConflict((conflict) => conflict.columns(['owner', 'operation', 'key']).doUpdateSet(fresh))
      .execute();
    return undefined;
  }
  if (row && row.fingerprint !== fingerprint) throw reused(place.key);
  if (!isAnswered) throw inUse(place.key);
  return row;
}

/** Keeps a transaction's result if it is the operation's answer. Throws, and so undoes the effect, if a repeat has taken the key over. */
async function keep(tx: Tx, reservation: Reservation, operation: Operation<never>, result: unknown, now: number): Promise<void> {
  const answer = operation.output.safeParse(result);
  const isStillOurs = answer.success
    ? await keepAnswer(tx, reservation, toKeep(operation, answer.data), now)
    : await stayOn(tx, reservation, now);
  if (!isStillOurs) throw inUse(reservation.key);
}

/** Keeps the answer and ends the lease: a repeat is given that answer. False if a repeat has taken the key over. */
async function keepAnswer(tx: Tx, reservation: Reservation, answer: string | null, now: number): Promise<boolean> {
  const change = { answer, answered_at: now };
  const { numUpdatedRows } = await tx.updateTable('idempotency_keys').set(change).where(isOurs(reservation)).executeTakeFirst();
  await releaseLeases(tx, [leaseOn(reservation)], reservation.token);
  return numUpdatedRows > 0n;
}

/** Extends the lease of a call that goes on. False if a repeat has taken the key over. */
async function stayOn(tx: Tx, reservation: Reservation, now: number): Promise<boolean> {
  await extendLease(tx, leaseOn(reservation), reservation.token, now + leaseMs);
  return (await tx.selectFrom('idempotency_keys').select('key').where(isOurs(reservation)).executeTakeFirst()) !== undefined;
}

function leaseOn({ owner, operation, key }: Reservation): string {
  return `idempotency ${owner} ${operation} ${key}`;
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
