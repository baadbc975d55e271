import type { Page } from '../../../../schema/common.ts';
import type { ChangedSuppressions, LinkSuppression, SuppressionChanges, SuppressionQuery } from '../../../../schema/link-suppressions.ts';
import type { LinkSuppressionRow } from '../../../db/rows/links.ts';
import { idsIn } from '../../../db/sql.ts';
import { AppError, type FieldError } from '../../../errors.ts';
import { decodeCursor, defaultLimit, encodeCursor, pageBy } from '../../common/paging.ts';
import { isoTime } from '../../common/wire.ts';
import type { Given } from '../given.ts';
import { readEntry } from './address.ts';
import { coveredBy, suppressedAmong } from './suppressed.ts';

/** Who gets no mail from this desk, whichever project writes. */
export interface Suppressions {
  /** By address. Throws `invalid_input`. */
  list(query: SuppressionQuery): Promise<Page<LinkSuppression>>;
  /** All or nothing. Throws `invalid_input` that points to each entry that is neither an address nor a domain, or that is both added and removed. */
  set(changes: SuppressionChanges): Promise<ChangedSuppressions>;
}

/** An answer lists no more than this. */
const maxErrors = 20;
const entryHint = 'Give bare addresses such as ann@example.com, without a name, or @example.com for a whole domain.';

export function createSuppressions({ store, system }: Pick<Given, 'store' | 'system'>): Suppressions {
  return {
    async list({ address, limit = defaultLimit, cursor }) {
      const after = decodeCursor(cursor, /^[^@\s]*@[^@\s]+$/) ?? '';
      let query = store.db.selectFrom('link_suppressions').selectAll().where('address', '>', after);
      if (address !== undefined) query = query.where('address', 'in', idsIn(coveredBy(entriesOf([address], () => '/address')[0]!)));
      const rows = await query
        .orderBy('address')
        .limit(limit + 1)
        .execute();
      return pageBy(rows, limit, toSuppression, (row) => encodeCursor(row.address));
    },

    async set({ add = [], remove = [] }) {
      const { added, removed } = readChanges(add, remove);
      return store.write(async (tx) => {
        const all = [...added, ...removed];
        const rows = await tx.selectFrom('link_suppressions').select('address').where('address', 'in', idsIn(all)).execute();
        const listed = new Set(rows.map((row) => row.address));
        const fresh = added.filter((key) => !listed.has(key));
        const gone = removed.filter((key) => listed.has(key));
        const now = system.now();
        const values = fresh.map((key): LinkSuppressionRow => ({ address: key, reason: 'given', created_at: now }));
        if (values.length > 0) await tx.insertInto('link_suppressions').values(values).execute();
        await tx.deleteFrom('link_suppressions').where('address', 'in', idsIn(gone)).execute();
        return {
          added: fresh.length,
          present: added.length - fresh.length,
          removed: gone.length,
          absent: removed.length - gone.length,
          stillSuppressed: [...(await suppressedAmong(tx, removed))],
        };
      });
    },
  };
}

function readChanges(add: readonly string[], remove: readonly string[]): { added: string[]; removed: string[] } {
  const pointers = [...add.map((_, at) => `/add/${at}`), ...remove.map((_, at) => `/remove/${at}`)];
  const keys = entriesOf([...add, ...remove], (at) => pointers[at]!);
  const added = new Set(keys.slice(0, add.length));
  const both = keys.flatMap((key, at): FieldError[] =>
    at >= add.length && added.has(key) ? [{ pointer: pointers[at]!, detail: `${key} is to be added too`, code: 'added_and_removed' }] : [],
  );
  if (both.length > 0) throw unfit(both, 'Name each address in one of the two lists.');
  return { added: [...added], removed: [...new Set(keys.slice(add.length))] };
}

/** Each as it is compared. Throws `invalid_input` that points to each that is none. */
function entriesOf(written: readonly string[], pointerOf: (at: number) => string): string[] {
  const keys = written.map(readEntry);
  const faults = keys.flatMap((key, at): FieldError[] =>
    key === null ? [{ pointer: pointerOf(at), detail: 'is neither an address nor @domain', code: 'invalid_address' }] : [],
  );
  if (faults.length > 0) throw unfit(faults, entryHint);
  return keys as string[];
}

function unfit(errors: FieldError[], hint: string): AppError {
  const [{ pointer, detail }] = errors as [FieldError];
  const others = errors.length === 1 ? '' : ` So ${errors.length === 2 ? 'is' : 'are'} ${errors.length - 1} more, see errors.`;
  return new AppError('invalid_input', `${pointer.slice(1)}: ${detail}.${others}`, { hint, errors: errors.slice(0, maxErrors) });
}

function toSuppression({ address, reason, created_at }: LinkSuppressionRow): LinkSuppression {
  return { address, reason, createdAt: isoTime(created_at) };
}
