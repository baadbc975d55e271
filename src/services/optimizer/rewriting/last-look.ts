import type { OptimizationRow } from '../../../db/rows/optimizer.ts';
import { AppError, toAppError } from '../../../errors.ts';
import type { Given } from '../given.ts';
import { pageHash, whereChanged } from '../reading/page-hash.ts';
import { keptPage } from '../reading/target.ts';
import { pageOf } from '../rows.ts';

/** Whether the page still says what it said when it was read. */
export interface LastLook {
  /** Null where it could not be reached. */
  pageChanged: boolean | null;
  pageNote: string | null;
}

/** Reads the page again. A page that cannot be reached holds nothing up. Throws `page_changed`, unless that is accepted. */
export async function lookAgain(
  { knowledge }: Pick<Given, 'knowledge'>,
  row: OptimizationRow,
  { acceptChanged, signal }: { acceptChanged: boolean; signal?: AbortSignal },
): Promise<LastLook> {
  const page = pageOf(row)!;
  try {
    const now = await knowledge.readAsMarkdown(row.url, { signal, language: page.language });
    const read = keptPage(now.url, now.page, page.language);
    if (pageHash(read) === row.page_hash) return { pageChanged: false, pageNote: null };
    const pageNote = whereChanged(page, read);
    if (!acceptChanged) throw changed(row, pageNote);
    return { pageChanged: true, pageNote: `${pageNote} What it says now is not in this text.` };
  } catch (thrown) {
    signal?.throwIfAborted();
    const error = toAppError(thrown);
    if (error.code === 'page_changed' || error.code === 'internal') throw thrown;
    return { pageChanged: null, pageNote: `It could not be read again, so nobody knows: ${error.message}` };
  }
}

function changed({ url }: OptimizationRow, where: string): AppError {
  return new AppError('page_changed', `${url} has changed since it was read. ${where}`, {
    hint: 'Hand it in again with acceptChanged if that does not matter, else begin anew with optimizations_create.',
  });
}
