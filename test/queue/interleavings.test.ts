import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Store } from '../../src/db/open.ts';
import { claimDue, type Claim, type Share } from '../../src/queue/claim.ts';
import { endLease, extendLease, putWork } from '../../src/queue/work.ts';
import { openTestStore } from '../support/store.ts';
import { QueueModel } from './model.ts';

const share: Share = { kind: 'post', slots: 3, perLane: 2, leaseMs: 100 };

type Step =
  | { do: 'put'; key: number; lane: string | undefined; dueIn: number }
  | { do: 'claim'; who: number; slots: number }
  | { do: 'claim at once' }
  | { do: 'extend'; which: number }
  | { do: 'end'; which: number; retryIn: number | undefined }
  | { do: 'advance'; ms: number };

const put = fc.record({
  do: fc.constant('put' as const),
  key: fc.nat(11),
  lane: fc.constantFrom('a', 'a', 'b', 'c', undefined),
  dueIn: fc.integer({ min: -20, max: 60 }),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: put },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('claim' as const), who: fc.nat(1), slots: fc.integer({ min: 1, max: 5 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('claim at once' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('extend' as const), which: fc.nat() }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('end' as const), which: fc.nat(), retryIn: fc.constantFrom(undefined, undefined, 0, 30) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('advance' as const), ms: fc.constantFrom(1, 10, 50, 99, 100, 250) }) },
);

/** Two processes on one file, and beside them the model; every claim ever made is remembered, also when it is long stale. */
class Desk {
  readonly #model = new QueueModel(share.perLane);
  readonly #claims: Claim[] = [];
  readonly #stores: readonly [Store, Store];
  #tokens = 0;

  constructor(stores: readonly [Store, Store]) {
    this.#stores = stores;
  }

  async take(next: Step): Promise<void> {
    const model = this.#model;
    const claim = 'which' in next ? this.#claims[next.which % this.#claims.length] : undefined;
    if (next.do === 'put') await this.#put(`${next.key}`, next.lane, model.now + next.dueIn);
    else if (next.do === 'claim') await this.#claim(next.who, next.slots);
    else if (next.do === 'claim at once') await this.#claimAtOnce();
    else if (next.do === 'advance') model.now += next.ms;
    else if (claim && next.do === 'extend') await this.#extend(claim);
    else if (claim && next.do === 'end') await this.#end(claim, next.retryIn === undefined ? undefined : model.now + next.retryIn);
    for (const lane of ['a', 'b', 'c']) expect(model.leasesIn(lane)).toBeLessThanOrEqual(share.perLane);
    const [store] = this.#stores;
    expect(await store.db.selectFrom('work').select(['key', 'due_at', 'lease_until', 'token']).orderBy('id').execute()).toEqual(
      model.rows(),
    );
  }

  /** Works off all that is left, and says what that was. */
  async drain(): Promise<string[]> {
    const done: string[] = [];
    this.#model.now += 1000;
    for (let claims = await this.#claim(0, 10); claims.length > 0; claims = await this.#claim(0, 10)) {
      for (const claim of claims) {
        await this.#end(claim, undefined);
        done.push(claim.key);
      }
    }
    return done;
  }

  left(): string[] {
    return this.#model.rows().map(({ key }) => key);
  }

  async #put(key: string, lane: string | undefined, dueAt: number): Promise<void> {
    await this.#stores[0].write((tx) => putWork(tx, { kind: 'post', key, payload: {}, dueAt, lane }));
    this.#model.put(key, lane, dueAt);
  }

  async #claim(who: number, slots: number): Promise<Claim[]> {
    const expected = this.#model.nextInLine(slots);
    const claims = await this.#ask(who, slots);
    expect(claims.map(({ key }) => key).toSorted()).toEqual(expected.toSorted());
    return claims;
  }

  async #claimAtOnce(): Promise<void> {
    const expected = this.#model.nextInLine(6);
    const claims = await Promise.all([this.#ask(0, 3), this.#ask(1, 3)]);
    expect(new Set(claims.flat().map(({ key }) => key)).size).toBe(claims.flat().length);
    expect(claims.flat()).toHaveLength(expected.length);
  }

  async #ask(who: number, slots: number): Promise<Claim[]> {
    const claims = await this.#stores[who]!.write((tx) => claimDue(tx, { ...share, slots }, this.#model.now, `token ${++this.#tokens}`));
    for (const claim of claims) this.#model.claimed(claim);
    this.#claims.push(...claims);
    return claims;
  }

  async #extend(claim: Claim): Promise<void> {
    const { now } = this.#model;
    const may = this.#model.mayExtend(claim);
    expect(await this.#stores[1].write((tx) => extendLease(tx, claim, now, now + share.leaseMs))).toBe(may);
    if (may) this.#model.extended(claim, share);
  }

  async #end(claim: Claim, retryAt: number | undefined): Promise<void> {
    const may = this.#model.mayEnd(claim);
    expect(await this.#stores[1].write((tx) => endLease(tx, claim, retryAt))).toBe(may);
    if (may) this.#model.ended(claim, retryAt);
  }
}

test(
  'whatever two processes do in whatever order: never two valid leases, nothing lost, nothing done comes back, no lane too full, all in turn',
  { timeout: 120_000 },
  async () => {
    const { home, store: one } = openTestStore();
    const { store: other } = openTestStore({ home });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        await one.write((tx) => tx.deleteFrom('work').execute());
        const desk = new Desk([one, other]);
        for (const next of steps) await desk.take(next);
        const left = desk.left();
        expect((await desk.drain()).toSorted()).toEqual(left.toSorted());
        expect(desk.left()).toEqual([]);
      }),
      { numRuns: 60 },
    );
  },
);
