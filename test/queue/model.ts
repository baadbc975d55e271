import type { Claim, Share } from '../../src/queue/claim.ts';

interface Entry {
  id: number;
  lane: string | undefined;
  dueAt: number;
  lease: { token: string; until: number } | null;
}

/** What the queue's rows must be, said in the plainest way: the model that the database is compared with. */
export class QueueModel {
  now = 0;
  readonly #entries = new Map<string, Entry>();
  readonly #perLane: number;

  constructor(perLane: number) {
    this.#perLane = perLane;
  }

  put(key: string, lane: string | undefined, dueAt: number): void {
    const id = this.#entries.get(key)?.id ?? Math.max(0, ...[...this.#entries.values()].map((entry) => entry.id)) + 1;
    this.#entries.set(key, { id, lane, dueAt, lease: null });
  }

  /** Whom a claim must get: the lanes take turns, the oldest first, as far as there is room. */
  nextInLine(slots: number): string[] {
    const claimableAt = (entry: Entry) => entry.lease?.until ?? entry.dueAt;
    const due = [...this.#entries].filter(([, entry]) => claimableAt(entry) <= this.now);
    due.sort(([, one], [, other]) => claimableAt(one) - claimableAt(other) || one.id - other.id);
    const places = due.map(([key, entry]) => {
      const before = due
        .slice(
          0,
          due.findIndex(([other]) => other === key),
        )
        .filter(([, other]) => other.lane === entry.lane).length;
      return { key, turn: entry.lane === undefined ? 1 : this.leasesIn(entry.lane) + before + 1 };
    });
    const withRoom = places.filter(({ turn }) => turn <= this.#perLane).toSorted((one, other) => one.turn - other.turn);
    return withRoom.slice(0, slots).map(({ key }) => key);
  }

  /** Notes a claim that was made. Throws where the work was not there to be taken. */
  claimed({ key, token, leaseUntil }: Claim): void {
    const entry = this.#entries.get(key);
    if (!entry) throw new Error(`${key} came back after it was done.`);
    if (entry.lease && entry.lease.until > this.now) throw new Error(`${key} has two valid leases.`);
    entry.lease = { token, until: leaseUntil };
  }

  mayExtend(claim: Claim): boolean {
    return this.#holds(claim) && this.#entries.get(claim.key)!.lease!.until > this.now;
  }

  extended(claim: Claim, { leaseMs }: Share): void {
    this.#entries.get(claim.key)!.lease!.until = this.now + leaseMs;
  }

  mayEnd(claim: Claim): boolean {
    return this.#holds(claim);
  }

  ended({ key }: Claim, retryAt: number | undefined): void {
    if (retryAt === undefined) this.#entries.delete(key);
    else Object.assign(this.#entries.get(key)!, { dueAt: retryAt, lease: null });
  }

  leasesIn(lane: string): number {
    return [...this.#entries.values()].filter((entry) => entry.lane === lane && entry.lease && entry.lease.until > this.now).length;
  }

  rows(): { key: string; due_at: number; lease_until: number | null; token: string | null }[] {
    const sorted = [...this.#entries].toSorted(([, one], [, other]) => one.id - other.id);
    return sorted.map(([key, { dueAt, lease }]) => ({
      key,
      due_at: dueAt,
      lease_until: lease?.until ?? null,
      token: lease?.token ?? null,
    }));
  }

  #holds({ key, token }: Claim): boolean {
    return this.#entries.get(key)?.lease?.token === token;
  }
}
