import { createHash } from 'node:crypto';
import { crawledIndex } from '../../../db/full-text.ts';
import type { Row } from '../../../db/carry.ts';
import type { Tx } from '../../../db/open.ts';
import type { CrawledOrigin, CrawledPageRow } from '../../../db/rows/site.ts';
import { idsIn } from '../../../db/sql.ts';
import type { DocumentBeginning } from '../../../documents/reading.ts';
import { indexTerms } from '../../../language/index-terms.ts';
import { inBatches } from '../../common/slices.ts';

/** Of one page; a longer page is a book, and its beginning says what it is about. */
export const maxPassages = 100;
/** Written and indexed at once: some milliseconds of work. */
export const atOnce = 5;

/** Writes a page's passages, and what the index knows of them. The page has none yet. */
export async function addPassages(
  tx: Tx,
  turn: () => Promise<void>,
  page: CrawledPageRow,
  passages: DocumentBeginning['passages'],
): Promise<void> {
  const rows = passages
    .slice(0, maxPassages)
    .map(({ kind, heading, text }, position) => ({ page_id: page.id, position, kind, heading, text }));
  const toText = textsOf(page);
  await inBatches(rows, atOnce, turn, async (some) => {
    const added = await tx.insertInto('crawled_passages').values(some).returning(['number', 'heading', 'text']).execute();
    await crawledIndex.put(tx, added.map(toText));
  });
}

const pageColumns = ['id', 'project_id', 'origin', 'host', 'title', 'language'] as const;
type IndexedPage = Pick<CrawledPageRow, (typeof pageColumns)[number]>;

/** Makes of a page's passages what the index is given. */
function textsOf(page: IndexedPage) {
  const narrowing = [originTerm(page.origin), hostTerm(page.host), hostTerm(page.host, page.origin)];
  const of = (written: string) => indexTerms(written, page.language);
  const title = of(page.title);
  return ({ number, heading, text }: { number: number; heading: string | null; text: string }) => ({
    number,
    projectId: page.project_id,
    terms: { title, heading: of(heading ?? ''), text: of(text), narrowed_by: narrowing },
  });
}

/** Indexes passages that came with an import, in the transaction that wrote them. */
export async function indexArrived(tx: Tx, rows: readonly Row[]): Promise<void> {
  const passages = rows as unknown as readonly { page_id: string; number: number; heading: string | null; text: string }[];
  const ids = [...new Set(passages.map(({ page_id: id }) => id))];
  const pages = await tx.selectFrom('crawled_pages').select(pageColumns).where('id', 'in', idsIn(ids)).execute();
  const ofPage = new Map(pages.map((page) => [page.id, textsOf(page)]));
  await crawledIndex.put(
    tx,
    passages.map((passage) => ofPage.get(passage.page_id)!(passage)),
  );
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
