import type { Store, Tx } from '../db/open.ts';
import type { System } from '../system.ts';
import { isStorageFault, retryAfterFault } from './faults.ts';
import { settleAll, type Ended } from './settle.ts';
import type { Settlement } from './worker.ts';

/** What came of work here and is not written yet: kept until it is, or until somebody else has taken the work over. */
export interface Outcomes {
  add(one: Ended): void;
  all(): readonly Ended[];
  /**
   * Writes them all, and does `also`, in one transaction. Where that fails each is written by itself, and there is no answer. Throws where the database
   * cannot be written, or where there was nothing to write but what `also` does.
   */
  write<Answer>(also: (tx: Tx) => Promise<Answer>): Promise<Answer | undefined>;
}

export function createOutcomes(store: Store, system: System): Outcomes {
  let ended: Ended[] = [];
  let writing: readonly Ended[] = [];

  /** One outcome that cannot be written must not hold up the others. */
  async function writeOneByOne(): Promise<void> {
    for (let one = writing[0]; one !== undefined; one = writing[0]) {
      try {
        const instead = await writeSingle(one);
        if (instead) ended.push({ ...one, settlement: instead });
      } catch (error) {
        // Behind the others: it may be the one that is too large for what the disk has left.
        ended = writing.slice(1).concat(ended, one);
        writing = [];
        throw error;
      }
      writing = writing.slice(1);
    }
  }

  /** Returns what to leave behind instead where this cannot be written. */
  async function writeSingle(one: Ended): Promise<Settlement | undefined> {
    const { claim, settlement } = one;
    try {
      reportLost(await store.write((tx) => settleAll(tx, [one], system.now())));
      return undefined;
    } catch (error) {
      if (isStorageFault(error)) throw error;
      if (!('write' in settlement || 'record' in settlement)) {
        system.log.error({ err: error, work: claim.key }, 'work could not be put back; its lease will run out');
        return undefined;
      }
      const again = (fault: unknown) => retryAfterFault(system, claim, fault, settlement.retryAt);
      return settlement.otherwise ? settlement.otherwise(error).catch(again) : again(error);
    }
  }

  function reportLost(lost: readonly Ended[]): void {
    for (const { claim } of lost) system.log.warn({ work: claim.key }, 'a lease was lost; its outcome is dropped');
  }

  return {
    add: (one) => void ended.push(one),
    all: () => [...writing, ...ended],
    async write(also) {
      writing = ended;
      ended = [];
      try {
        const { lost, answer } = await store.write(async (tx) => ({
          lost: await settleAll(tx, writing, system.now()),
          answer: await also(tx),
        }));
        reportLost(lost);
        writing = [];
        return answer;
      } catch (error) {
        if (writing.length === 0) throw error;
        await writeOneByOne();
        return undefined;
      }
    },
  };
}
