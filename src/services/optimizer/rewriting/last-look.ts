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

interface How {
  acceptChanged: boolean;
  /** What it says that was accepted before. */
  accepted: string | null;
  signal?: AbortSignal;
}

/**
 * Reads the page again. A page that cannot be reached holds nothing up. Throws `page_changed`, unless that is accepted; `accepted` is then what it says
 * now.
 */
export async function lookAgain(
  { knowledge }: Pick<Given, 'knowledge'>,
  row: OptimizationRow,
  { acceptChanged, accepted, signal }: How,
): Promise<{ look: LastLook; accepted: string | null }> {
  const page = pageOf(row)!;
  try {
    const now = await knowledge.readAsMarkdown(row.url, { signal, language: page.language });
    const read = keptPage(now.url, now.page, page.language);
    const hash = pageHash(read);
    if (hash === row.page_hash) return { look: { pageChanged: false, pageNote: null }, accepted };
    const pageNote = whereChanged(page, read);
    if (!acceptChanged && hash !== accepted) throw changed(row, pageNote);
    return { look: { pageChanged: true, pageNote: `${pageNote} What it says now is not in this text.` }, accepted: hash };
  } catch (thrown) {
    signal?.throwIfAborted();
    const error = toAppError(thrown);
    if (error.code === 'page_changed' || error.code === 'internal') throw thrown;
    return { look: { pageChanged: null, pageNote: `It could not be read again, so nobody knows: ${error.message}` }, accepted };
  }
}

function changed({ url }: OptimizationRow, where: string): AppError {
  return new AppError('page_changed', `${url} has changed since it was read. ${where}`, {
    hint: 'The text is kept: send acceptChanged alone if the change does not matter, else begin anew with optimizations_create.',
  });
}
