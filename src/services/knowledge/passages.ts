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

/** Passages written between two turns of the event loop: SQLite answers at once, and a long document would let nothing else happen. */
const passagesPerTurn = 50;

/** Brings a document's passages to those of its text now. Passages that stay keep their rows; the index is touched by what changes only. */
export async function writePassages(
  tx: Tx,
  { pause }: Pick<System, 'pause'>,
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
  const turn = turns(pause);
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
  await indexDocument(tx, document.id, pause);
  const keptCount = kept.filter((one) => one !== undefined).length;
  return { added: passages.length - keptCount, removed: gone.length, kept: keptCount };
}

/** Gives those that stay their new places; by way of places that no passage has, for two never share one. */
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

/** Removes a document with its passages, which the foreign key would remove all in one go. */
export async function removeDocument(tx: Tx, { pause }: Pick<System, 'pause'>, id: string): Promise<boolean> {
  const turn = turns(pause);
  const passages = await tx.selectFrom('passages').select('rowid').where('document_id', '=', id).execute();
  for (const { rowid } of passages) {
    await tx.deleteFrom('passages').where('rowid', '=', rowid).execute();
    await turn();
  }
  const { numDeletedRows } = await tx.deleteFrom('documents').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Passages and documents removed in one transaction, which must not hold the database for more than 20 ms. */
const atOnce = { passages: 100, documents: 20 };

/** Removes some of a project's passages and then some of its documents; returns whether there may be more. The foreign keys would remove all in one go. */
export async function letGoOfDocuments(tx: Tx, projectId: string): Promise<boolean> {
  const passages = await sql`
    delete from passages where rowid in (
      select passages.rowid from documents join passages on passages.document_id = documents.id
      where documents.project_id = ${projectId} limit ${atOnce.passages})`.execute(tx);
  if (Number(passages.numAffectedRows) === atOnce.passages) return true;
  // The newest first: pages go before their sitemap.
  const documents = await sql`
    delete from documents where id in (
      select id from documents where project_id = ${projectId} order by id desc limit ${atOnce.documents})`.execute(tx);
  return Number(documents.numAffectedRows) === atOnce.documents;
}

/** Lets others have their turn once in a while. */
function turns(pause: System['pause']): () => Promise<void> {
  let done = 0;
  return async () => {
    if (++done % passagesPerTurn === 0) await pause(0);
  };
}

function keyOf({ heading, text }: { heading: string | null; text: string }): string {
  return `${heading ?? ''}\n${text}`;
}
