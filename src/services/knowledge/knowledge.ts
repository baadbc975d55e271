import type { Page } from '../../../schema/common.ts';
import type { CreatedKnowledge, KnowledgeDetail, KnowledgeRow, NewKnowledge } from '../../../schema/knowledge.ts';
import type { Store, Tx } from '../../db/open.ts';
import type { DocumentRow } from '../../db/tables.ts';
import { AppError } from '../../errors.ts';
import type { System } from '../../system.ts';
import type { DocumentKind, DocumentSource, ReadDocument } from '../../text/documents.ts';
import { decodeCursor, defaultLimit, pageOf } from '../paging.ts';
import type { Projects } from '../projects.ts';
import { fetchPage } from './fetch.ts';
import { retrieveAround, type FoundPassage, type Wanted } from './retrieve.ts';
import { documentsOf, toKnowledge } from './rows.ts';
import { searchDocuments } from './search.ts';

export interface KnowledgeBase {
  /** Throws `invalid_input` unless exactly one source is given, `unreadable_source`, `address_refused`, `fetch_failed`. */
  add(input: NewKnowledge, signal?: AbortSignal): Promise<CreatedKnowledge>;
  list(input: ListInput): Promise<Page<KnowledgeRow>>;
  get(id: string, offset?: number): Promise<KnowledgeDetail>;
  delete(id: string): Promise<{ id: string; deleted: true }>;
  /** The passages that answer best, and what stands around them in the best documents: what a writer chooses from. */
  retrieve(wanted: Wanted): Promise<FoundPassage[]>;
  /** Which of these ids a project does not hold. */
  missing(projectId: string, ids: readonly string[]): Promise<string[]>;
}

interface ListInput {
  q?: string;
  tag?: string;
  projectId?: string;
  limit?: number;
  cursor?: string;
}

const readAtOnce = 20_000;
const longestReadingMs = 20_000;
/** Passages written between two turns of the event loop. */
const passagesPerTurn = 100;

interface Source {
  kind: DocumentKind;
  content: string;
  url: string | null;
}

export function createKnowledge(store: Store, system: System, projects: Projects): KnowledgeBase {
  async function sourceOf(input: NewKnowledge, signal?: AbortSignal): Promise<Source> {
    const given = (['text', 'markdown', 'html', 'url'] as const).filter((field) => input[field] !== undefined);
    if (given.length !== 1) {
      const detail = `Give exactly one of text, markdown, html, url; ${given.length === 0 ? 'none was given' : `${given.join(' and ')} were given`}.`;
      throw new AppError('invalid_input', detail, { errors: [{ pointer: `/${given[1] ?? 'text'}`, detail, code: 'exactly_one' }] });
    }
    const field = given[0]!;
    if (field === 'url') return fetchPage(system, input.url!, signal);
    return { kind: field, content: input[field]!, url: input.sourceUrl ?? null };
  }

  /** A document made to be slow must not hold a thread for ever. */
  async function readInTime(source: DocumentSource): Promise<ReadDocument> {
    const limit = new AbortController();
    const cancel = system.after(longestReadingMs, () => limit.abort());
    try {
      const { readDocument } = await import('../../text/documents.ts');
      return await readDocument(source, limit.signal);
    } catch (error) {
      if (!limit.signal.aborted) throw error;
      throw new AppError('unreadable_source', `The document could not be read within ${longestReadingMs / 1000} s.`, {
        cause: error,
        hint: 'Give the part that matters, as text or Markdown.',
      });
    } finally {
      cancel();
    }
  }

  async function insert(tx: Tx, row: DocumentRow, passages: ReadDocument['passages']): Promise<void> {
    await tx.insertInto('documents').values(row).execute();
    for (const [position, { heading, text, wordCount }] of passages.entries()) {
      await tx
        .insertInto('passages')
        .values({ document_id: row.id, position, title: row.title, heading, text, word_count: wordCount })
        .execute();
      // SQLite answers at once: without a turn in between, a long document would let nothing else happen.
      if (position % passagesPerTurn === passagesPerTurn - 1) await system.pause(0);
    }
  }

  return {
    async add(input, signal) {
      const project = await projects.resolve(input.projectId);
      const source = await sourceOf(input, signal);
      const read = await readInTime({ kind: source.kind, content: source.content, title: input.title, url: source.url ?? undefined });
      if (read.passages.length === 0) {
        throw new AppError('unreadable_source', 'No prose was found in the document: nothing an article could stand on.', {
          hint: 'Give sentences; code, tables, menus and bare lists are left out.',
        });
      }
      const now = system.now();
      const row: DocumentRow = {
        id: system.id('doc'),
        project_id: project.id,
        kind: source.kind,
        title: input.title ?? read.title ?? titleFrom(read, source.url),
        source_url: source.url,
        language: read.language,
        word_count: read.wordCount,
        chunks: read.passages.length,
        tags: JSON.stringify(input.tags ?? []),
        text: read.text,
        fingerprint: read.fingerprint,
        created_at: now,
        refreshed_at: now,
      };
      return store.write(async (tx) => {
        const known = await tx
          .selectFrom('documents')
          .selectAll()
          .where('project_id', '=', project.id)
          .where('fingerprint', '=', row.fingerprint)
          .executeTakeFirst();
        if (known) return { ...toKnowledge(known), alreadyKnown: true };
        await insert(tx, row, read.passages);
        return { ...toKnowledge(row), alreadyKnown: false };
      });
    },

    async list(input) {
      const { q, tag, limit = defaultLimit, cursor } = input;
      const project = await projects.resolve(input.projectId);
      if (q !== undefined) return searchDocuments(store.db, q, project, input);
      const before = decodeCursor(cursor, /^doc_\w+$/);
      let query = documentsOf(store.db, project.id, tag)
        .selectAll()
        .orderBy('id', 'desc')
        .limit(limit + 1);
      if (before) query = query.where('id', '<', before);
      return pageOf(await query.execute(), limit, toKnowledge);
    },

    async get(id, offset = 0) {
      const row = await store.db.selectFrom('documents').selectAll().where('id', '=', id).executeTakeFirst();
      if (!row) throw noDocument(id);
      const end = offset + readAtOnce;
      return { ...toKnowledge(row), text: row.text.slice(offset, end), nextOffset: end < row.text.length ? end : null };
    },

    async delete(id) {
      await store.write(async (tx) => {
        const { numDeletedRows } = await tx.deleteFrom('documents').where('id', '=', id).executeTakeFirst();
        if (numDeletedRows === 0n) throw noDocument(id);
      });
      return { id, deleted: true };
    },

    retrieve: (wanted) => retrieveAround(store.db, wanted),

    async missing(projectId, ids) {
      if (ids.length === 0) return [];
      const rows = await store.db.selectFrom('documents').select('id').where('project_id', '=', projectId).where('id', 'in', ids).execute();
      const held = new Set(rows.map((row) => row.id));
      return ids.filter((id) => !held.has(id));
    },
  };
}

function titleFrom(read: ReadDocument, url: string | null): string {
  const firstWords = read.text.split(/\s+/).slice(0, 8).join(' ');
  return url ? (URL.parse(url)?.pathname.split('/').findLast(Boolean) ?? firstWords) : firstWords;
}

function noDocument(id: string): AppError {
  return new AppError('not_found', `There is no knowledge document ${id}.`, { hint: 'See knowledge_list.' });
}
