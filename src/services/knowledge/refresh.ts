import { askNamed } from '../../crawl/polite.ts';
import type { Store, Tx } from '../../db/open.ts';
import type { System } from '../../system.ts';
import type { JobKind } from '../common/jobs.ts';
import { parsedOrNull } from '../common/wire.ts';
import { fetchIfChanged } from './fetch.ts';
import type { Keeping } from './keep.ts';
import type { Reading } from './reading.ts';
import { expectedLanguage, headOf, type ReadFailure } from './rows.ts';

/** The kind of job that reads one document again. */
export const refreshDocument = 'knowledge.refresh';

interface Needs {
  store: Store;
  system: System;
  reading: Reading;
  keeping: Keeping;
}

/** Fetches a document again and updates its passages. A failure leaves the text as it was. */
export function createRefreshing({ store, system, reading, keeping }: Needs): JobKind {
  return {
    async run({ resourceId, signal, report }) {
      const document = await headOf(store.db, resourceId);
      const url = document.address!;
      await report(`fetching ${new URL(url).host}`, 0.1);
      const page = await fetchIfChanged(askNamed(system), url, { etag: document.etag, lastModified: document.last_modified }, signal);
      if (!page) {
        return {
          async write(tx) {
            await noteUnchanged(tx, system, document.id);
            return { changed: false, passagesAdded: 0, passagesRemoved: 0, passagesKept: document.chunks };
          },
        };
      }
      await report('reading', 0.4);
      const title = document.named === 1 ? document.title : undefined;
      const language = await expectedLanguage(store.db, document.project_id);
      const read = await reading.read({ ...page, title, language }, new URL(url).origin, signal);
      const { kind, url: sourceUrl, etag, lastModified } = page;
      const { project_id: projectId, parent_id: parentId } = document;
      const taken = { projectId, kind, read, address: url, sourceUrl, etag, lastModified, parentId };
      return {
        async write(tx) {
          const { outcome, passages } = await keeping.update(tx, document, taken);
          const { added, removed, kept } = passages;
          return { changed: outcome === 'updated', passagesAdded: added, passagesRemoved: removed, passagesKept: kept };
        },
      };
    },

    failed: (tx, id, error) => noteFailure(tx, system, id, error),
    // The text is unchanged.
    async canceled() {},
  };
}

export async function noteUnchanged(tx: Tx, system: System, id: string): Promise<void> {
  await tx.updateTable('documents').set({ checked_at: system.now(), last_error: null }).where('id', '=', id).execute();
}

/** Records on the document why it could not be read; its text stays. */
export async function noteFailure(
  tx: Tx,
  system: System,
  id: string,
  { code, message, hint }: { code: string; message: string; hint?: string | undefined },
): Promise<void> {
  const now = system.now();
  const before = await tx.selectFrom('documents').select('last_error').where('id', '=', id).executeTakeFirst();
  const since = parsedOrNull<ReadFailure>(before?.last_error ?? null)?.since ?? now;
  const failure: ReadFailure = { code, message: hint === undefined ? message : `${message} ${hint}`, since };
  await tx
    .updateTable('documents')
    .set({ checked_at: now, last_error: JSON.stringify(failure) })
    .where('id', '=', id)
    .execute();
}
