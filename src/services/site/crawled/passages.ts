import { createHash } from 'node:crypto';
import { crawledIndex } from '../../../db/full-text.ts';
import type { Tx } from '../../../db/open.ts';
import type { CrawledOrigin, CrawledPageRow } from '../../../db/rows/site.ts';
import { idsIn } from '../../../db/sql.ts';
import type { DocumentBeginning } from '../../../documents/reading.ts';
import { indexTerms } from '../../../language/index-terms.ts';
import { inBatches } from '../../common/slices.ts';

/** Of one page; a longer page is a book, and its beginning says what it is about. */
export const maxPassages = 100;
/** Written and indexed at once: some milliseconds of work. */
const atOnce = 5;

/** Writes a page's passages, and what the index knows of them. The page has none yet. */
export async function addPassages(
  tx: Tx,
  turn: () => Promise<void>,
  page: CrawledPageRow,
  passages: DocumentBeginning['passages'],
): Promise<void> {
  const narrowing = [originTerm(page.origin), hostTerm(page.host), hostTerm(page.host, page.origin)];
  const rows = passages
    .slice(0, maxPassages)
    .map(({ kind, heading, text }, position) => ({ page_id: page.id, position, kind, heading, text }));
  const of = (written: string) => indexTerms(written, page.language);
  const title = of(page.title);
  await inBatches(rows, atOnce, turn, async (some) => {
    const added = await tx.insertInto('crawled_passages').values(some).returning(['number', 'heading', 'text']).execute();
    const texts = added.map(({ number, heading, text }) => {
      return { number, projectId: page.project_id, terms: { title, heading: of(heading ?? ''), text: of(text), narrowed_by: narrowing } };
    });
    await crawledIndex.put(tx, texts);
  });
}

/** Removes up to `limit` passages of these pages, from the index too; returns how many. */
export async function removePassages(tx: Tx, pageIds: readonly string[], limit: number): Promise<number> {
  const some = tx.selectFrom('crawled_passages').select('number').where('page_id', 'in', idsIn(pageIds));
  const numbers = (await some.limit(limit).execute()).map(({ number }) => number);
  await crawledIndex.remove(tx, numbers);
  await tx.deleteFrom('crawled_passages').where('number', 'in', idsIn(numbers)).execute();
  return numbers.length;
}

export function originTerm(origin: CrawledOrigin): string {
  return `origin_${origin}`;
}

/** Of a host's pages, or those of one origin. Hashed, because the index would split a host into words. */
export function hostTerm(host: string, origin?: CrawledOrigin): string {
  return `${origin ?? 'any'}_${createHash('sha256').update(host).digest('hex').slice(0, 16)}`;
}
