import type { Tx } from '../../db/open.ts';
import { idsIn } from '../../db/sql.ts';
import type { System } from '../../system.ts';
import type { ReadDocument } from '../../documents/reading.ts';
import { inBatches } from '../common/slices.ts';
import { forgetPassages } from './passage-index.ts';
import { movePassages } from './queries.ts';

type Turn = () => Promise<void>;

export interface PassageCounts {
  added: number;
  removed: number;
  kept: number;
}

/** Passages written by one statement. */
const atOnce = 50;

/**
 * Updates a document's passages to its current text. Unchanged passages keep their rows. The caller is told the numbers of the others, for the
 * index, which forgets the removed ones here.
 */
export async function writePassages(
  tx: Tx,
  turn: Turn,
  { id, title }: { id: string; title: string },
  passages: ReadDocument['passages'],
): Promise<{ counts: PassageCounts; changed: number[]; unchanged: number[] }> {
  const before = await tx
    .selectFrom('passages')
    .select(['number', 'position', 'title', 'kind', 'heading', 'text'])
    .where('document_id', '=', id)
    .orderBy('position')
    .execute();
  await turn();
  const left = Map.groupBy(before, keyOf);
  const kept = before.length === 0 ? [] : passages.map((passage) => left.get(keyOf(passage))?.shift());
  await turn();
  const gone = [...left.values()].flat().map(({ number }) => number);
  await removePassages(tx, gone, turn);
  await renumber(tx, kept, turn);
  const added = passages.flatMap(({ kind, heading, text, wordCount }, position) =>
    kept[position] ? [] : [{ document_id: id, position, title, kind, heading, text, word_count: wordCount }],
  );
  const changed: number[] = [];
  await inBatches(added, atOnce, turn, async (some) => {
    const rows = await tx.insertInto('passages').values(some).returning('number').execute();
    changed.push(...rows.map(({ number }) => number));
  });
  const [unchanged, retitled] = [true, false].map((same) =>
    kept.flatMap((one) => (one && (one.title === title) === same ? [one.number] : [])),
  );
  await inBatches(retitled!, atOnce, turn, (some) =>
    tx.updateTable('passages').set({ title }).where('number', 'in', idsIn(some)).execute(),
  );
  changed.push(...retitled!);
  const counts = { added: added.length, removed: gone.length, kept: passages.length - added.length };
  return { counts, changed, unchanged: unchanged! };
}

/** Moves kept passages to their new positions, by way of unused positions, because two may never share one. */
async function renumber(tx: Tx, kept: readonly ({ number: number; position: number } | undefined)[], turn: Turn): Promise<void> {
  const moved = [...kept.entries()].flatMap(([position, one]) =>
    one && one.position !== position ? [{ number: one.number, position }] : [],
  );
  const aside = moved.map(({ number, position }) => ({ number, position: -1 - position }));
  for (const moves of [aside, moved]) await inBatches(moves, atOnce, turn, (some) => movePassages(tx, some));
}

/** Removes a document with its passages; the foreign key would remove them all at once, and not from the index. */
export async function removeDocument(tx: Tx, system: Pick<System, 'turns'>, id: string): Promise<void> {
  const passages = await tx.selectFrom('passages').select('number').where('document_id', '=', id).execute();
  const numbers = passages.map(({ number }) => number);
  await removePassages(tx, numbers, system.turns());
  await tx.deleteFrom('documents').where('id', '=', id).execute();
}

/** Per transaction, which must not hold the database for more than 20 ms. */
const maxAtOnce = { passages: 100, documents: 20 };

/** Removes some of a project's passages, then some of its documents; returns whether there may be more. The foreign keys would remove all at once. */
export async function letGoOfDocuments(tx: Tx, system: Pick<System, 'turns'>, projectId: string): Promise<boolean> {
  const passages = await tx
    .selectFrom('documents')
    .innerJoin('passages', 'passages.document_id', 'documents.id')
    .select('passages.number')
    .where('documents.project_id', '=', projectId)
    .limit(maxAtOnce.passages)
    .execute();
  const numbers = passages.map(({ number }) => number);
  await removePassages(tx, numbers, system.turns());
  if (numbers.length === maxAtOnce.passages) return true;
  // Newest first, so that pages go before their sitemap.
  const newest = tx
    .selectFrom('documents')
    .select('id')
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .limit(maxAtOnce.documents);
  const { numDeletedRows } = await tx.deleteFrom('documents').where('id', 'in', newest).executeTakeFirst();
  return Number(numDeletedRows) === maxAtOnce.documents;
}

async function removePassages(tx: Tx, numbers: readonly number[], turn: Turn): Promise<void> {
  await inBatches(numbers, atOnce, turn, async (some) => {
    await forgetPassages(tx, some);
    await tx.deleteFrom('passages').where('number', 'in', idsIn(some)).execute();
  });
}

function keyOf({ kind, heading, text }: { kind: string; heading: string | null; text: string }): string {
  return `${kind}\n${heading ?? ''}\n${text}`;
}
