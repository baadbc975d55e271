import type { Claim, Room } from '../../src/queue/claim.ts';

interface Entry {
  id: number;
  key: string;
  lane: string;
  dueAt: number;
  /** Whether it was tried before. */
  late: boolean;
  lease: { token: string; until: number } | null;
}

/** How many slots there are, and how many of them for lanes that failed last, and for all not known to answer. */
export type Slots = Pick<Room, 'slots' | 'failingSlots' | 'unprovenSlots'>;

/** What the queue's rows must be, said in the plainest way: the model that the database is compared with. */
export class QueueModel {
  now = 0;
  readonly failures = new Map<string, number>();
  readonly #answered = new Set<string>();
  readonly #room: Room;
  #entries: Entry[] = [];

  constructor(room: Room) {
    this.#room = room;
  }

  put(key: string, lane: string, dueAt: number): void {
    this.drop(key);
    const id = Math.max(0, ...this.#entries.map((entry) => entry.id)) + 1;
    this.#entries.push({ id, key, lane, dueAt, late: false, lease: null });
    if (!this.failures.has(lane)) this.failures.set(lane, 0);
  }

  drop(key: string): void {
    this.#entries = this.#entries.filter((entry) => entry.key !== key);
  }

  /** Lanes that stand in the line with room, in its order → who must be given what. */
  dealt(line: readonly string[], { slots, failingSlots, unprovenSlots }: Slots): string[] {
    const places = line.filter((lane) => this.roomIn(lane) > 0);
    const failing = new Set(places.filter((lane) => this.#fails(lane)).slice(0, failingSlots));
    const begins = places.filter((lane) => !this.#fails(lane) || failing.has(lane));
    const unproven = new Set(begins.filter((lane) => this.health(lane) !== 2).slice(0, unprovenSlots));
    const served = begins.filter((lane) => this.health(lane) === 2 || unproven.has(lane)).slice(0, slots);
    // In rounds: each its first, then each its second … until the slots are dealt out.
    const rounds = Array.from({ length: this.#room.perLane }, (_, round) =>
      served.filter((lane) => round < (this.#fails(lane) ? 1 : this.roomIn(lane))),
    );
    const deal = rounds.flat().slice(0, slots);
    return served.flatMap((lane) => this.claimable(lane).slice(0, deal.filter((one) => one === lane).length));
  }

  /** What may be claimed of a lane, in its order: what was never tried before what was, then what is due longest. */
  claimable(lane: string): string[] {
    const at = (entry: Entry) => entry.lease?.until ?? entry.dueAt;
    const due = this.#entries.filter((entry) => entry.lane === lane && at(entry) <= this.now);
    return due
      .toSorted((one, other) => Number(one.late) - Number(other.late) || at(one) - at(other) || one.id - other.id)
      .map(({ key }) => key);
  }

  roomIn(lane: string): number {
    const cap = this.#failsSteadily(lane) || this.health(lane) === 0 ? 1 : this.#room.perLane;
    return Math.max(cap - this.leasesIn(lane), 0);
  }

  leasesIn(lane: string): number {
    return this.#entries.filter((entry) => entry.lane === lane && entry.lease && entry.lease.until > this.now).length;
  }

  /** The lanes that could be given something: of those that fail, or have not answered, only where there is a slot for such. */
  servable({ failingSlots, unprovenSlots }: Omit<Slots, 'slots'>): string[] {
    const able = [...this.failures.keys()].filter((lane) => this.claimable(lane).length > 0 && this.roomIn(lane) > 0);
    return able.filter((lane) => (failingSlots > 0 || !this.#fails(lane)) && (unprovenSlots > 0 || this.health(lane) === 2));
  }

  /** Notes a claim that was made. Throws where the work was not there to be taken. */
  claimed({ key, token, leaseUntil, failing, unproven, lane }: Claim): void {
    const entry = this.#entries.find((one) => one.key === key);
    if (!entry) throw new Error(`${key} came back after it was done.`);
    if (entry.lease && entry.lease.until > this.now) throw new Error(`${key} has two valid leases.`);
    if (failing !== this.#fails(lane) || unproven !== (this.health(lane) !== 2)) throw new Error(`${lane} is not what it is said to be.`);
    entry.lease = { token, until: leaseUntil };
  }

  mayExtend(claim: Claim): boolean {
    return (this.#heldBy(claim)?.lease?.until ?? 0) > this.now;
  }

  extended(claim: Claim): void {
    this.#heldBy(claim)!.lease!.until = this.now + this.#room.leaseMs;
  }

  maySettle(claim: Claim): boolean {
    return this.#heldBy(claim) !== undefined;
  }

  settled(claim: Claim, { retryAt, outsideFailed }: { retryAt?: number; outsideFailed?: boolean }): void {
    const entry = this.#heldBy(claim)!;
    if (retryAt === undefined) this.drop(entry.key);
    else Object.assign(entry, { dueAt: retryAt, late: true, lease: null });
    if (outsideFailed === false) this.#answered.add(claim.lane);
    if (outsideFailed !== undefined) this.failures.set(claim.lane, outsideFailed ? this.failures.get(claim.lane)! + 1 : 0);
  }

  /** Forgets the lanes that have nothing to do, but for those that fail steadily. */
  pruned(): void {
    for (const lane of this.failures.keys()) {
      if (this.#pendingIn(lane) > 0 || this.#failsSteadily(lane)) continue;
      this.failures.delete(lane);
      this.#answered.delete(lane);
    }
  }

  work(): { key: string; due_at: number; late: number; lease_until: number | null; token: string | null }[] {
    return this.#entries
      .toSorted((one, other) => one.id - other.id)
      .map(({ key, dueAt, late, lease }) => {
        const { until, token } = lease ?? { until: null, token: null };
        return { key, due_at: dueAt, late: Number(late), lease_until: until, token };
      });
  }

  lanes(): { lane: string; pending: number; failures: number; health: number }[] {
    return [...this.failures]
      .map(([lane, failures]) => ({ lane, pending: this.#pendingIn(lane), failures, health: this.health(lane) }))
      .toSorted((one, other) => (one.lane < other.lane ? -1 : 1));
  }

  /** 0: it is new, 1: it failed last, 2: it answered last. */
  health(lane: string): 0 | 1 | 2 {
    if (this.#fails(lane)) return 1;
    return this.#answered.has(lane) ? 2 : 0;
  }

  #fails(lane: string): boolean {
    return this.failures.get(lane)! > 0;
  }

  #failsSteadily(lane: string): boolean {
    return this.failures.get(lane)! >= 5;
  }

  #pendingIn(lane: string): number {
    return this.#entries.filter((entry) => entry.lane === lane).length;
  }

  #heldBy({ id, token }: Claim): Entry | undefined {
    return this.#entries.find((entry) => entry.id === id && entry.lease?.token === token);
  }
}
