import { describe, expect, test } from 'vitest';
import { removeIdleLanes, type Lane } from '../../src/queue/lanes.ts';
import { keys, openRows, type Rows } from './rows.ts';

/** Puts `count` pieces into a lane, named by it and numbered from 1. */
async function fill({ put }: Rows, lane: string, count: number, now = 0): Promise<void> {
  for (let number = 1; number <= count; number++) await put(`${lane}${number}`, { lane }, now);
}

/** Lets the outside of a lane fail so many times in a row, with its first piece, which is then due again. */
async function fail({ claim, settle }: Rows, lane: string, times: number, now = 0): Promise<void> {
  for (let time = 0; time < times; time++) {
    const claims = await claim(now);
    for (const one of claims) await settle(one, now, { retryAt: now, ...(one.lane === lane && { outsideFailed: true }) });
  }
}

describe('lanes', () => {
  test('hold a limited number of leases at a time, whoever took them', async () => {
    const rows = openRows();
    await fill(rows, 'a', 5);
    expect(keys(await rows.claim(10, { slots: 1 }))).toEqual(['a1']);
    expect(keys(await rows.claim(10))).toEqual(['a2']);
    expect(await rows.claim(10)).toEqual([]);
  });

  test('have room again when work is done, or its lease has run out', async () => {
    const rows = openRows();
    await fill(rows, 'a', 5);
    const [first] = await rows.claim(10);
    await rows.settle(first!, 10);
    expect(keys(await rows.claim(10))).toEqual(['a3']);
    // The leases on a2 and a3 have run out; their instants are later than a4's and a5's.
    expect(keys(await rows.claim(1010))).toEqual(['a4', 'a5']);
  });

  test('take turns: a long backlog does not keep the others waiting', async () => {
    const rows = openRows();
    await fill(rows, 'a', 50);
    await fill(rows, 'b', 1, 100);
    await fill(rows, 'c', 2, 200);
    expect(keys(await rows.claim(1000, { slots: 3 }))).toEqual(['a1', 'b1', 'c1']);
    expect(keys(await rows.claim(1000, { slots: 3 }))).toEqual(['a2', 'c2']);
  });

  test('get a slot each before one gets two', async () => {
    const rows = openRows();
    await fill(rows, 'a', 5);
    await fill(rows, 'b', 5, 1);
    expect(keys(await rows.claim(10, { slots: 3 }))).toEqual(['a1', 'a2', 'b1']);
  });

  test('go to the end of the line when they were served', async () => {
    const rows = openRows();
    await fill(rows, 'a', 3);
    await rows.claim(10, { slots: 1 });
    await fill(rows, 'b', 1, 5);
    expect(keys(await rows.claim(10, { slots: 1 }))).toEqual(['b1']);
  });

  test('of different kinds of work have nothing to do with each other', async () => {
    const rows = openRows();
    await fill(rows, 'a', 2);
    await rows.put('other', { lane: 'a', kind: 'write' });
    await rows.claim(10);
    expect(keys(await rows.claim(10, { kind: 'write' }))).toEqual(['other']);
  });

  test('that are full do not block those behind them', async () => {
    const rows = openRows();
    await fill(rows, 'full', 2);
    await rows.claim(0);
    await rows.put('more', { lane: 'full' }, 1);
    await fill(rows, 'b', 2, 2);
    await fill(rows, 'c', 2, 3);
    expect(keys(await rows.look(10, { slots: 2 }))).toEqual(['b1', 'c1']);
  });

  test('that have nothing left do not hide those behind them', async () => {
    const rows = openRows();
    for (const lane of ['x', 'y']) await fill(rows, lane, 1);
    for (const one of await rows.claim(0)) await rows.settle(one, 0);
    await fill(rows, 'b', 1, 2);
    expect(keys(await rows.claim(10, { slots: 1 }))).toEqual(['b1']);
  });
});

describe('a lane whose last attempts failed', () => {
  test('keeps its usual places at first, and has one once they were five in a row', async () => {
    const rows = openRows();
    await fill(rows, 'dead', 1);
    await fail(rows, 'dead', 4);
    await fill(rows, 'dead', 5);
    const four = await rows.claim(0);
    expect(four).toHaveLength(2);
    for (const one of four) await rows.settle(one, 0, { retryAt: 0 });
    await fail(rows, 'dead', 1);
    expect(await rows.claim(0)).toHaveLength(1);
    expect(await rows.depth(0)).toMatchObject({ post: { failingLanes: 1 } });
  });

  test('has its usual places again as soon as it answers', async () => {
    const rows = openRows();
    await fill(rows, 'dead', 5);
    await fail(rows, 'dead', 5);
    const [probe] = await rows.claim(0);
    await rows.settle(probe!, 0, { outsideFailed: false });
    expect(await rows.claim(0)).toHaveLength(2);
  });

  test('is not judged by what says nothing of it', async () => {
    const rows = openRows();
    await fill(rows, 'dead', 3);
    await fail(rows, 'dead', 5);
    const [probe] = await rows.claim(0);
    await rows.settle(probe!, 0, { retryAt: 0 });
    expect(await rows.claim(0)).toHaveLength(1);
  });

  test('has one place over all processes', async () => {
    const rows = openRows();
    await fill(rows, 'dead', 5);
    await fail(rows, 'dead', 5);
    expect(await rows.claim(0)).toHaveLength(1);
    expect(await rows.claim(0)).toEqual([]);
    expect(await rows.claim(1000)).toHaveLength(1);
  });

  test('takes turns with the others, as far as there are slots for failing lanes', async () => {
    const rows = openRows();
    for (const lane of ['x', 'y', 'z']) await fill(rows, lane, 1);
    const tried = await rows.claim(0);
    for (const one of tried) await rows.settle(one, 0, { retryAt: 10, outsideFailed: true });
    await fill(rows, 'well', 2, 20);
    expect(keys(await rows.claim(20, { slots: 4, failingSlots: 2 }))).toEqual(['x1', 'y1', 'well1', 'well2']);
    expect(await rows.claim(20, { slots: 4, failingSlots: 0 })).toEqual([]);
    expect(keys(await rows.claim(20, { slots: 4, failingSlots: 1 }))).toEqual(['z1']);
  });
});

describe('lanes without work', () => {
  async function removeAll({ store }: Rows, limit: number, settledBefore = 0): Promise<number> {
    let slices = 0;
    for (let after: Lane | null | undefined; after !== null; slices++) {
      const from: Lane | undefined = after;
      after = await store.write((tx) => removeIdleLanes(tx, { limit, settledBefore, ...(from && { after: from }) }));
    }
    return slices;
  }

  test('are removed in slices, and come back as if they were new', async () => {
    const rows = openRows();
    for (let lane = 1; lane <= 7; lane++) await fill(rows, `${lane}`, 1);
    for (const one of await rows.claim(0)) if (one.lane !== '4') await rows.settle(one, 0);
    expect(await removeAll(rows, 3)).toBe(4);
    expect(await rows.lanes()).toMatchObject([{ lane: '4', pending: 1 }]);
    await fill(rows, '1', 2, 5);
    expect(keys(await rows.claim(5))).toEqual(['11', '12']);
  });

  test('are kept if they fail steadily: they are still known when new work comes', async () => {
    const rows = openRows();
    await fill(rows, 'dead', 1);
    await fail(rows, 'dead', 5);
    await rows.drop('dead1', 0);
    await removeAll(rows, 10);
    await fill(rows, 'dead', 3);
    expect(await rows.claim(0)).toHaveLength(1);
  });

  test('are kept if they have answered, also if they failed since, and removed in the end', async () => {
    const rows = openRows();
    for (const lane of ['well', 'failing']) await fill(rows, lane, 1);
    for (const one of await rows.claim(10)) await rows.settle(one, 10, { outsideFailed: false });
    await rows.put('again', { lane: 'failing' }, 10);
    for (const one of await rows.claim(10)) await rows.settle(one, 10, { outsideFailed: true });
    await removeAll(rows, 10, 10);
    expect(await rows.lanes()).toMatchObject([
      { lane: 'failing', failures: 1 },
      { lane: 'well', failures: 0 },
    ]);
    await removeAll(rows, 10, 11);
    expect(await rows.lanes()).toEqual([]);
  });

  test('are removed in the end even if they failed steadily', async () => {
    const rows = openRows();
    await fill(rows, 'dead', 1);
    await fail(rows, 'dead', 5, 10);
    await removeAll(rows, 10, 11);
    expect(await rows.lanes()).toHaveLength(1);
    await rows.drop('dead1', 10);
    await removeAll(rows, 10, 10);
    expect(await rows.lanes()).toHaveLength(1);
    await removeAll(rows, 10, 11);
    expect(await rows.lanes()).toEqual([]);
  });

  test('are not counted among those that fail', async () => {
    const rows = openRows();
    await fill(rows, 'dead', 1);
    await fail(rows, 'dead', 5);
    await rows.drop('dead1', 0);
    expect(await rows.depth(500)).toEqual({ post: { pending: 0, leased: 0, lagMs: 0, failingLanes: 0 } });
  });
});
