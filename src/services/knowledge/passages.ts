import { sql } from 'kysely';
import type { Tx } from '../../db/open.ts';
import type { PassageRow } from '../../db/rows/knowledge.ts';
import type { System } from '../../system.ts';
import type { ReadDocument } from '../../documents/reading.ts';
import { indexDocument } from './passage-index.ts';

type Passages = ReadDocument['passages'];
type Kept = Pick<PassageRow, 'position' | 'title' | 'heading' | 'text'> & { rowid: number };

export interface PassageCounts {
  added: number;
  removed: number;
  kept: number;
}

/**
 * Updates a document's passages to its current text. Unchanged passages keep their rows, and the index sees only changes. Gives way to other
 * work, because SQLite's calls are synchronous.
 */
export async function writePassages(
  tx: Tx,
  system: Pick<System, 'turns'>,
  document: { id: string; title: string },
  passages: Passages,
): Promise<PassageCounts> {
  const before = await tx
    .selectFrom('passages')
    .select(['rowid', 'position', 'title', 'heading', 'text'])
    .where('document_id', '=', document.id)
    .orderBy('position')
    .execute();
  const waiting = Map.groupBy(before, keyOf);
  const kept = passages.map((passage) => waiting.get(keyOf(passage))?.shift());
  const gone = [...waiting.values()].flat();
  const turn = system.turns();
  for (const { rowid } of gone) {
    await tx.deleteFrom('passages').where('rowid', '=', rowid).execute();
    await turn();
  }
  await renumber(tx, kept, turn);
  for (const [position, { heading, text, wordCount }] of passages.entries()) {
    const same = kept[position];
    if (!same) {
      const { id, title } = document;
      await tx.insertInto('passages').values({ document_id: id, position, title, heading, text, word_count: wordCount }).execute();
    } else if (same.title !== document.title) {
      await tx.updateTable('passages').set({ title: document.title }).where('rowid', '=', same.rowid).execute();
    } else continue;
    await turn();
  }
  await indexDocument(tx, document.id, turn);
  const keptCount = kept.filter((one) => one !== undefined).length;
  return { added: passages.length - keptCount, removed: gone.length, kept: keptCount };
}

/** Moves kept passages to their new positions, by way of unused positions, because two may never share one. */
async function renumber(tx: Tx, kept: readonly (Kept | undefined)[], turn: () => Promise<void>): Promise<void> {
  const moved = [...kept.entries()].flatMap(([position, one]) =>
    one && one.position !== position ? [{ rowid: one.rowid, position }] : [],
  );
  for (const place of [(position: number) => -1 - position, (position: number) => position]) {
    for (const { rowid, position } of moved) {
      await tx
        .updateTable('passages')
        .set({ position: place(position) })
        .where('rowid', '=', rowid)
        .execute();
      await turn();
    }
  }
}

/** Removes a document with its passages; the foreign key would remove them all at once. */
export async function removeDocument(tx: Tx, system: Pick<System, 'turns'>, id: string): Promise<boolean> {
  const turn = system.turns();
  const passages = await tx.selectFrom('passages').select('rowid').where('document_id', '=', id).execute();
  for (const { rowid } of passages) {
    await tx.deleteFrom('passages').where('rowid', '=', rowid).execute();
    await turn();
  }
  const { numDeletedRows } = await tx.deleteFrom('documents').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Per transaction, which must not hold the database for more than 20 ms. */
const maxAtOnce = { passages: 100, documents: 20 };

/** Removes some of a project's passages, then some of its documents; returns whether there may be more. The foreign keys would remove all at once. */
export async function letGoOfDocuments(tx: Tx, projectId: string): Promise<boolean> {
  const passages = await sql`
    delete from passages where rowid in (
      select passages.rowid from documents join passages on passages.document_id = documents.id
      where documents.project_id = ${projectId} limit ${maxAtOnce.passages})`.execute(tx);
  if (Number(passages.numAffectedRows) === maxAtOnce.passages) return true;
  // Newest first, so that pages go before their sitemap.
  const documents = await sql`
    delete from documents where id in (
      select id from documents where project_id = ${projectId} order by id desc limit ${maxAtOnce.documents})`.execute(tx);
  return Number(documents.numAffectedRows) === maxAtOnce.documents;
}

function keyOf({ heading, text }: { heading: string | null; text: string }): string {
  return `${heading ?? ''}\n${text}`;
}
