import { sql } from 'kysely';
import type { Page } from '../../../schema/common.ts';
import type { CreatedKnowledge, Knowledge, KnowledgeDetail, KnowledgeRow, NewKnowledge } from '../../../schema/knowledge.ts';
import type { Project } from '../../../schema/projects.ts';
import type { Store, Tx } from '../../db/open.ts';
import type { DocumentRow } from '../../db/tables.ts';
import { AppError } from '../../errors.ts';
import type { System } from '../../system.ts';
import type { DocumentKind, DocumentSource, ReadDocument } from '../../text/documents.ts';
import { decodeCursor, defaultLimit, encodeCursor, pageOf } from '../paging.ts';
import type { Projects } from '../projects.ts';
import { isoTime, parsed } from '../wire.ts';
import { fetchPage } from './fetch.ts';
import { passagesOf, retrievePassages, type FoundPassage, type Wanted } from './retrieve.ts';

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
/** How many passages a search looks at to find its documents, and how many it shows of each. */
const searchedPassages = 200;
/** Of so many documents that answer a writer's query best, the passages around are taken along. */
const bestDocuments = 10;
/** So much of what a writer chooses from is theirs, even where there are matches enough. */
const shareAround = 0.25;
/** Passages written between two turns of the event loop. */
const passagesPerTurn = 100;
const shownPassages = 3;

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

  function tagged(projectId: string, tag: string | undefined) {
    const query = store.db.selectFrom('documents').where('project_id', '=', projectId);
    return tag === undefined ? query : query.where(sql<boolean>`exists (select 1 from json_each(documents.tags) where value = ${tag})`);
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

  async function search(q: string, project: Project, { tag, limit = defaultLimit, cursor }: ListInput): Promise<Page<KnowledgeRow>> {
    const from = Number(decodeCursor(cursor, /^\d{1,4}$/) ?? 0);
    const documentIds = tag === undefined ? undefined : (await tagged(project.id, tag).select('id').execute()).map((row) => row.id);
    const wanted = { query: q, language: project.language, projectId: project.id, documentIds, limit: searchedPassages, highlight: true };
    const found = await retrievePassages(store.db, wanted);
    const byDocument = Map.groupBy(found, (passage) => passage.documentId);
    const ids = [...byDocument.keys()].slice(from, from + limit);
    const rows = ids.length === 0 ? [] : await store.db.selectFrom('documents').selectAll().where('id', 'in', ids).execute();
    const data = ids.flatMap((id) => {
      const row = rows.find((one) => one.id === id);
      const passages = byDocument
        .get(id)!
        .slice(0, shownPassages)
        .map(({ heading, text }) => ({ heading, text }));
      return row ? [{ ...toKnowledge(row), passages }] : [];
    });
    return { data, nextCursor: byDocument.size > from + limit ? encodeCursor(String(from + limit)) : null };
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
      if (q !== undefined) return search(q, project, input);
      const before = decodeCursor(cursor, /^doc_\w+$/);
      let query = tagged(project.id, tag)
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

    async retrieve(wanted) {
      const found = await retrievePassages(store.db, wanted);
      const best = [...new Set(found.map((passage) => passage.documentId))].slice(0, bestDocuments);
      const known = new Set(found.map((passage) => passage.rowid));
      const around = (await passagesOf(store.db, best, wanted.limit)).filter((passage) => !known.has(passage.rowid));
      const kept = around.slice(0, Math.max(wanted.limit - found.length, wanted.limit * shareAround));
      return [...found.slice(0, wanted.limit - kept.length), ...kept];
    },

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

function toKnowledge(row: DocumentRow): Knowledge {
  return {
    id: row.id,
    projectId: row.project_id,
    title: row.title,
    kind: row.kind as Knowledge['kind'],
    sourceUrl: row.source_url,
    language: row.language,
    wordCount: row.word_count,
    chunks: row.chunks,
    status: 'ready',
    tags: parsed(row.tags),
    createdAt: isoTime(row.created_at),
    refreshedAt: isoTime(row.refreshed_at),
  };
}
