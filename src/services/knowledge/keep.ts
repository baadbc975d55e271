import type { Store, Tx } from '../../db/open.ts';
import type { DocumentRow } from '../../db/rows/knowledge.ts';
import type { System } from '../../system.ts';
import type { DocumentKind, ReadDocument } from '../../documents/reading.ts';
import { nearestTo, writeSketch, type Likeness } from './duplicates.ts';
import { indexPassages } from './passage-index.ts';
import { writePassages, type PassageCounts } from './passages.ts';
import type { Reading } from './reading.ts';
import { headColumns, headOf, insertDocument, writeTags, type DocumentHead } from './rows.ts';

/** A text that has been read, and its origin. */
export interface Taken {
  projectId: string;
  kind: DocumentKind;
  read: ReadDocument;
  /** The title given by its owner. */
  title?: string;
  tags?: readonly string[];
  /** The fetched URL without fragment; null for text that was handed in. */
  address: string | null;
  sourceUrl: string | null;
  etag: string | null;
  lastModified: string | null;
  /** The sitemap it was found through. */
  parentId: string | null;
}

export interface Kept {
  document: DocumentHead;
  outcome: 'added' | 'updated' | 'unchanged' | 'duplicate';
  /** If its text was already known. */
  similarity: number | null;
  passages: PassageCounts;
}

export interface Keeping {
  /** A document with nearly the same text. Looked up before the transaction, because comparing takes time. */
  findAlike(taken: Taken, signal?: AbortSignal): Promise<Likeness | undefined>;
  /** Adds the document, updates the one with the same address, or finds the one with the same text. */
  keep(tx: Tx, taken: Taken, alike: Likeness | undefined): Promise<Kept>;
  /** Updates this document. */
  update(tx: Tx, document: DocumentHead, taken: Taken): Promise<Kept>;
}

const maxTitleLength = 300;
const nothing: PassageCounts = { added: 0, removed: 0, kept: 0 };

export function createKeeping({ store, system, reading }: { store: Store; system: System; reading: Reading }): Keeping {
  async function add(tx: Tx, taken: Taken): Promise<Kept> {
    const { read } = taken;
    const turn = system.turns();
    const row = await insertDocument(tx, system, {
      ...sourceOf(taken),
      id: system.id('doc'),
      project_id: taken.projectId,
      title: titleOf(taken),
      language: read.language,
      word_count: read.wordCount,
      chunks: read.passages.length,
      tags: JSON.stringify(taken.tags ?? []),
      text: read.text,
      fingerprint: read.fingerprint,
      parent_id: taken.parentId,
      address: taken.address,
      status: 'ready',
      named: taken.title === undefined ? 0 : 1,
      selection: null,
    });
    await writeSketch(tx, row.id, read.sketch);
    await turn();
    const { counts, changed } = await writePassages(tx, turn, row, read.passages);
    await indexPassages(tx, changed, turn);
    return { document: row, outcome: 'added', similarity: null, passages: counts };
  }

  async function update(tx: Tx, document: DocumentHead, taken: Taken): Promise<Kept> {
    const { read, title, tags } = taken;
    const now = system.now();
    const changed: DocumentHead = {
      ...document,
      ...sourceOf(taken),
      title: document.named === 1 && title === undefined ? document.title : titleOf(taken),
      named: title === undefined ? document.named : 1,
      tags: tags === undefined ? document.tags : JSON.stringify(tags),
      checked_at: now,
      last_error: null,
    };
    const turn = system.turns();
    const passages = await writePassages(tx, turn, changed, read.passages);
    const { added, removed } = passages.counts;
    const isSame = added + removed === 0 && document.title === changed.title && document.fingerprint.startsWith(read.fingerprint);
    const text: Partial<DocumentRow> = {
      language: read.language,
      word_count: read.wordCount,
      chunks: read.passages.length,
      fingerprint: await freeFingerprint(tx, document, read.fingerprint),
      refreshed_at: now,
    };
    const row = isSame ? changed : { ...changed, ...text };
    await tx
      .updateTable('documents')
      .set(isSame ? row : { ...row, text: read.text })
      .where('id', '=', document.id)
      .execute();
    if (!isSame) await writeSketch(tx, document.id, read.sketch);
    await turn();
    const isRetagged = row.tags !== document.tags;
    if (isRetagged) await writeTags(tx, row);
    // A passage is found by its document's tags, and by its words in that document's language.
    const others = isRetagged || row.language !== document.language ? passages.unchanged : [];
    await indexPassages(tx, [...passages.changed, ...others], turn);
    return { document: row, outcome: isSame ? 'unchanged' : 'updated', similarity: null, passages: passages.counts };
  }

  /** Known text takes a newly given title and tags, and its URL if that was unknown. */
  async function adopt(tx: Tx, same: DocumentHead, taken: Taken): Promise<DocumentHead> {
    const isLocated = same.source_url === null && taken.sourceUrl !== null && taken.parentId === null;
    if (!isLocated && taken.title === undefined && taken.tags === undefined) return same;
    const { kind, source_url: sourceUrl, etag, last_modified: lastModified, title } = same;
    const before = { kind: kind as DocumentKind, sourceUrl, etag, lastModified, title: taken.title ?? title };
    const { document } = await update(tx, same, isLocated ? taken : { ...taken, ...before });
    if (!isLocated) return document;
    const { address } = taken;
    await tx.updateTable('documents').set({ address }).where('id', '=', document.id).execute();
    return { ...document, address };
  }

  return {
    findAlike: (taken, signal) => nearestTo({ db: store.db, reading, pause: system.pause }, taken, signal),

    async keep(tx, taken, alike) {
      // Otherwise documents that arrive together would be written back to back and block the event loop.
      await system.pause(0);
      const known = await ofAddress(tx, taken);
      if (known) return update(tx, known, taken);
      const same = await tx
        .selectFrom('documents')
        .select(headColumns)
        .where('project_id', '=', taken.projectId)
        .where('fingerprint', '=', taken.read.fingerprint)
        .executeTakeFirst();
      if (same) return { document: await adopt(tx, same, taken), outcome: 'duplicate', similarity: 1, passages: nothing };
      // It may have been deleted meanwhile.
      const [near] = alike ? await tx.selectFrom('documents').select(headColumns).where('id', '=', alike.id).execute() : [];
      if (near) return { document: near, outcome: 'duplicate', similarity: alike!.similarity, passages: nothing };
      return add(tx, taken);
    },

    update: async (tx, { id }, taken) => update(tx, await headOf(tx, id), taken),
  };
}

/** The document the project fetched from this URL before, or from one that redirected there. */
async function ofAddress(tx: Tx, { projectId, address, sourceUrl }: Taken): Promise<DocumentHead | undefined> {
  if (address === null) return undefined;
  const places = [...new Set([address, sourceUrl ?? address])];
  const documents = tx.selectFrom('documents').select(headColumns).where('project_id', '=', projectId).where('kind', '<>', 'sitemap');
  return (
    (await documents.where('address', 'in', places).orderBy('id').limit(1).executeTakeFirst()) ??
    documents.where('source_url', 'in', places).where('address', 'is not', null).orderBy('id').limit(1).executeTakeFirst()
  );
}

function sourceOf({ kind, sourceUrl, etag, lastModified }: Taken) {
  return { kind, source_url: sourceUrl, etag, last_modified: lastModified };
}

/** Two documents may end up with the same text; only the first is found by it. */
async function freeFingerprint(tx: Tx, { id, project_id: projectId }: DocumentHead, fingerprint: string): Promise<string> {
  const other = await tx
    .selectFrom('documents')
    .select('id')
    .where('project_id', '=', projectId)
    .where('fingerprint', '=', fingerprint)
    .where('id', '<>', id)
    .executeTakeFirst();
  return other ? `${fingerprint} ${id}` : fingerprint;
}

function titleOf({ title, read, sourceUrl }: Taken): string {
  const firstWords = read.text.split(/\s+/, 8).join(' ');
  const named = title ?? read.title ?? (sourceUrl ? URL.parse(sourceUrl)?.pathname.split('/').findLast(Boolean) : undefined);
  return (named ?? firstWords).slice(0, maxTitleLength);
}
