import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Store } from '../../src/db/open.ts';
import { claimDue, type Claim, type Room, type Taken } from '../../src/queue/claim.ts';
import { removeIdleLanes } from '../../src/queue/lanes.ts';
import { extendAll } from '../../src/queue/lease.ts';
import { settleAll } from '../../src/queue/settle.ts';
import { dropWork, putWork } from '../../src/queue/work.ts';
import { openTestStore } from '../support/store.ts';
import { QueueModel, type Slots } from './model.ts';
import { worker } from './support.ts';

const room: Room = { kind: 'post', slots: 3, failingSlots: 2, unprovenSlots: 3, slowStart: true, perLane: 2, leaseMs: 100 };

interface Outcome {
  /** Of all claims, counted from the last. */
  which: number;
  retryIn: number | undefined;
  outsideFailed: boolean | undefined;
}

type Step =
  | { do: 'put'; key: number; lane: string; dueIn: number }
  | { do: 'drop'; key: number }
  | ({ do: 'look'; who: number } & Slots)
  | { do: 'claim all'; who: number; slots: number }
  | { do: 'claim at once' }
  | { do: 'extend'; which: number }
  | { do: 'settle'; outcomes: Outcome[] }
  | { do: 'prune' }
  | { do: 'advance'; ms: number };

/** What may happen, and how often. */
const steps = arbitrarySteps();

/** What waits before anything happens. */
const waiting = fc.array(arbitraryLane(), { minLength: 0, maxLength: 8 });

function arbitraryLane() {
  return fc.constantFrom('a', 'a', 'a', 'b', 'b', 'c', '');
}

function arbitrarySteps(): fc.Arbitrary<Step[]> {
  const key = fc.nat(11);
  const which = fc.nat(9);
  const who = fc.nat(1);
  const slots = fc.integer({ min: 1, max: 5 });
  const one = <Name extends Step['do']>(name: Name) => fc.constant(name);
  const outcome = fc.record({
    which,
    retryIn: fc.constantFrom(undefined, 0, 0, 30),
    outsideFailed: fc.constantFrom(undefined, true, true, true, true, false),
  });
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 5, arbitrary: fc.record({ do: one('put'), key, lane: arbitraryLane(), dueIn: fc.constantFrom(-20, 0, 0, 0, 10, 60) }) },
    { weight: 1, arbitrary: fc.record({ do: one('drop'), key }) },
    { weight: 4, arbitrary: fc.record({ do: one('look'), who, slots, failingSlots: fc.nat(2), unprovenSlots: fc.nat(3) }) },
    { weight: 2, arbitrary: fc.record({ do: one('claim all'), who, slots }) },
    { weight: 1, arbitrary: fc.record({ do: one('claim at once') }) },
    { weight: 2, arbitrary: fc.record({ do: one('extend'), which }) },
    { weight: 4, arbitrary: fc.record({ do: one('settle'), outcomes: fc.array(outcome, { minLength: 1, maxLength: 6 }) }) },
    { weight: 1, arbitrary: fc.record({ do: one('prune') }) },
    { weight: 3, arbitrary: fc.record({ do: one('advance'), ms: fc.constantFrom(1, 10, 50, 99, 100, 250) }) },
  );
  return fc.array(step, { minLength: 5, maxLength: 40 });
}

/** A lost claim ends in one turn with the one whose work took its place, and with its row's id: what came of a lane counts in the order in which it came. */
const lostBesideItsSuccessor: Step[] = [
  { do: 'claim all', who: 0, slots: 2 },
  { do: 'put', key: 0, lane: 'a', dueIn: 0 },
  { do: 'claim at once' },
  { do: 'put', key: 0, lane: 'b', dueIn: 0 },
  { do: 'claim at once' },
  {
    do: 'settle',
    outcomes: [
      { which: 1, retryIn: undefined, outsideFailed: undefined },
      { which: 0, retryIn: undefined, outsideFailed: true },
      { which: 2, retryIn: undefined, outsideFailed: false },
    ],
  },
];

/** Two processes on one file, and beside them the model; every claim ever made is remembered, also when it is long stale. */
class Desk {
  readonly #model = new QueueModel(room);
  readonly #claims: Claim[] = [];
  readonly #stores: readonly [Store, Store];
  #tokens = 0;

  constructor(stores: readonly [Store, Store]) {
    this.#stores = stores;
  }

  async take(next: Step): Promise<void> {
    const model = this.#model;
    const [first, second] = this.#stores;
    if (next.do === 'put') await this.#put(`${next.key}`, next.lane, model.now + next.dueIn);
    else if (next.do === 'drop') {
      await second.write((tx) => dropWork(tx, [`${next.key}`], model.now));
      model.drop(`${next.key}`);
    } else if (next.do === 'look') await this.#look(next.who, next);
    else if (next.do === 'claim all') await this.claimAll(next.who, next.slots);
    else if (next.do === 'claim at once') await this.#claimAtOnce();
    else if (next.do === 'extend') await this.#extend(this.#claims.at(-1 - next.which));
    else if (next.do === 'settle') await this.settle(next.outcomes);
    else if (next.do === 'prune') {
      await first.write((tx) => removeIdleLanes(tx, { limit: 100, failedBefore: 0 }));
      model.pruned();
    } else model.now += next.ms;
    await this.#obeysTheLaws();
  }

  /** Looks at the line until nobody stands in it, or there are no slots left. */
  async claimAll(who: number, slots: number): Promise<Claim[]> {
    const all: Claim[] = [];
    const left = (): Slots => ({
      slots: slots - all.length,
      failingSlots: room.failingSlots - all.filter((claim) => claim.failing).length,
      unprovenSlots: Math.max(room.unprovenSlots - all.filter((claim) => claim.unproven).length, 0),
    });
    for (let more = true; more && all.length < slots;) {
      const taken = await this.#look(who, left());
      all.push(...taken.claims);
      ({ more } = taken);
    }
    if (all.length < slots) expect(this.#model.servable(left())).toEqual([]);
    return all;
  }

  /** Several at a time, as a turn does; what is stale among them must be told as lost. */
  async settle(outcomes: readonly Outcome[]): Promise<void> {
    const { now } = this.#model;
    const ended = new Map<Claim, { retryAt?: number; outsideFailed?: boolean }>();
    for (const { which, retryIn, outsideFailed } of outcomes) {
      const claim = this.#claims.at(-1 - which);
      if (claim)
        ended.set(claim, {
          ...(retryIn !== undefined && { retryAt: now + retryIn }),
          ...(outsideFailed !== undefined && { outsideFailed }),
        });
    }
    const settler = worker(async () => ({}));
    const all = [...ended].map(([claim, settlement]) => ({ claim, worker: settler, settlement }));
    const lost = await this.#stores[1].write((tx) => settleAll(tx, all, now));
    const stale = all.filter(({ claim }) => !this.#model.maySettle(claim));
    expect(new Set(lost)).toEqual(new Set(stale));
    for (const settled of all) if (!stale.includes(settled)) this.#model.settled(settled.claim, settled.settlement);
  }

  /** Works off all that is left, and says what that was. */
  async drain(): Promise<string[]> {
    const done: string[] = [];
    this.#model.now += 1000;
    for (let claims = await this.claimAll(0, 10); claims.length > 0; claims = await this.claimAll(0, 10)) {
      for (const claim of claims) {
        await this.settle([{ which: this.#claims.length - 1 - this.#claims.indexOf(claim), retryIn: undefined, outsideFailed: undefined }]);
        done.push(claim.key);
      }
    }
    return done;
  }

  left(): string[] {
    return this.#model.work().map((entry) => entry.key);
  }

  async #obeysTheLaws(): Promise<void> {
    const [{ db }] = this.#stores;
    const model = this.#model;
    const columns = ['key', 'due_at', 'late', 'lease_until', 'token'] as const;
    expect(await db.selectFrom('work').select(columns).orderBy('id').execute()).toEqual(model.work());
    const lanes = await db.selectFrom('lanes').select(['lane', 'pending', 'failures', 'health', 'waits_since']).orderBy('lane').execute();
    expect(lanes.map(({ waits_since: _, ...lane }) => lane)).toEqual(model.lanes());
    for (const { lane } of lanes) expect(model.leasesIn(lane)).toBeLessThanOrEqual(room.perLane);
    // Whoever could be served stands in the line: else he could be forgotten.
    const inLine = new Set(lanes.filter(({ waits_since }) => waits_since !== null && waits_since <= model.now).map(({ lane }) => lane));
    expect(model.servable({ failingSlots: 1, unprovenSlots: 1 }).filter((lane) => !inLine.has(lane))).toEqual([]);
  }

  async #put(name: string, lane: string, dueAt: number): Promise<void> {
    const { now } = this.#model;
    await this.#stores[0].write((tx) => putWork(tx, [{ kind: 'post', key: name, payload: {}, dueAt, lane }], now));
    this.#model.put(name, lane, dueAt);
  }

  async #look(who: number, slots: Slots): Promise<Taken> {
    const { db } = this.#stores[who]!;
    const line = await db
      .selectFrom('lanes')
      .select(['lane', 'waits_since', 'served', 'health'])
      .where('waits_since', '<=', this.#model.now)
      .orderBy('waits_since')
      .orderBy('served')
      .orderBy('lane')
      .execute();
    // Of those that stand alike, first those that answer, then new ones.
    const inOrder = line.toSorted(
      (one, other) =>
        one.waits_since! - other.waits_since! || one.served - other.served || ((one.health + 1) % 3) - ((other.health + 1) % 3),
    );
    const expected = this.#model.dealt(
      inOrder.map(({ lane }) => lane),
      slots,
    );
    const taken = await this.#ask(who, slots);
    expect(taken.claims.map((claim) => claim.key).toSorted()).toEqual(expected.toSorted());
    return taken;
  }

  async #claimAtOnce(): Promise<void> {
    const claims = (await Promise.all([this.#ask(0, room), this.#ask(1, room)])).flatMap((taken) => taken.claims);
    expect(new Set(claims.map((claim) => claim.key)).size).toBe(claims.length);
  }

  async #ask(who: number, { slots, failingSlots, unprovenSlots }: Slots): Promise<Taken> {
    const { now } = this.#model;
    const taken = await this.#stores[who]!.write((tx) =>
      claimDue(tx, { ...room, slots, failingSlots, unprovenSlots }, now, `token ${++this.#tokens}`),
    );
    for (const claim of taken.claims) this.#model.claimed(claim);
    this.#claims.push(...taken.claims);
    expect(taken.claims.length).toBeLessThanOrEqual(slots);
    expect(taken.claims.filter((claim) => claim.failing).length).toBeLessThanOrEqual(failingSlots);
    expect(taken.claims.filter((claim) => claim.unproven).length).toBeLessThanOrEqual(unprovenSlots);
    return taken;
  }

  async #extend(claim: Claim | undefined): Promise<void> {
    if (!claim) return;
    const may = this.#model.mayExtend(claim);
    const extended = await this.#stores[1].write((tx) => extendAll(tx, [{ claim, leaseMs: room.leaseMs }], this.#model.now));
    expect(extended.has(claim.id)).toBe(may);
    if (may) this.#model.extended(claim);
  }
}

test(
  'whatever two processes do in whatever order: never two valid leases, nothing lost, nothing done comes back, no lane too full or forgotten, all in turn',
  { timeout: 120_000 },
  async () => {
    const { home, store: one } = openTestStore();
    const { store: other } = openTestStore({ home });
    await fc.assert(
      fc.asyncProperty(waiting, steps, async (first, then) => {
        await one.write(async (tx) => {
          await tx.deleteFrom('work').execute();
          await tx.deleteFrom('lanes').execute();
        });
        const desk = new Desk([one, other]);
        for (const [index, name] of first.entries()) await desk.take({ do: 'put', key: index, lane: name, dueIn: 0 });
        for (const next of then) await desk.take(next);
        const left = desk.left();
        expect((await desk.drain()).toSorted()).toEqual(left.toSorted());
        expect(desk.left()).toEqual([]);
      }),
      { numRuns: 100, examples: [[['a', 'b'], lostBesideItsSuccessor]] },
    );
  },
);
