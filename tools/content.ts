import { z } from 'zod';
import { Deleted, listOf, Paging, ProjectId } from '../schema/common.ts';
import type { Knowledge } from '../schema/knowledge.ts';
import { CreatedKnowledge, KnowledgeDetail, KnowledgeRow, NewKnowledge } from '../schema/knowledge.ts';
import { operation } from './operation.ts';

const DocumentId = z.string().describe('The document (doc_…).');

const manual: z.input<typeof Knowledge> = {
  id: 'doc_01997a3c5d2e7f10a4b8c6d2e4f60718',
  projectId: 'prj_01997a3c5d2e7f10a4b8c6d2e4f60700',
  title: 'Connection pools',
  kind: 'markdown',
  sourceUrl: 'https://docs.example.com/pools',
  language: 'en',
  wordCount: 1840,
  chunks: 14,
  status: 'ready',
  tags: ['manual'],
  createdAt: '2026-05-03T09:00:00.000Z',
  refreshedAt: '2026-05-03T09:00:00.000Z',
};

export const content = [
  operation({
    name: 'knowledge_list',
    method: 'GET',
    path: '/knowledge',
    errors: ['not_found', 'project_required'],
    title: 'List or search knowledge',
    description:
      'Lists the documents that articles stand on, newest first. With q it searches their text instead, best first, showing the matching passages. Use it to see what a new article could be written from; knowledge_get reads one.',
    input: z.strictObject({
      q: z.string().trim().min(1).max(500).optional().describe('Words to search for; the best 200 passages count.'),
      tag: z.string().trim().min(1).max(50).optional().describe('Only documents with this tag.'),
      projectId: ProjectId,
      ...Paging,
    }),
    output: listOf(KnowledgeRow),
    example: {
      input: { q: 'pool size' },
      output: { data: [{ ...manual, passages: [{ heading: 'Sizing', text: 'The **pool** grows to its **size**.' }] }], nextCursor: null },
    },
    handle: ({ knowledge }, input) => knowledge.list(input),
  }),
  operation({
    name: 'knowledge_create',
    method: 'POST',
    path: '/knowledge',
    status: 201,
    outward: true,
    errors: ['unreadable_source', 'address_refused', 'fetch_failed', 'not_found', 'project_required'],
    title: 'Add a document to the knowledge base',
    description:
      'Adds a document that articles may stand on: exactly one of text, markdown, html or url (which is fetched). Use it before writing: the document is cleaned, cut into passages and indexed at once. Add several, then call articles_create.',
    input: NewKnowledge,
    output: CreatedKnowledge,
    example: {
      input: { markdown: '# Connection pools\n\nA pool keeps connections open so that requests need not wait.', tags: ['manual'] },
      output: { ...manual, alreadyKnown: false },
    },
    handle: ({ knowledge }, input, { signal }) => knowledge.add(input, signal),
  }),
  operation({
    name: 'knowledge_get',
    method: 'GET',
    path: '/knowledge/{id}',
    title: 'Read a knowledge document',
    description:
      'Returns a document with its clean text, 20,000 characters at a time. Use it to check what was extracted after knowledge_create; pass nextOffset as offset to read on.',
    input: z.strictObject({
      id: DocumentId,
      offset: z.number().int().min(0).optional().describe('Where to start reading, in characters. Default 0.'),
    }),
    output: KnowledgeDetail,
    example: {
      input: { id: manual.id },
      output: { ...manual, text: 'A pool keeps connections open so that requests need not wait.', nextOffset: null },
    },
    handle: ({ knowledge }, { id, offset }) => knowledge.get(id, offset),
  }),
  operation({
    name: 'knowledge_delete',
    method: 'DELETE',
    path: '/knowledge/{id}',
    title: 'Delete a knowledge document',
    description:
      'Deletes a document and its passages. Use it for what is outdated or wrong; articles written from it keep their text and sources. Add the new version with knowledge_create.',
    input: z.strictObject({ id: DocumentId }),
    output: Deleted,
    example: { input: { id: manual.id }, output: { id: manual.id, deleted: true } },
    handle: ({ knowledge }, { id }) => knowledge.delete(id),
  }),
];
