import type { Store, Tx } from '../../db/open.ts';
import type { System } from '../../system.ts';

/** Runs a slice of work in one transaction after the other, with a turn for others in between, until one returns a result. */
export async function inSlices<Result>(
  { store, system }: { store: Store; system: System },
  slice: (tx: Tx) => Promise<Result | undefined>,
): Promise<Result> {
  for (;;) {
    const result = await store.write(slice);
    if (result !== undefined) return result;
    await system.pause(0);
  }
}
