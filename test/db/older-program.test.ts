import { expect, onTestFinished, test } from 'vitest';
import { noteSettled, waitingLanes } from '../../src/queue/lanes.ts';
import { openTestStore } from '../support/store.ts';
import { openBare } from './bare.ts';

/** What the program of schema 35 says to the lanes of its queue, in its words. */
const older = {
  waiting: `select lane, failing, failures from (
      select * from (select lane, failing, failures, waits_since, served from lanes indexed by lanes_in_line
        where kind = 'post' and failing = 0 and waits_since <= 100 order by waits_since, served limit 5) as some
      union all
      select * from (select lane, failing, failures, waits_since, served from lanes indexed by lanes_in_line
        where kind = 'post' and failing = 1 and waits_since <= 100 order by waits_since, served limit 5) as some) as line
    order by waits_since, served limit 5`,
  firstWaits: `select min(waits_since) from lanes where kind = 'post' and failing = 1 and waits_since is not null`,
  moveInLine: `update lanes set waits_since = 0, served = max(served,
      coalesce((select max(served) from lanes as peers indexed by lanes_in_line where kind = 'post' and failing = 0 and waits_since = 0), 0)) + 1
    where kind = 'post' and lane = ?`,
  noteChanged: `insert into lanes (kind, lane, waits_since, pending) select 'post', ?, 0, 1 where true
    on conflict (kind, lane) do update set pending = lanes.pending + excluded.pending, waits_since = 0`,
  noteSettled: (failures: number) => `
    update lanes set failures = ${failures}, failing = case when ${failures} > 0 then 1 else 0 end, settled_at = 1
      where kind = 'post' and lane = ?`,
};

/** Lanes of both programs, on one home. */
function openBoth() {
  const { home, store } = openTestStore();
  const bare = openBare(home);
  onTestFinished(() => void bare.close());
  const answer = (lane: string) =>
    store.write((tx) => noteSettled(tx, { verdicts: [{ kind: 'post', lane, remembers: 0, failures: 0, gone: 0 }], now: 0 }));
  const health = async () => {
    const lanes = await store.write((tx) => waitingLanes(tx, 'post', { all: 5, unproven: 5, failing: 5 }, 100));
    return Object.fromEntries(lanes.map((one) => [one.lane, one.health]));
  };
  return { bare, answer, health };
}

test('a program of before goes on in the same home: it takes turns and says which lanes fail', async () => {
  const { bare, answer, health } = openBoth();
  for (const lane of ['answered', 'failed', 'new']) bare.prepare(older.noteChanged).run(lane);
  await answer('answered');
  expect(bare.prepare(older.noteSettled(1)).run('failed').changes).toBe(1);
  expect(await health()).toEqual({ answered: 2, failed: 1, new: 0 });
  expect(bare.prepare(older.waiting).all()).toMatchObject([
    { lane: 'answered', failing: 0 },
    { lane: 'new', failing: 0 },
    { lane: 'failed', failing: 1 },
  ]);
  expect(bare.prepare(older.firstWaits).pluck().get()).toBe(0);
  expect(bare.prepare(older.moveInLine).run('answered').changes).toBe(1);
});

test('a lane that it says has failed is failing, and answers last again when it says so', async () => {
  const { bare, answer, health } = openBoth();
  bare.prepare(older.noteChanged).run('a');
  await answer('a');
  bare.prepare(older.noteSettled(1)).run('a');
  expect(await health()).toEqual({ a: 1 });
  bare.prepare(older.noteSettled(0)).run('a');
  expect(await health()).toEqual({ a: 2 });
});
