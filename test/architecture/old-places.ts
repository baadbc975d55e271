/** Where the rules for a second engine do not hold, with why. A place may be taken off these lists, never added. */

/** Rule 1: writes that change what is outside them. A hint that there may be work: in vain, the queue looks once more than it must. */
export const changedOutside: readonly string[] = [
  'src/queue/queue.ts: dropAll: changes wanted, which is outside the write',
  'src/queue/queue.ts: enqueueAll: changes wanted, which is outside the write',
];

/** Rule 2: raw SQL outside `src/db/`, `src/queue/` and a group’s `queries.ts`. */
export const sqlElsewhere: readonly string[] = [];

/** Rule 2: words that not every engine knows. */
export const foreignWords: readonly string[] = [];

/** Rule 3: the engine’s own words outside `src/db/`. */
export const engineElsewhere: readonly string[] = [];

/**
 * Rule 4: loops that await a statement per item. These go by kind of work, by group, by range of an index or by slice, of which there are few;
 * `settleAll` also writes the outcome of each job, which is the job's own.
 */
export const awaitedPerItem: readonly string[] = [
  'src/queue/settle.ts: settleAll: awaits the database per item',
  'src/queue/settle.ts: settleAll: awaits the database per item',
  'src/queue/turns.ts: claimAll: awaits the database per item',
  'src/queue/turns.ts: writeAndClaim: awaits the database per item',
  'src/services/account/retention.ts: sweep: awaits the database per item',
  'src/services/deliveries/index.ts: record: awaits the database per item',
  'src/services/deliveries/signing-secrets.ts: countPending: awaits the database per item',
  'src/services/deliveries/survey.ts: surveyRanges: awaits the database per item',
  'src/services/deliveries/survey.ts: surveyRanges: awaits the database per item',
];

/** Rule 5: upserts without columns, and lists that may not be empty. */
export const namelessUpserts: readonly string[] = [];

/** Rule 5: faults of the database that are caught inside a write. */
export const faultsCaught: readonly string[] = [];

/** Rule 6: triggers, generated columns, and columns named rowid. */
export const notPlain: readonly string[] = [];

/** Rule 7: what modules of the crawl and the services remember. */
export const remembered: readonly string[] = [];

/** Rule 8: time told by SQL, and leases outside the queue. */
export const otherClocks: readonly string[] = [];

/** Rule 8: times asked before the write that uses them. */
export const timeFromOutside: readonly string[] = [];

/** Rule 9: full text outside its door. */
export const fullTextElsewhere: readonly string[] = [];

/** Rule 10: tests that open the engine themselves. */
export const testsBesideRows: readonly string[] = [];
