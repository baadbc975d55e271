import type { Store, Tx } from '../../db/open.ts';
import type { System } from '../../system.ts';

/** What a slice that is not the last hands to the next. */
export class HandedOn<What> {
  readonly what: What;

  constructor(what: What) {
    this.what = what;
  }
}

/** Repeats a slice of work, each time in its own transaction and with a pause for other work, until it returns a result. */
export async function inSlices<Result, What = never>(
  { store, system }: { store: Store; system: System },
  slice: (tx: Tx, handed: What | undefined) => Promise<Result | HandedOn<What> | undefined>,
): Promise<Result> {
  for (let handed: What | undefined; ; await system.pause(0)) {
    const given = handed;
    const result = await store.write((tx) => slice(tx, given));
    if (result instanceof HandedOn) handed = result.what;
    else if (result !== undefined) return result;
  }
}

/** Has each do one step, the last first, until one says that there may be more: later groups build on earlier ones. */
export async function anyLeft<Group>(groups: readonly Group[], step: (group: Group) => Promise<boolean> | undefined): Promise<boolean> {
  for (const group of groups.toReversed()) if (await step(group)) return true;
  return false;
}

/** Does `work` with some of the items at a time. What is awaited in between, a turn of `system.turns`, lets other work go on. */
export async function inBatches<Item>(
  items: readonly Item[],
  atOnce: number,
  turn: () => Promise<void>,
  work: (some: readonly Item[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < items.length; from += atOnce) {
    await work(items.slice(from, from + atOnce));
    await turn();
  }
}
