import type { Store, Tx } from '../db/open.ts';
import type { System } from '../system.ts';
import { isStorageFault, retryAfterFault } from './faults.ts';
import { settleAll, type Ended } from './settle.ts';
import type { Settlement } from './worker.ts';

/** Outcomes of work in this process, kept until they are written or someone else has taken the work over. */
export interface Outcomes {
  add(one: Ended): void;
  all(): readonly Ended[];
  /**
   * Writes all outcomes and runs `also` in one transaction. If that fails, writes each outcome by itself and returns undefined.
   * Throws if the database cannot be written, or if there were no outcomes and `also` failed.
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
        // Last in line: it may be the one too large for the space left on the disk.
        ended = writing.slice(1).concat(ended, one);
        writing = [];
        throw error;
      }
      writing = writing.slice(1);
    }
  }

  /** If this outcome cannot be written, returns the settlement to write instead. */
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
