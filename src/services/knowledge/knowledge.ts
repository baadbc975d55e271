import type { Page } from '../../../schema/common.ts';
import type {
  KnowledgeDetail,
  KnowledgeRow,
  LocalCreatedKnowledge,
  LocalNewKnowledge,
  RefreshingKnowledge,
} from '../../../schema/knowledge.ts';
import type { Project } from '../../../schema/projects.ts';
import type { Config } from '../../config.ts';
import type { Store } from '../../db/open.ts';
import { idsIn } from '../../db/sql.ts';
import { AppError } from '../../errors.ts';
import type { ReadDocument } from '../../documents/reading.ts';
import type { Caller } from '../../operation.ts';
import type { Polite } from '../../crawl/polite.ts';
import type { MarkdownPage } from '../../markdown/page.ts';
import type { System } from '../../system.ts';
import type { Jobs, Projects } from '../account/index.ts';
import { decodeCursor, defaultLimit, pageOf } from '../common/paging.ts';
import { inSlices } from '../common/slices.ts';
import { addSitemap, askToRead } from './asking.ts';
import { addFiles } from './add-files.ts';
import { fetchPage } from './fetch.ts';
import type { Keeping } from './keep.ts';
import { removeDocument } from './passages.ts';
import type { Wanted } from './rank.ts';
import type { Reading } from './reading.ts';
import { headOf, listDocuments, noDocument, toKnowledge } from './rows.ts';
import { retrieveAround, searchDocuments, type FoundPassage, type SearchPage } from './search.ts';
import { sharedNames, type SharedNames } from './shared-names.ts';
import { subjectsOf, type DocumentSubject } from './subjects.ts';
import { beginningOf, outlineOf, type Outline } from './outline.ts';
import { questionsOf } from './questions.ts';
import { unreadPages } from './sitemap-pages.ts';
import { sourceField, sourceOf } from './source.ts';

export interface KnowledgeBase {
  /**
   * Adds a document. If the project has its address already, that document is updated; if it has the text, that document is returned.
   * Throws `invalid_input` unless exactly one source is given, `unreadable_source`, `address_refused`, `fetch_failed`, `payload_too_large`.
   */
  add(input: LocalNewKnowledge, caller?: Pick<Caller, 'keyId' | 'signal' | 'files'>): Promise<LocalCreatedKnowledge>;
  list(input: ListInput): Promise<Page<KnowledgeRow> | SearchPage>;
  get(id: string, offset?: number): Promise<KnowledgeDetail>;
  /** Deleting a sitemap deletes its pages. */
  delete(id: string): Promise<{ id: string; deleted: true }>;
  /** Queues another fetch of a document. Throws `not_found`, and `conflict` if it was handed in rather than fetched. */
  refresh(id: string): Promise<RefreshingKnowledge>;
  /** The best passages, and their surroundings in the best documents, for a writer to choose from. */
  retrieve(wanted: Wanted): Promise<FoundPassage[]>;
  /** Which words of a query are names that the documents share, or that one in which passages were found is about. */
  sharedNames(wanted: Omit<Wanted, 'limit'>, found: readonly FoundPassage[]): Promise<SharedNames>;
  /** What the documents, and the sections of long ones, are about: those that articles could be written from. */
  subjects(project: Pick<Project, 'id' | 'language'>): Promise<DocumentSubject[]>;
  /** Titles and headings of the documents that are questions, and questions set off in their text. */
  questions(project: Pick<Project, 'id' | 'language'>): Promise<DocumentSubject[]>;
  /** What the documents tell in some length, by their headings. */
  outline(project: Pick<Project, 'id'>): Promise<Outline[]>;
  /** How a section of the outline begins; undefined where it has no prose, or is gone. */
  beginning(documentId: string, section: Outline['sections'][number]): Promise<string | undefined>;
  /** Reads a page without storing it. Throws as `add` for a URL. */
  readPage(url: string, signal?: AbortSignal): Promise<{ url: string; read: ReadDocument }>;
  /**
   * The same with all of its markup. `way`: how it is asked for where nobody named it; default: as what was named, which is read alone.
   * `language`: the one that is expected.
   */
  readAsMarkdown(
    url: string,
    how: { signal?: AbortSignal; way?: Pick<Polite, 'fetch'>; language?: string },
  ): Promise<{ url: string; page: MarkdownPage }>;
  /** Which of these ids the project does not have. */
  missing(projectId: string, ids: readonly string[]): Promise<string[]>;
}

interface ListInput {
  q?: string;
  tag?: string;
  parentId?: string;
  projectId?: string;
  limit?: number;
  cursor?: string;
}

interface Needs {
  store: Store;
  system: System;
  config: Pick<Config, 'home'>;
  projects: Projects;
  jobs: Jobs;
  reading: Reading;
  keeping: Keeping;
}

const readAtOnce = 20_000;

export function createKnowledge({ store, system, config, projects, jobs, reading, keeping }: Needs): KnowledgeBase {
  /** Cancels the reading of a deleted document. */
  async function stop(jobId: string): Promise<void> {
    await jobs.cancel(jobId).catch((error: unknown) => {
      if (!(error instanceof AppError && (error.code === 'conflict' || error.code === 'not_found'))) throw error;
    });
  }

  /** A sitemap stands for its pages. */
  async function withPages(ids: readonly string[]): Promise<string[]> {
    const pages = await store.db.selectFrom('documents').select('id').where('parent_id', 'in', idsIn(ids)).execute();
    return [...ids, ...pages.map(({ id }) => id)];
  }

  return {
    async add(input, { keyId, signal, files: roots = [] } = {}) {
      const project = await projects.resolve(input.projectId);
      const field = sourceField(input);
      if (field === 'sitemapUrl') return store.write((tx) => addSitemap(tx, { system, jobs }, project.id, input));
      if (field === 'path') return addFiles({ roots, home: config.home }, input, (file) => this.add(file, { keyId, signal }));
      const { document, ...source } = await sourceOf(system, input, field, signal);
      const read = await reading.read({ ...document, language: project.language }, keyId ?? project.id, signal);
      const { title, tags } = input;
      const taken = { ...source, projectId: project.id, kind: document.kind, read, title, tags, parentId: null };
      const alike = await keeping.findAlike(taken, signal);
      return store.write(async (tx) => {
        const { document: row, outcome, similarity } = await keeping.keep(tx, taken, alike);
        return { ...toKnowledge(row), alreadyKnown: outcome !== 'added', updated: outcome === 'updated', similarity, jobId: null };
      });
    },

    async list(input) {
      const { q, parentId, limit = defaultLimit, cursor } = input;
      const project = await projects.resolve(input.projectId);
      if (parentId !== undefined && (await headOf(store.db, parentId)).project_id !== project.id) throw noDocument(parentId);
      if (q !== undefined) {
        const documentIds = parentId === undefined ? undefined : await withPages([parentId]);
        return searchDocuments(store, system, q, project, { ...input, documentIds });
      }
      const before = decodeCursor(cursor, /^doc_\w+$/);
      const { tag } = input;
      return pageOf(await listDocuments(store.db, { projectId: project.id, parentId, tag, before }, limit + 1), limit, toKnowledge);
    },

    async get(id, offset = 0) {
      const row = await store.db.selectFrom('documents').selectAll().where('id', '=', id).executeTakeFirst();
      if (!row) throw noDocument(id);
      if (row.kind === 'sitemap') return { ...toKnowledge(row), text: '', ...(await unreadPages(store.db, id, offset)) };
      const end = offset + readAtOnce;
      return { ...toKnowledge(row), text: row.text.slice(offset, end), nextOffset: end < row.text.length ? end : null };
    },

    async delete(id) {
      const { job_id: jobId } = await headOf(store.db, id);
      if (jobId !== null) await stop(jobId);
      await inSlices({ store, system }, async (tx) => {
        const page = await tx.selectFrom('documents').select('id').where('parent_id', '=', id).limit(1).executeTakeFirst();
        await removeDocument(tx, system, page?.id ?? id);
        return page ? undefined : true;
      });
      return { id, deleted: true };
    },

    refresh: (id) =>
      store.write(async (tx) => {
        const document = await headOf(tx, id);
        if (document.address === null) throw notFetched(id);
        const asked = await askToRead(tx, jobs, document);
        return { ...toKnowledge(asked), jobId: asked.job_id };
      }),

    async retrieve(wanted) {
      const documentIds = wanted.documentIds && (await withPages(wanted.documentIds));
      return retrieveAround(store, system, { ...wanted, documentIds });
    },

    async sharedNames(wanted, found) {
      const documentIds = wanted.documentIds && (await withPages(wanted.documentIds));
      return sharedNames(store.db, system, { ...wanted, documentIds }, found);
    },

    subjects: (project) => subjectsOf(store.db, system, project),
    questions: (project) => questionsOf(store.db, system, project),
    outline: ({ id }) => outlineOf(store.db, system, id),
    beginning: (documentId, section) => beginningOf(store.db, documentId, section),

    async readPage(given, signal) {
      const page = await fetchPage(system, given, signal);
      return { url: page.url, read: await reading.read(page, new URL(page.url).origin, signal) };
    },

    async readAsMarkdown(given, { signal = system.closing, way, language }) {
      const page = await fetchPage(system, given, signal, way);
      return { url: page.url, page: await reading.readAsMarkdown({ ...page, language }, page.url, signal) };
    },

    async missing(projectId, ids) {
      const held = store.db.selectFrom('documents').select('id').where('project_id', '=', projectId).where('id', 'in', idsIn(ids));
      const rows = await held.execute();
      const known = new Set(rows.map((row) => row.id));
      return ids.filter((id) => !known.has(id));
    },
  };
}

function notFetched(id: string): AppError {
  return new AppError('conflict', `${id} was not fetched from an address: there is nowhere to look for a newer text.`, {
    hint: 'Add the new text with knowledge_create, and delete this document.',
  });
}
