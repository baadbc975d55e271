import { once } from 'node:events';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { claimDue, type Claim, type Room } from '../../src/queue/claim.ts';
import { settleAll } from '../../src/queue/settle.ts';
import { putWork } from '../../src/queue/work.ts';
import type { Settlement, Worker } from '../../src/queue/worker.ts';
import { openTestStore } from '../support/store.ts';
import { latch, openTestQueue, settled, worker } from './support.ts';

const turn = fc.record({ ticks: fc.constantFrom(0, 0, 0, 1, 7), ends: fc.array(fc.nat(5), { maxLength: 3 }) });
const busyLanes = fc.record({
  /** How often each has been served before, and whether its outside is dead. */
  lanes: fc.array(fc.record({ served: fc.constantFrom(0, 0, 5, 1_000_000), dead: fc.boolean() }), { minLength: 2, maxLength: 7 }),
  slots: fc.integer({ min: 1, max: 4 }),
  perLane: fc.integer({ min: 1, max: 3 }),
  turns: fc.array(turn, { minLength: 10, maxLength: 40 }),
});

/** Lanes that always have work, and who owes whom a turn. */
class Street {
  readonly #store = openTestStore().store;
  readonly #owed = new Map<string, Set<string>>();
  #running: Claim[] = [];
  #pieces = 0;
  #now = 0;

  async open(lanes: readonly { served: number }[]): Promise<void> {
    await this.#store.write(async (tx) => {
      for (const table of ['work', 'lanes'] as const) await tx.deleteFrom(table).execute();
    });
    this.#owed.clear();
    this.#running = [];
    for (const [index, { served }] of lanes.entries()) {
      for (let piece = 0; piece < 4; piece++) await this.#ask(`${index}`);
      await this.#store.db.updateTable('lanes').set({ served }).where('lane', '=', `${index}`).execute();
    }
  }

  /** Lets some of what runs end, and what there is room for begin. */
  async turn(ends: readonly number[], ticks: number, dead: (lane: string) => boolean, room: Room): Promise<void> {
    this.#now += ticks;
    const ended = this.#running.filter((_, index) => ends.includes(index));
    this.#running = this.#running.filter((_, index) => !ends.includes(index));
    const handler = worker(async () => ({}));
    const failing = this.#running.filter((claim) => claim.failing).length;
    const { claims } = await this.#store.write(async (tx) => {
      const all = ended.map((claim) => {
        const settlement = dead(claim.lane) ? { retryAt: this.#now, outsideFailed: true } : { outsideFailed: false };
        return { claim, worker: handler, settlement };
      });
      await settleAll(tx, all, this.#now);
      const left = { slots: room.slots - this.#running.length, failingSlots: Math.max(room.failingSlots - failing, 0) };
      return left.slots > 0 ? claimDue(tx, { ...room, ...left }, this.#now, `token ${++this.#pieces}`) : { claims: [] };
    });
    this.#running.push(...claims);
    for (const { lane } of claims) await this.#ask(lane);
    await this.#judge(new Set(claims.map(({ lane }) => lane)), room.perLane);
  }

  async #ask(lane: string): Promise<void> {
    const work = { kind: 'post', key: `${++this.#pieces}`, payload: {}, lane, dueAt: this.#now };
    await this.#store.write((tx) => putWork(tx, [work], this.#now));
  }

  /**
   * Who waited when a lane had its turn has had his own by the time that the lane has its next. One known to fail may have to wait for one that is not,
   * and nobody is owed a turn whose places are all taken.
   */
  async #judge(served: ReadonlySet<string>, perLane: number): Promise<void> {
    const lanes = await this.#store.db.selectFrom('lanes').select(['lane', 'failures']).execute();
    const failing = new Set(lanes.filter(({ failures }) => failures > 0).map(({ lane }) => lane));
    const waiting = lanes.filter(({ lane, failures }) => {
      const held = this.#running.filter((claim) => claim.lane === lane).length;
      return !served.has(lane) && held < (failures >= 5 ? 1 : perLane);
    });
    const names = new Set(waiting.map(({ lane }) => lane));
    for (const [lane, owed] of this.#owed) {
      const still = [...owed].filter((other) => names.has(other));
      if (served.has(lane)) expect(still.filter((other) => !failing.has(other) || failing.has(lane))).toEqual([]);
      this.#owed.set(lane, new Set(still));
    }
    for (const lane of served) this.#owed.set(lane, names);
  }
}

test(
  'between two turns of one lane every other that waits has its own, also where the clock stands still',
  { timeout: 60_000 },
  async () => {
    const street = new Street();
    await fc.assert(
      fc.asyncProperty(busyLanes, async ({ lanes, slots, perLane, turns }) => {
        await street.open(lanes);
        const room = { kind: 'post', slots, failingSlots: Math.ceil(slots / 2), unprovenSlots: slots, perLane, leaseMs: 1_000_000 };
        for (const { ends, ticks } of turns) await street.turn(ends, ticks, (lane) => lanes[Number(lane)]!.dead, room);
      }),
      { numRuns: 60 },
    );
  },
);

/** A queue whose dead lanes never answer until they are told to; it remembers what began. */
function openReceivers() {
  const opened = openTestQueue();
  const began: string[] = [];
  let gate = latch();
  const handle = async (payload: unknown, signal: AbortSignal): Promise<Settlement> => {
    const { name, dead } = payload as { name: string; dead: boolean };
    began.push(name);
    if (!dead) return { outsideFailed: false };
    await Promise.race([gate.opened, once(signal, 'abort')]);
    return { retryAt: opened.clock.now() + 60_000, outsideFailed: true };
  };
  return {
    ...opened,
    began,
    handle,
    ask: (name: string, lane: string, dead: boolean) => opened.put(name, { lane, payload: { name, dead } }),
    /** Lets everything that hangs fail. */
    async giveUp() {
      gate.open();
      gate = latch();
      await settled();
    },
    running: async () => (await opened.queue.depth())['post']!.leased,
  };
}

/** Its leases outlast every move of the clock here. */
const receiving = (handle: Worker['handle'], slots: number, perLane: number) => worker(handle, { slots, perLane, leaseMs: 600_000 });

describe('a dead receiver', () => {
  test('with a thousand deliveries leaves all but a few slots to others', async () => {
    const { queue, ask, handle, began, running } = openReceivers();
    for (let number = 1; number <= 1000; number++) await ask(`dead ${number}`, 'dead', true);
    queue.start([receiving(handle, 64, 4)]);
    await settled();
    expect(await running()).toBe(4);
    await ask('well', 'well', false);
    await settled();
    expect(began.at(-1)).toBe('well');
  });

  test('that holds every slot gives the next one to another that waits', async () => {
    const { queue, ask, handle, began, giveUp } = openReceivers();
    for (let number = 1; number <= 1000; number++) await ask(`dead ${number}`, 'dead', true);
    queue.start([receiving(handle, 4, 4)]);
    await settled();
    for (let number = 1; number <= 3; number++) await ask(`well ${number}`, 'well', false);
    await settled();
    expect(began).toHaveLength(4);
    await giveUp();
    expect(began.slice(4, 7)).toEqual(expect.arrayContaining(['well 1', 'well 2', 'well 3']));
  });

  test('has one connection once it fails steadily, and its usual few when it answers again', async () => {
    const { queue, ask, handle, giveUp, running, clock } = openReceivers();
    for (let number = 1; number <= 8; number++) await ask(`dead ${number}`, 'r', true);
    queue.start([receiving(handle, 64, 4)]);
    await settled();
    expect(await running()).toBe(4);
    await giveUp();
    await giveUp();
    clock.advance(60_000);
    await settled();
    expect(await running()).toBe(1);
    await ask('answered', 'r', false);
    await giveUp();
    await settled();
    expect(await running()).toBe(4);
  });
});

describe('many dead receivers', () => {
  test.each([1, 5])('whose late retries are all due (%d of each) do not keep a healthy one from its slot', async (each) => {
    const { queue, ask, handle, began, giveUp, running, clock } = openReceivers();
    const workers = [receiving(handle, 64, 4)];
    for (let receiver = 1; receiver <= 200; receiver++)
      for (let number = 1; number <= each; number++) await ask(`${receiver} ${number}`, `dead ${receiver}`, true);
    queue.start(workers);
    await settled();
    // All have been tried once, and hang at their second attempts.
    while (began.length < 200 * each) await giveUp();
    await giveUp();
    clock.advance(60_000);
    await settled();
    expect(await running()).toBe(32);
    for (let number = 1; number <= 50; number++) {
      await ask(`well ${number}`, 'well', false);
      await settled();
      expect(began.at(-1)).toBe(`well ${number}`);
    }
  });

  test('do not hide from a sleeping process what will be due', async () => {
    const { queue, ask, handle, began, giveUp, clock, put } = openReceivers();
    for (const name of ['x', 'y', 'z']) await ask(name, name, true);
    queue.start([receiving(handle, 2, 2)]);
    await settled();
    await giveUp();
    await giveUp();
    clock.advance(60_000);
    await settled();
    // One of them has the slot for such; the others wait for it.
    await put('soon', { lane: 'well', dueAt: clock.now() + 300, payload: { name: 'soon', dead: false } });
    await settled();
    clock.advance(300);
    await settled();
    expect(began.at(-1)).toBe('soon');
  });
});

describe('new receivers, with a slow start', () => {
  const starting = (handle: Worker['handle']) => ({ ...receiving(handle, 64, 4), slowStart: true });

  test('that all fall silent at once do not keep one that has answered from its slots', async () => {
    const { queue, ask, handle, began, running } = openReceivers();
    await ask('known', 'well', false);
    queue.start([starting(handle)]);
    await settled();
    for (let receiver = 1; receiver <= 100; receiver++) await ask(`silent ${receiver}`, `silent ${receiver}`, true);
    await settled();
    expect(await running()).toBe(48);
    for (let number = 1; number <= 50; number++) {
      await ask(`well ${number}`, 'well', false);
      await settled();
      expect(began.at(-1)).toBe(`well ${number}`);
    }
  });

  test('leave it a quarter of the slots also where half of them have failed before', async () => {
    const { queue, ask, handle, giveUp, running, clock } = openReceivers();
    for (let receiver = 1; receiver <= 40; receiver++) await ask(`failing ${receiver}`, `failing ${receiver}`, true);
    queue.start([starting(handle)]);
    await settled();
    await giveUp();
    clock.advance(60_000);
    await settled();
    expect(await running()).toBe(32);
    for (let receiver = 1; receiver <= 40; receiver++) await ask(`silent ${receiver}`, `silent ${receiver}`, true);
    await settled();
    expect(await running()).toBe(48);
  });

  test('begin at once on an idle desk with one place, and have their usual few once they have answered', async () => {
    const { queue, ask, handle, began, giveUp, running } = openReceivers();
    queue.start([starting(handle)]);
    await ask('first', 'new', true);
    for (let number = 2; number <= 6; number++) await ask(`${number}`, 'new', true);
    await settled();
    expect(began).toEqual(['first']);
    expect(await running()).toBe(1);
    // The failing one tries its others one at a time; an answer changes that.
    await ask('answered', 'other', false);
    for (let number = 2; number <= 6; number++) await ask(`other ${number}`, 'other', true);
    await settled();
    expect(began.filter((name) => name.startsWith('other'))).toHaveLength(4);
    await giveUp();
  });
});

test('first attempts go before late retries, however long those are due', async () => {
  const { queue, ask, handle, began, giveUp, clock } = openReceivers();
  for (const name of ['late 1', 'late 2']) await ask(name, 'r', true);
  queue.start([receiving(handle, 2, 2)]);
  await settled();
  await giveUp();
  for (const name of ['busy 1', 'busy 2']) await ask(name, 'other', true);
  await settled();
  clock.advance(60_000);
  await settled();
  for (const name of ['first 1', 'first 2', 'first 3']) await ask(name, 'r', false);
  await giveUp();
  expect(began.slice(4)).toEqual(['first 1', 'first 2', 'first 3', 'late 1', 'late 2']);
});
