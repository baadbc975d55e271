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
