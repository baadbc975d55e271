import { z } from 'zod';
import { ArticleChange } from '../schema/article-changes.ts';
import { ArticleBrief, NewDraft } from '../schema/drafts.ts';
import { changed } from './article-changes.ts';
import { ArticleId, ready } from './articles.ts';
import { operation } from './operation.ts';

const markdown =
  'A pool keeps connections open so that requests need not wait for a new one [1].\n\n## What a Pool Does\n\nIt hands out idle connections first [2].';

export const drafts = [
  operation({
    name: 'articles_brief',
    method: 'GET',
    path: '/articles/{id}/brief',
    errors: ['conflict'],
    title: 'Read the writing brief',
    description:
      'Returns what is needed to write an article: intent, outline, questions, terms, numbered passages to cite, links, rules, and the shape of the draft. Use it for an article in awaiting_draft (writer agent), then articles_submit_draft.',
    input: z.strictObject({ id: ArticleId }),
    output: ArticleBrief,
    example: {
      input: { id: ready.id },
      output: {
        articleId: ready.id,
        status: 'awaiting_draft',
        draftDueAt: '2026-05-10T09:30:02.000Z',
        keyword: 'connection pooling',
        title: 'Connection Pooling: A Practical Guide',
        articleType: 'guide',
        language: 'en',
        intent: { type: 'informational', confidence: 0.6, method: 'lexical' },
        audience: null,
        tone: null,
        styleGuide: null,
        instructions: null,
        angle: 'A guide that goes through how pools work, which the sources are strong on.',
        wordCount: { target: 1000, min: 850, max: 1150 },
        structure: {
          introduction: 'Say what it is.',
          introductionPassages: [1],
          body: 'One step after the other.',
          conclusion: 'What to do next.',
        },
        outline: [{ heading: 'What a Pool Does', level: 2, brief: 'How a pool keeps connections open.', passages: [1, 2] }],
        questions: [{ question: 'How large should a pool be?', passages: [2] }],
        terms: [{ term: 'connection pooling', min: 4, max: 12 }],
        competingPages: [],
        unreadPages: [],
        passages: [
          {
            number: 1,
            documentId: 'doc_01997a3c5d2e7f10a4b8c6d2e4f60717',
            title: 'Pools',
            url: 'https://docs.example.com/pools',
            heading: 'Basics',
            kind: 'prose',
            text: 'A pool keeps connections open, so that a request need not wait for a new one.',
          },
        ],
        internalLinks: [],
        doNots: ['State no fact without a citation.'],
        rivals: [],
        draftShape: { fields: { title: 'Required.' }, markdown: ['Cite right after the claim.'], example: { title: 'A Title' } },
      },
    },
    handle: ({ drafts }, { id }) => drafts.brief(id),
  }),
  operation({
    name: 'articles_submit_draft',
    method: 'POST',
    path: '/articles/{id}/draft',
    effect: 'destructive',
    outward: true,
    errors: ['conflict', 'draft_rejected'],
    title: 'Hand in a draft',
    description:
      'Checks a draft and makes the article ready. Use it after articles_brief; where accepted is false, mend by edits what claims and quality name (gate true). publications tells where it is sent: no articles_publish there.',
    input: NewDraft,
    output: ArticleChange,
    example: {
      input: { id: ready.id, title: 'Connection Pooling: A Practical Guide', markdown },
      output: {
        ...changed,
        status: 'ready',
        version: 1,
        droppedCitations: [],
        diff: null,
        publications: [],
        next: 'It stands nowhere yet: articles_publish sends it.',
      },
    },
    handle: ({ drafts }, input) => drafts.submit(input),
  }),
];
