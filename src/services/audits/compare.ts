import type { Store } from '../../db/open.ts';
import type { JobAttempt } from '../common/jobs.ts';
import { addMended } from './queries.ts';
import { countMended } from './findings.ts';
import { renderedCodes, shownPages } from './rendering.ts';
import { countUnread, findingsAfter, lastNumber, type FindingPlace } from './stored.ts';

/** Findings looked at in one transaction. */
const maxAtOnce = 200;
const pagesAtOnce = 5000;

export interface Comparison {
  pagesAdded: number;
  pagesNotSeen: number;
}

interface Needs {
  store: Store;
  audit: { id: string; previousId: string; judgedBefore: ReadonlySet<string> };
  /** The checks that this audit made. */
  judged: ReadonlySet<string>;
  report: JobAttempt['report'];
}

/** Keeps what the audit before found and this one did not, and counts the pages that only one of them read. */
export async function compare({ store, audit, judged, report }: Needs): Promise<Comparison> {
  const { id, previousId, judgedBefore } = audit;
  const tell = 'comparing with the audit before';
  const shown = [...renderedCodes].some((code) => judged.has(code)) ? await shownPages(store.db, id) : new Set<string>();
  for (let after: FindingPlace = { mended: 0, code: '', url: '' }; ;) {
    const keys = await findingsAfter(store.db, previousId, after, maxAtOnce);
    const comparable = keys.filter(
      ({ mended, code, url }) => mended === 0 && judged.has(code) && judgedBefore.has(code) && (!renderedCodes.has(code) || shown.has(url)),
    );
    if (comparable.length > 0) await report(tell, 0.93, async (tx) => countMended(tx, id, await addMended(tx, id, previousId, comparable)));
    if (keys.length < maxAtOnce) break;
    after = keys.at(-1)!;
  }
  return {
    pagesAdded: await countAll(store, id, previousId),
    pagesNotSeen: await countAll(store, previousId, id),
  };
}

async function countAll({ db }: Store, of: string, by: string): Promise<number> {
  const last = await lastNumber(db, of);
  let count = 0;
  for (let from = 1; from <= last; from += pagesAtOnce) count += await countUnread(db, { of, by, from, to: from + pagesAtOnce });
  return count;
}
