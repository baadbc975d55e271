import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { AppError } from '../../../src/errors.ts';
import { defineOperation, type KeyedCall, type Once, type Operation } from '../../../src/operation.ts';
import { createIdempotency } from '../../../src/services/account/idempotency.ts';
import { openTestStore } from '../../support/store.ts';

const hour = 60 * 60 * 1000;
const leaseMs = 60_000;
const Made = z.object({ id: z.string() });

const operationOf = (literal: { name: string; answersSecret?: boolean }): Operation =>
  defineOperation<unknown>()({
    ...literal,
    method: 'POST',
    path: '/things',
    title: 'Make a thing',
    description: 'Makes a thing.',
    input: z.strictObject({}),
    output: Made,
    example: { input: {}, output: { id: 'one' } },
    handle: () => ({ id: 'one' }),
  });

const makes = operationOf({ name: 'things_make' });
const callOf = (key: string, input: unknown = {}, operation = makes): KeyedCall => ({
  owner: 'key_1',
  key,
  operation,
  input,
  shownBy: undefined,
});

/** Keys on a store, where the effect of a call is one more row of work. */
function openKeys(given?: Parameters<typeof openTestStore>[0]) {
  const { home, clock, system, store } = openTestStore(given);
  const idempotency = createIdempotency(store, system);
  const make = (id: string) =>
    store.write(async (tx) => {
      await tx.insertInto('work').values({ kind: 'any', key: id, payload: '{}', due_at: 0, lane: '' }).execute();
      return { id };
    });
  const made = async () => (await store.db.selectFrom('work').select('key').orderBy('id').execute()).map(({ key }) => key);
  const stored = () => store.db.selectFrom('idempotency_keys').selectAll().execute();
  return { home, clock, store, ...idempotency, make, made, stored };
}

const codeOf = async (attempt: Promise<unknown>): Promise<unknown> => {
  const error: unknown = await attempt.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof AppError ? error.code : error;
};

describe('the answer', () => {
  test('is kept as the operation gives it, in the transaction of its effect', async () => {
    const { once, store, make, stored } = openKeys();
    const answer = await once(callOf('one'), async () => {
      await make('thing');
      const [row] = await store.db.selectFrom('idempotency_keys').select('answer').execute();
      expect(row).toEqual({ answer: '{"id":"thing"}' });
      return { id: 'thing' };
    });
    expect(answer).toEqual({ answer: { id: 'thing' }, replayed: false });
    expect(await stored()).toMatchObject([{ answer: '{"id":"thing"}' }]);
  });

  test('of a call that changes nothing is kept as well', async () => {
    const { once } = openKeys();
    await once(callOf('one'), async () => ({ id: 'read' }));
    expect(await once(callOf('one'), async () => ({ id: 'other' }))).toEqual({ answer: { id: 'read' }, replayed: true });
  });

  test('is the last one, where a call writes several times', async () => {
    const { once, store, make } = openKeys();
    await once(callOf('one'), async () => {
      await make('first');
      await make('second');
      await store.write(async () => 'nothing that a client would know');
      return { id: 'third' };
    });
    expect(await once(callOf('one'), () => make('again'))).toEqual({ answer: { id: 'third' }, replayed: true });
  });

  test('stays if the call fails after its effect: it must not be done again', async () => {
    const { once, make, made } = openKeys();
    const failing = once(callOf('one'), async () => {
      await make('thing');
      throw new Error('No.');
    });
    await expect(failing).rejects.toThrow('No.');
    expect(await once(callOf('one'), () => make('again'))).toEqual({ answer: { id: 'thing' }, replayed: true });
    expect(await made()).toEqual(['thing']);
  });

  test('with a secret is nowhere in the database', async () => {
    const { once, make, stored } = openKeys();
    const secretive = operationOf({ name: 'things_hide', answersSecret: true });
    await once(callOf('one', {}, secretive), () => make('whsec_1'));
    expect(JSON.stringify(await stored())).not.toContain('whsec_1');
    expect(await codeOf(once(callOf('one', {}, secretive), () => make('whsec_2')))).toBe('idempotency_answer_not_kept');
  });
});

test('inputs that differ only in the order of their fields are one, those that differ in the order of a list are not', async () => {
  const { once, make } = openKeys();
  await once(callOf('one', { a: 1, b: { c: [1, 2], d: 2 } }), () => make('thing'));
  expect(await once(callOf('one', { b: { d: 2, c: [1, 2] }, a: 1 }), () => make('again'))).toMatchObject({ replayed: true });
  expect(await codeOf(once(callOf('one', { a: 1, b: { c: [2, 1], d: 2 } }), () => make('again')))).toBe('idempotency_key_reused');
});

describe('expired keys', () => {
  test('are removed oldest first and in slices, and not a moment before', async () => {
    const { once, removeExpired, clock, store, stored } = openKeys();
    for (const key of ['a', 'b', 'c', 'd']) {
      await once(callOf(key), async () => ({ id: key }));
      clock.advance(hour);
    }
    clock.advance(21 * hour - 1);
    const remove = async () => [await store.write((tx) => removeExpired(tx, 2)), (await stored()).map(({ key }) => key)];
    expect(await remove()).toEqual([1, ['b', 'c', 'd']]);
    clock.advance(2 * hour + 1);
    expect(await remove()).toEqual([2, ['d']]);
    expect(await remove()).toEqual([1, []]);
  });
});

/** What becomes of a request: it is done, fails before its effect, or its process dies before or after the commit of its effect. */
const fates = ['done', 'fails', 'dies before', 'dies after'] as const;

/** What the law knows of a key; without an answer its request died under its lease. */
interface Kept {
  input: number;
  since: number;
  answer?: string;
}

/** The law in its plainest form. */
function expectedOf(kept: Kept | undefined, input: number, now: number): string {
  const age = kept ? now - kept.since : 0;
  if (!kept || age >= 24 * hour || (kept.answer === undefined && age >= leaseMs)) return 'work';
  if (kept.input !== input) return 'idempotency_key_reused';
  return kept.answer === undefined ? 'idempotency_key_in_use' : `again ${kept.answer}`;
}

const outcomeOf = (request: ReturnType<Once>): Promise<string> =>
  request.then(
    ({ answer, replayed }) => `${replayed ? 'again ' : ''}${(answer as z.infer<typeof Made>).id}`,
    (error: unknown) => (error instanceof AppError ? error.code : (error as Error).message),
  );

const step = fc.record({
  process: fc.constantFrom(0, 1),
  key: fc.constantFrom('one', 'two'),
  input: fc.constantFrom(1, 2),
  fate: fc.constantFrom(...fates),
  passes: fc.constantFrom(0, 0, 1, leaseMs - 1, leaseMs, 24 * hour - leaseMs, 24 * hour),
});

test(
  'whatever fails, dies or comes twice, in two processes: what was done is answered, and not done again',
  { timeout: 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (script) => {
        const one = openKeys();
        const processes = [one, openKeys(one)];
        const model = new Map<string, Kept>();
        const effects: string[] = [];
        for (const [index, { process, key, input, fate, passes }] of script.entries()) {
          const { once, make } = processes[process]!;
          const since = one.clock.now();
          const expected = expectedOf(model.get(key), input, since);
          const thing = `thing ${index}`;
          const dead = Promise.withResolvers<string>();
          const request = once(callOf(key, { input }), async () => {
            if (fate === 'fails') throw new Error('failed');
            const answer = fate === 'dies before' ? undefined : await make(thing);
            if (fate === 'done') return answer;
            dead.resolve('dead');
            return new Promise(() => {});
          });
          const outcome = await Promise.race([outcomeOf(request), dead.promise]);
          if (expected === 'work') {
            expect(outcome).toBe({ done: thing, fails: 'failed', 'dies before': 'dead', 'dies after': 'dead' }[fate]);
            if (fate === 'fails') model.delete(key);
            else if (fate === 'dies before') model.set(key, { input, since });
            else {
              model.set(key, { input, since, answer: thing });
              effects.push(thing);
            }
          } else expect(outcome).toBe(expected);
          one.clock.advance(passes);
        }
        expect(await one.made()).toEqual(effects);
      }),
      { numRuns: 60 },
    );
  },
);
