import { z } from 'zod';
import { Deleted, idOf, Paging, ProjectId } from '../schema/common.ts';
import type { Knowledge } from '../schema/knowledge.ts';
import {
  CreatedKnowledge,
  KnowledgeDetail,
  KnowledgePage,
  LocalCreatedKnowledge,
  LocalNewKnowledge,
  NewKnowledge,
  RefreshingKnowledge,
} from '../schema/knowledge.ts';
import { operation } from './operation.ts';

const DocumentId = idOf('doc').describe('The document (doc_…).');

const manual: z.input<typeof Knowledge> = {
  id: 'doc_01997a3c5d2e7f10a4b8c6d2e4f60718',
  projectId: 'prj_01997a3c5d2e7f10a4b8c6d2e4f60700',
  title: 'Connection pools',
  kind: 'markdown',
  sourceUrl: 'https://docs.example.com/pools',
  parentId: null,
  language: 'en',
  wordCount: 1840,
  chunks: 14,
  status: 'ready',
  tags: ['manual'],
  createdAt: '2026-05-03T09:00:00.000Z',
  refreshedAt: '2026-05-03T09:00:00.000Z',
  checkedAt: '2026-05-03T09:00:00.000Z',
  lastError: null,
  unreadPageCount: 0,
};

export const content = [
  operation({
    name: 'knowledge_list',
    method: 'GET',
    path: '/knowledge',
    errors: ['not_found', 'project_required'],
    title: 'List or search knowledge',
    description:
      'Lists the documents that articles stand on, newest first; with q it searches their text, best first, and shows what matches. Use it to see what an article could be written from; knowledge_get reads one.',
    input: z.strictObject({
      q: z.string().trim().min(1).max(500).optional().meta({
        description: 'Words to search for, in any form; the documents of the best 500 passages are found.',
        inTool: 'Words to search for, in any form.',
      }),
      tag: z.string().trim().min(1).max(100).optional().describe('With this tag.'),
      parentId: idOf('doc').optional().describe('Only the pages of this sitemap (doc_…).'),
      projectId: ProjectId,
      ...Paging,
    }),
    output: KnowledgePage,
    example: {
      input: { q: 'the pool size' },
      output: {
        data: [{ ...manual, passages: [{ kind: 'prose', heading: 'Sizing', text: 'The **pool** grows to its **size**.' }] }],
        nextCursor: null,
        ignoredWords: ['the'],
      },
    },
    handle: ({ knowledge }, input) => knowledge.list(input),
  }),
  operation({
    name: 'knowledge_create',
    method: 'POST',
    path: '/knowledge',
    status: 201,
    // Fits a 6 MB file as base64; the command line reads larger ones.
    maxBodyBytes: 8 * 1024 * 1024,
    outward: true,
    errors: ['unreadable_source', 'address_refused', 'fetch_failed', 'payload_too_large', 'not_found', 'project_required'],
    title: 'Add a document to the knowledge base',
    description:
      'Adds a document that articles may stand on, from one of text, markdown, html, url, sitemapUrl, base64. Use it before articles_create. A known url is read again; known text is not kept twice.',
    input: NewKnowledge,
    output: CreatedKnowledge,
    local: { input: LocalNewKnowledge, output: LocalCreatedKnowledge },
    example: {
      input: { markdown: '# Connection pools\n\nA pool keeps connections open so that requests need not wait.', tags: ['manual'] },
      output: { ...manual, alreadyKnown: false, updated: false, similarity: null, jobId: null },
    },
    handle: ({ knowledge }, input, caller) => knowledge.add(input, caller),
  }),
  operation({
    name: 'knowledge_get',
    method: 'GET',
    path: '/knowledge/{id}',
    title: 'Read a knowledge document',
    description:
      "Returns a document's clean text, 20,000 characters at a time; of a sitemap, the pages that could not be read and why. Use it to check what knowledge_create extracted.",
    input: z.strictObject({
      id: DocumentId,
      offset: z.number().int().min(0).optional().meta({
        description: 'Where to start reading, in characters, or in unread pages: the nextOffset of the answer before. Default 0.',
        inTool: 'Read on at its nextOffset.',
      }),
    }),
    output: KnowledgeDetail,
    example: {
      input: { id: manual.id },
      output: { ...manual, text: 'A pool keeps connections open so that requests need not wait.', nextOffset: null },
    },
    handle: ({ knowledge }, { id, offset }) => knowledge.get(id, offset),
  }),
  operation({
    name: 'knowledge_refresh',
    method: 'POST',
    path: '/knowledge/{id}/refresh',
    status: 202,
    outward: true,
    errors: ['not_found', 'conflict'],
    title: 'Read a knowledge document again',
    description:
      'Fetches a document, or the pages of a sitemap, again. Use it for what may be outdated; jobs_get tells what changed. What cannot be fetched keeps its text (lastError says why).',
    input: z.strictObject({ id: DocumentId }),
    output: RefreshingKnowledge,
    example: { input: { id: manual.id }, output: { ...manual, jobId: 'job_01997a3c5d2e7f10a4b8c6d2e4f60719' } },
    handle: ({ knowledge }, { id }) => knowledge.refresh(id),
  }),
  operation({
    name: 'knowledge_delete',
    method: 'DELETE',
    path: '/knowledge/{id}',
    title: 'Delete a knowledge document',
    description:
      'Deletes a document, or a sitemap with all its pages. Use it for what is wrong; articles written from it keep their text and sources. knowledge_refresh renews what is outdated.',
    input: z.strictObject({ id: DocumentId }),
    output: Deleted,
    example: { input: { id: manual.id }, output: { id: manual.id, deleted: true } },
    handle: ({ knowledge }, { id }) => knowledge.delete(id),
  }),
];
