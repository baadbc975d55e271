import { describe, expect, test } from 'vitest';
import { claimDue, type Claim, type Share } from '../../src/queue/claim.ts';
import { dropWork, endLease, extendLease, isLeased, measureDepth, nextClaimableAt, putWork, type NewWork } from '../../src/queue/work.ts';
import { openTestStore } from '../support/store.ts';

const share: Share = { kind: 'post', slots: 10, perLane: 2, leaseMs: 1000 };

/** A queue's rows on a clock that begins at 0, with short words for what happens to them. */
function openWork() {
  const { store } = openTestStore();
  let tokens = 0;
  return {
    store,
    put: (key: string, work: Partial<NewWork> = {}) =>
      store.write((tx) => putWork(tx, { kind: 'post', key, payload: key, dueAt: 0, ...work })),
    claim: (now: number, of: Partial<Share> = {}) => store.write((tx) => claimDue(tx, { ...share, ...of }, now, `token ${++tokens}`)),
    end: (claim: Claim, retryAt?: number) => store.write((tx) => endLease(tx, claim, retryAt)),
    extend: (claim: Claim, now: number) => store.write((tx) => extendLease(tx, claim, now, now + share.leaseMs)),
    leased: (key: string, now: number) => store.write((tx) => isLeased(tx, key, now)),
    drop: (key: string) => store.write((tx) => dropWork(tx, key)),
    next: (...kinds: string[]) => nextClaimableAt(store.db, kinds),
    depth: (now: number) => measureDepth(store.db, now),
  };
}

const keys = (claims: readonly Claim[]) => claims.map((claim) => claim.key);

describe('a claim', () => {
  test('takes what is due and leaves what is not', async () => {
    const { put, claim } = openWork();
    await put('now', { dueAt: 100 });
    await put('later', { dueAt: 101 });
    expect(keys(await claim(100))).toEqual(['now']);
  });

  test('carries the payload, a lease and how often the work was taken', async () => {
    const { put, claim } = openWork();
    await put('one', { payload: { articleId: 'art_1' } });
    expect(await claim(5)).toEqual([
      { id: 1, kind: 'post', key: 'one', payload: { articleId: 'art_1' }, token: 'token 1', claims: 1, leaseUntil: 1005 },
    ]);
  });

  test('takes only its own kind', async () => {
    const { put, claim } = openWork();
    await put('one');
    expect(await claim(0, { kind: 'write' })).toEqual([]);
  });

  test('takes no more than it has slots, the oldest first', async () => {
    const { put, claim } = openWork();
    for (const [key, dueAt] of [
      ['c', 3],
      ['a', 1],
      ['d', 4],
      ['b', 2],
    ] as const)
      await put(key, { dueAt });
    expect(keys(await claim(10, { slots: 3 }))).toEqual(['a', 'b', 'c']);
  });

  test('is not given to a second one while the lease holds', async () => {
    const { put, claim } = openWork();
    await put('one');
    await claim(0);
    expect(await claim(999)).toEqual([]);
  });

  test('takes over where a lease has run out', async () => {
    const { put, claim } = openWork();
    await put('one');
    await claim(0);
    expect(await claim(1000)).toMatchObject([{ key: 'one', token: 'token 2', claims: 2 }]);
  });
});

describe('lanes', () => {
  const fill = async ({ put }: ReturnType<typeof openWork>, lane: string, count: number, dueAt = 0) => {
    for (let number = 1; number <= count; number++) await put(`${lane}${number}`, { lane, dueAt: dueAt + number });
  };

  test('hold at most so many leases at a time, whoever took them', async () => {
    const work = openWork();
    await fill(work, 'a', 5);
    expect(keys(await work.claim(10, { slots: 1 }))).toEqual(['a1']);
    expect(keys(await work.claim(10))).toEqual(['a2']);
    expect(await work.claim(10)).toEqual([]);
  });

  test('have room again when work is done, or its lease has run out', async () => {
    const work = openWork();
    await fill(work, 'a', 5);
    const [first] = await work.claim(10);
    await work.end(first!);
    expect(keys(await work.claim(10))).toEqual(['a3']);
    // The leases on a2 and a3 have run out; their instants are later than a4's and a5's.
    expect(keys(await work.claim(1010))).toEqual(['a4', 'a5']);
  });

  test('take turns: a long backlog does not keep the others waiting', async () => {
    const work = openWork();
    await fill(work, 'a', 50);
    await fill(work, 'b', 1, 100);
    await fill(work, 'c', 2, 200);
    expect(keys(await work.claim(1000, { slots: 3 })).toSorted()).toEqual(['a1', 'b1', 'c1']);
    expect(keys(await work.claim(1000, { slots: 3 })).toSorted()).toEqual(['a2', 'c2']);
  });

  test('that hold fewer leases come first', async () => {
    const work = openWork();
    await fill(work, 'a', 3);
    await work.claim(10, { slots: 1 });
    await fill(work, 'b', 1, 5);
    expect(keys(await work.claim(10, { slots: 1 }))).toEqual(['b1']);
  });

  test('are shared by all kinds of work', async () => {
    const work = openWork();
    await fill(work, 'a', 2);
    await work.put('other', { lane: 'a', kind: 'write' });
    await work.claim(10);
    expect(await work.claim(10, { kind: 'write' })).toEqual([]);
  });

  test('do not bind work that has none', async () => {
    const { put, claim } = openWork();
    for (const key of ['one', 'two', 'three', 'four']) await put(key);
    expect(await claim(0, { perLane: 1 })).toHaveLength(4);
  });

  test('keep the order of those who came at the same instant', async () => {
    const { put, claim } = openWork();
    for (const key of ['one', 'two', 'three']) await put(key, { lane: 'a' });
    expect(keys(await claim(0))).toEqual(['one', 'two']);
  });
});

describe('an acknowledgement', () => {
  test('ends the work', async () => {
    const { put, claim, end, depth } = openWork();
    await put('one');
    const [mine] = await claim(0);
    expect(await end(mine!)).toBe(true);
    expect(await depth(0)).toEqual({ due: 0, waiting: 0, leased: 0 });
  });

  test('or makes it wait for another time', async () => {
    const { put, claim, end } = openWork();
    await put('one');
    const [mine] = await claim(0);
    expect(await end(mine!, 500)).toBe(true);
    expect(await claim(499)).toEqual([]);
    expect(keys(await claim(500))).toEqual(['one']);
  });

  test.each([
    ['done', undefined],
    ['again later', 5000],
  ])('that is stale changes nothing (%s)', async (_, retryAt) => {
    const { store, put, claim, end } = openWork();
    await put('one');
    const [stale] = await claim(0);
    const [valid] = await claim(1000);
    const before = await store.db.selectFrom('work').selectAll().execute();
    expect(await end(stale!, retryAt)).toBe(false);
    expect(await store.db.selectFrom('work').selectAll().execute()).toEqual(before);
    expect(await end(valid!)).toBe(true);
  });

  test('after the lease has run out still counts while nobody else has taken the work', async () => {
    const { put, claim, end } = openWork();
    await put('one');
    const [mine] = await claim(0);
    expect(await end(mine!)).toBe(true);
    expect(await claim(5000)).toEqual([]);
  });
});

describe('a lease', () => {
  test('can be made to last longer', async () => {
    const { put, claim, extend, leased } = openWork();
    await put('one');
    const [mine] = await claim(0);
    expect(await extend(mine!, 999)).toBe(true);
    expect(await claim(1998)).toEqual([]);
    expect(await leased('one', 1998)).toBe(true);
    expect(await leased('one', 1999)).toBe(false);
  });

  test('cannot once it has run out: its place in the lane may be taken', async () => {
    const { put, claim, extend } = openWork();
    for (const key of ['one', 'two']) await put(key, { lane: 'a' });
    const [late] = await claim(0, { perLane: 1 });
    expect(await extend(late!, 1000)).toBe(false);
    expect(await claim(1000, { perLane: 1 })).toHaveLength(1);
  });

  test('cannot once the work was taken over', async () => {
    const { put, claim, extend } = openWork();
    await put('one');
    const [stale] = await claim(0);
    await claim(1000);
    expect(await extend(stale!, 1001)).toBe(false);
  });
});

describe('asking again for the work of a key', () => {
  test('takes the place of what was asked before, of whatever kind', async () => {
    const { put, claim } = openWork();
    await put('one', { payload: 1, dueAt: 50, lane: 'a' });
    await put('one', { payload: 2, dueAt: 10, kind: 'write' });
    expect(await claim(100)).toEqual([]);
    expect(await claim(10, { kind: 'write' })).toMatchObject([{ key: 'one', payload: 2, kind: 'write' }]);
  });

  test('makes the outcome of one who holds it stale', async () => {
    const { put, claim, end, leased } = openWork();
    await put('one', { payload: 1 });
    const [stale] = await claim(0);
    await put('one', { payload: 2 });
    expect(await leased('one', 0)).toBe(false);
    expect(await end(stale!)).toBe(false);
    expect(await claim(0)).toMatchObject([{ payload: 2, claims: 1 }]);
  });
});

test('dropped work is gone, also for one who holds it', async () => {
  const { put, claim, end, drop } = openWork();
  await put('held', { dueAt: 0 });
  await put('waiting', { dueAt: 1 });
  const [held] = await claim(0);
  for (const key of ['held', 'waiting', 'never asked for']) await drop(key);
  expect(await end(held!)).toBe(false);
  expect(await claim(5000)).toEqual([]);
});

test('the next instant is that of the work asked about: due, waiting or at the end of a lease', async () => {
  const { put, claim, next } = openWork();
  expect(await next()).toBeNull();
  expect(await next('post')).toBeNull();
  await put('late', { dueAt: 3000 });
  await put('early', { dueAt: 10 });
  await put('other', { dueAt: 5, kind: 'write' });
  expect([await next('post'), await next('post', 'write'), await next('none')]).toEqual([10, 5, null]);
  await claim(10);
  expect(await next('post')).toBe(1010);
});

test('the depth tells due, waiting and leased apart', async () => {
  const { put, claim, depth } = openWork();
  for (const [key, dueAt] of [
    ['one', 0],
    ['two', 1],
    ['three', 2],
    ['four', 3000],
  ] as const)
    await put(key, { dueAt });
  await claim(5, { slots: 1 });
  expect(await depth(5)).toEqual({ due: 2, waiting: 1, leased: 1 });
  expect(await depth(1005)).toEqual({ due: 3, waiting: 1, leased: 0 });
});
