import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Ahead, Claim } from '../../src/queue/claim.ts';
import { putWork } from '../../src/queue/work.ts';
import { openRows, type Rows } from './rows.ts';

const perLane = 2;
const slots = 4;

const aheadOf = (process: string, most: number, held = 0): { ahead: Ahead } => ({
  ahead: { process, more: new Map([['a', Math.max(most - held, 0)]]) },
});
const countAhead = (claims: readonly Claim[]) => claims.filter(({ ahead }) => ahead).length;

/** So much work for a receiver that has answered before. */
async function fill(rows: Rows, count: number): Promise<void> {
  await rows.put('answered', { lane: 'a' });
  const [answered] = await rows.look(0);
  await rows.settle(answered!, 0, { outsideFailed: false });
  const works = Array.from({ length: count }, (_, index) => ({
    kind: 'post',
    key: String(index).padStart(3, '0'),
    lane: 'a',
    payload: index,
    dueAt: 0,
  }));
  await rows.store.write((tx) => putWork(tx, works, 0));
}

test('a lane is claimed beyond its places as far as it may be, in its order', async () => {
  const rows = openRows();
  await fill(rows, 10);
  const first = await rows.look(1, { slots, perLane, ...aheadOf('one ', 3) });
  expect(first.map(({ key, ahead }) => [key, ahead])).toEqual([
    ['000', false],
    ['001', false],
    ['002', true],
    ['003', true],
    ['004', true],
  ]);
  await rows.settle(first[0]!, 2, { outsideFailed: false });
  const second = await rows.look(2, { slots, perLane, ...aheadOf('one ', 4, 3) });
  // A place is not taken for what would wait in it behind what is held ahead.
  expect(second.map(({ key, ahead }) => [key, ahead])).toEqual([['005', true]]);
});

test('a lane whose last attempt failed is claimed no further than its places', async () => {
  const rows = openRows();
  await fill(rows, 10);
  const [first] = await rows.look(1, { slots: 1, perLane });
  await rows.settle(first!, 2, { retryAt: 1000, outsideFailed: true });
  expect(countAhead(await rows.claim(2, { slots, perLane, ...aheadOf('one ', 5) }))).toBe(0);
});

test('nobody takes ahead where another process holds a lease, nor gets a place where one has taken ahead', async () => {
  const rows = openRows();
  await fill(rows, 20);
  const [others] = await rows.look(1, { slots: 1, perLane, ...aheadOf('other ', 0) });
  expect(await rows.claim(1, { slots, perLane, ...aheadOf('one ', 5) })).toHaveLength(1);
  await rows.settle(others!, 2, { outsideFailed: false });
  expect(countAhead(await rows.claim(2, { slots, perLane, ...aheadOf('one ', 5) }))).toBe(5);
  expect(await rows.claim(2, { slots, perLane, ...aheadOf('other ', 5) })).toEqual([]);
});

test('a lane has no more places than its own where the leases on what was taken ahead have run out', async () => {
  const rows = openRows();
  await fill(rows, 10);
  expect(await rows.claim(1, { slots, perLane, ...aheadOf('one ', 0, 3) })).toHaveLength(perLane);
});

test('what was claimed and not begun waits as before: due when it was, and not behind what is new', async () => {
  const rows = openRows();
  await fill(rows, 2);
  const [first] = await rows.look(5, { slots: 1, perLane });
  expect(await rows.settle(first!, 7, { untouched: true })).toBe(true);
  expect((await rows.lanes())[0]).toMatchObject({ pending: 2, failures: 0 });
  expect((await rows.look(7, { slots, perLane })).map(({ key, claims }) => [key, claims])).toEqual([
    ['000', 1],
    ['001', 1],
  ]);
});

const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('look' as const), who: fc.nat(1), most: fc.nat(6) }) },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('settle' as const),
        who: fc.nat(1),
        count: fc.integer({ min: 1, max: 6 }),
        fails: fc.boolean(),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1, 400, 1100) }) },
  ),
  { minLength: 10, maxLength: 40 },
);

test('whatever two processes do, no more attempts can be under way to a receiver than it may have', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (walk) => {
      const rows = openRows();
      await fill(rows, 60);
      let now = 1;
      const held: [Claim[], Claim[]] = [[], []];
      const valid = (who: number) => held[who]!.filter(({ leaseUntil }) => leaseUntil > now);
      for (const step of walk) {
        now++;
        if (step.do === 'wait') now += step.ms;
        else if (step.do === 'look') {
          const mine = valid(step.who);
          const room = { slots, perLane, ...aheadOf(`process ${step.who} `, step.most, countAhead(mine)) };
          held[step.who as 0 | 1] = [...mine, ...(await rows.look(now, room))];
        } else {
          for (const claim of held[step.who]!.splice(0, step.count))
            await rows.settle(claim, now, step.fails ? { retryAt: now + 5, outsideFailed: true } : { outsideFailed: false });
        }
        // Each begins no more than the receiver may have, however many leases it holds.
        const underWay = [0, 1].map((who) => Math.min(valid(who).length, perLane));
        expect(underWay[0]! + underWay[1]!).toBeLessThanOrEqual(perLane);
      }
    }),
    { numRuns: 25 },
  );
});
