import type { Store, Tx } from '../../db/open.ts';
import type { System } from '../../system.ts';

/** Repeats a slice of work, each time in its own transaction and with a pause for other work, until it returns a result. */
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
