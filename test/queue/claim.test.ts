import { describe, expect, test } from 'vitest';
import { keys, openRows } from './rows.ts';

describe('a claim', () => {
  test('takes what is due and leaves what is not', async () => {
    const { put, claim } = openRows();
    await put('now', { dueAt: 100 });
    await put('later', { dueAt: 101 });
    expect(keys(await claim(100))).toEqual(['now']);
  });

  test('carries the payload, a lease, the number of claims and the state of its lane', async () => {
    const { put, claim } = openRows();
    await put('one', { payload: { articleId: 'art_1' }, lane: 'a' });
    const work = { id: 1, kind: 'post', key: 'one', lane: 'a', payload: '{"articleId":"art_1"}' };
    expect(await claim(5)).toEqual([
      { ...work, token: 'token 1', claims: 1, leaseUntil: 1005, failing: false, unproven: true, ahead: false, claimedAt: 5 },
    ]);
  });

  test('takes only its own kind', async () => {
    const { put, claim } = openRows();
    await put('one');
    expect(await claim(0, { kind: 'write' })).toEqual([]);
  });

  test('takes no more than it has slots, the oldest first', async () => {
    const { put, claim } = openRows();
    for (const [key, dueAt] of [
      ['c', 3],
      ['a', 1],
      ['d', 4],
      ['b', 2],
    ] as const)
      await put(key, { dueAt });
    expect(keys(await claim(10, { slots: 3, perLane: 5 }))).toEqual(['a', 'b', 'c']);
  });

  test('keeps the order of work due at the same instant', async () => {
    const { put, claim } = openRows();
    for (const key of ['one', 'two', 'three']) await put(key);
    expect(keys(await claim(0))).toEqual(['one', 'two']);
  });

  test('takes new work before retries, even if those are due longer', async () => {
    const { put, claim, settle } = openRows();
    await put('tried');
    const [first] = await claim(0);
    await settle(first!, 0, { retryAt: 10 });
    await put('fresh', { dueAt: 90 }, 90);
    expect(keys(await claim(100))).toEqual(['fresh', 'tried']);
  });

  test('takes a replay, which starts over, before retries', async () => {
    const { put, claim, settle } = openRows();
    for (const key of ['replayed', 'tried']) await put(key);
    for (const one of await claim(0)) await settle(one, 0, { retryAt: 10 });
    await put('replayed', {}, 50);
    expect(keys(await claim(100))).toEqual(['replayed', 'tried']);
  });

  test('is not given to a second process while the lease holds', async () => {
    const { put, claim } = openRows();
    await put('one');
    await claim(0);
    expect(await claim(999)).toEqual([]);
  });

  test('takes over when a lease has run out', async () => {
    const { put, claim } = openRows();
    await put('one');
    await claim(0);
    expect(await claim(1000)).toMatchObject([{ key: 'one', claims: 2, leaseUntil: 2000 }]);
  });
});

describe('an outcome', () => {
  test('ends the work', async () => {
    const { put, claim, settle, store } = openRows();
    await put('one');
    const [mine] = await claim(0);
    expect(await settle(mine!, 0)).toBe(true);
    expect(await store.db.selectFrom('work').selectAll().execute()).toEqual([]);
  });

  test('or makes it wait for another time', async () => {
    const { put, claim, settle } = openRows();
    await put('one');
    const [mine] = await claim(0);
    expect(await settle(mine!, 0, { retryAt: 500 })).toBe(true);
    expect(await claim(499)).toEqual([]);
    expect(keys(await claim(500))).toEqual(['one']);
  });

  test.each([
    ['done', {}],
    ['again later', { retryAt: 5000 }],
  ])('that is stale changes nothing (%s)', async (_, settlement) => {
    const { store, put, claim, settle } = openRows();
    await put('one');
    const [stale] = await claim(0);
    const [valid] = await claim(1000);
    const before = await store.db.selectFrom('work').selectAll().execute();
    expect(await settle(stale!, 1000, settlement)).toBe(false);
    expect(await store.db.selectFrom('work').selectAll().execute()).toEqual(before);
    expect(await settle(valid!, 1000)).toBe(true);
  });

  test('counts once, even if it is reported twice', async () => {
    const { put, claim, settle } = openRows();
    await put('one');
    const [mine] = await claim(0);
    expect([await settle(mine!, 0, { retryAt: 0 }), await settle(mine!, 0, { retryAt: 0 })]).toEqual([true, false]);
  });

  test('after the lease has run out still counts while nobody else has taken the work', async () => {
    const { put, claim, settle } = openRows();
    await put('one');
    const [mine] = await claim(0);
    expect(await settle(mine!, 4000)).toBe(true);
    expect(await claim(5000)).toEqual([]);
  });
});

describe('a lease', () => {
  test('can be made to last longer', async () => {
    const { put, claim, extend, leased } = openRows();
    await put('one');
    const [mine] = await claim(0);
    expect(await extend(mine!, 999)).toBe(true);
    expect(await claim(1998)).toEqual([]);
    expect(await leased('one', 1998)).toBe(true);
    expect(await leased('one', 1999)).toBe(false);
  });

  test('cannot once it has run out: its place in the lane may be taken', async () => {
    const { put, claim, extend } = openRows();
    for (const key of ['one', 'two']) await put(key);
    const [late] = await claim(0, { perLane: 1 });
    expect(await extend(late!, 1000)).toBe(false);
    expect(await claim(1000, { perLane: 1 })).toHaveLength(1);
  });

  test('cannot once the work was taken over', async () => {
    const { put, claim, extend } = openRows();
    await put('one');
    const [stale] = await claim(0);
    await claim(1000);
    expect(await extend(stale!, 1001)).toBe(false);
  });
});

describe('adding work again for the same key', () => {
  test('replaces the earlier work, of whatever kind and lane', async () => {
    const { put, claim } = openRows();
    await put('one', { payload: 1, dueAt: 50, lane: 'a' });
    await put('one', { payload: 2, dueAt: 10, kind: 'write' });
    expect(await claim(100)).toEqual([]);
    expect(await claim(10, { kind: 'write' })).toMatchObject([{ key: 'one', payload: '2', kind: 'write' }]);
  });

  test('makes the outcome of its holder stale', async () => {
    const { put, claim, settle, leased } = openRows();
    await put('one', { payload: 1 });
    const [stale] = await claim(0);
    await put('one', { payload: 2 });
    expect(await leased('one', 0)).toBe(false);
    expect(await settle(stale!, 0)).toBe(false);
    expect(await claim(0)).toMatchObject([{ payload: '2', claims: 1 }]);
  });

  test.each(['a', 'b'])('makes room in the lane in which it was held (added in %s)', async (lane) => {
    const { put, claim } = openRows();
    for (const key of ['held', 'waits']) await put(key, { lane: 'a' });
    await claim(0, { perLane: 1 });
    await put('held', { lane, dueAt: 9000 }, 10);
    expect(keys(await claim(10, { perLane: 1 }))).toEqual(['waits']);
  });
});

describe('dropped work', () => {
  test('is gone, even for its holder', async () => {
    const { put, claim, settle, drop } = openRows();
    await put('held', { dueAt: 0 });
    await put('waiting', { dueAt: 1 });
    const [held] = await claim(0);
    for (const key of ['held', 'waiting', 'never asked for']) await drop(key, 0);
    expect(await settle(held!, 0)).toBe(false);
    expect(await claim(5000)).toEqual([]);
  });

  test('makes room in its lane', async () => {
    const { put, claim, drop } = openRows();
    for (const key of ['held', 'waits']) await put(key);
    await claim(0, { perLane: 1 });
    await drop('held', 10);
    expect(keys(await claim(10, { perLane: 1 }))).toEqual(['waits']);
  });
});

describe('the next instant', () => {
  const all = { failing: true };

  test('is the earliest of the given kinds: due, waiting or at the end of a lease', async () => {
    const { put, claim, next } = openRows();
    expect(await next(all)).toBeNull();
    expect(await next(all, 'post')).toBeNull();
    await put('late', { dueAt: 3000 });
    await put('early', { dueAt: 10 });
    await put('other', { dueAt: 5, kind: 'write' });
    expect([await next(all, 'post'), await next(all, 'post', 'write'), await next(all, 'none')]).toEqual([10, 5, null]);
    await claim(10);
    expect(await next(all, 'post')).toBe(1010);
  });

  test('leaves out lanes that fail where there is no slot for them', async () => {
    const { put, claim, settle, next } = openRows();
    await put('fails', { lane: 'dead' });
    const [one] = await claim(0);
    await settle(one!, 0, { retryAt: 100, outsideFailed: true });
    await claim(0);
    await put('well', { lane: 'alive', dueAt: 300 });
    expect([await next(all, 'post'), await next({ failing: false }, 'post')]).toEqual([100, 300]);
  });
});

test('the depth counts the work of each kind, the part under a lease, and how long the first in line has waited', async () => {
  const { put, claim, depth } = openRows();
  for (const [key, dueAt] of [
    ['one', 0],
    ['two', 1],
    ['three', 2],
    ['four', 3000],
  ] as const)
    await put(key, { dueAt, lane: key });
  await put('another', { kind: 'write', dueAt: 7000 });
  await claim(5, { slots: 1 });
  const quiet = { pending: 1, leased: 0, lagMs: 0, failingLanes: 0 };
  expect(await depth(5)).toEqual({ post: { pending: 4, leased: 1, lagMs: 4, failingLanes: 0 }, write: quiet });
  expect(await depth(1005)).toEqual({ post: { pending: 4, leased: 0, lagMs: 1004, failingLanes: 0 }, write: quiet });
});
