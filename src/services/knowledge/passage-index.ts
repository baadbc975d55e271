import { createHash } from 'node:crypto';
import { passageIndex } from '../../db/full-text.ts';
import type { Store, Tx } from '../../db/open.ts';
import { idsIn } from '../../db/sql.ts';
import type { System } from '../../system.ts';
import { indexTerms } from '../../language/index-terms.ts';
import { inBatches } from '../common/slices.ts';
import { parsed } from '../common/wire.ts';
import { passagesToIndex, type PassageToIndex } from './queries.ts';

/** Passages read at once, and indexed in a transaction in the background. */
const passagesAtOnce = 10;
const maxInTransaction = 500;

/** Indexes passages that are new, or whose text or document changed, in the transaction that wrote them. */
export async function indexPassages(tx: Tx, numbers: readonly number[], turn: () => Promise<void>): Promise<void> {
  await inBatches(numbers, passagesAtOnce, turn, async (some) => {
    const texts: ReturnType<typeof termsOf>[] = [];
    for (const passage of await passagesToIndex(tx, some)) {
      texts.push(termsOf(passage));
      await turn();
    }
    await passageIndex.put(tx, texts);
    await tx.deleteFrom('passages_to_index').where('passage', 'in', idsIn(some)).execute();
  });
}

/** To be called with the passages' deletion. */
export async function forgetPassages(tx: Tx, numbers: readonly number[]): Promise<void> {
  await passageIndex.remove(tx, numbers);
  await tx.deleteFrom('passages_to_index').where('passage', 'in', idsIn(numbers)).execute();
}

/** Indexes all waiting passages, such as those of an older program's database: 100,000 in about a minute, without blocking other work. */
export async function indexWaiting(store: Store, system: Pick<System, 'pause' | 'turns'>): Promise<void> {
  const turn = system.turns();
  while ((await waiting(store.db, 1)).length > 0) {
    await store.write(async (tx) => indexPassages(tx, await waiting(tx, maxInTransaction), turn));
    await system.pause(0);
  }
}

async function waiting(db: Pick<Tx, 'selectFrom'>, limit: number): Promise<number[]> {
  const rows = await db.selectFrom('passages_to_index').select('passage').orderBy('passage').limit(limit).execute();
  return rows.map(({ passage }) => passage);
}

function termsOf({ number, projectId, documentId, title, heading, text, tags, language }: PassageToIndex) {
  const narrowing = [documentTerm(documentId), ...parsed<string[]>(tags).map(tagTerm)];
  const of = (written: string) => indexTerms(written, language);
  return { number, projectId, terms: { title: of(title), heading: of(heading ?? ''), text: of(text), narrowed_by: narrowing } };
}

export function documentTerm(documentId: string): string {
  return `in_${documentId}`;
}

/** Hashed, because the index would split a tag's free text into words. */
export function tagTerm(tag: string): string {
  return `tag_${createHash('sha256').update(tag).digest('hex').slice(0, 16)}`;
}
