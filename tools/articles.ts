import { z } from 'zod';
import { NewArticle } from '../schema/article-request.ts';
import { Article, ArticlePart, ArticleStatus, ArticleSummary } from '../schema/articles.ts';
import { ArticleClaim } from '../schema/claims.ts';
import { idOf, listOf, Paging, ProjectId } from '../schema/common.ts';
import { Period } from '../schema/period.ts';
import { operation } from './operation.ts';

export const ArticleId = idOf('art').describe('The article (art_…).');

export const queued: z.input<typeof ArticleSummary> = {
  id: 'art_01997a3c5d2e7f10a4b8c6d2e4f60718',
  projectId: 'prj_01997a3c5d2e7f10a4b8c6d2e4f60700',
  jobId: 'job_01997a3c5d2e7f10a4b8c6d2e4f60719',
  status: 'queued',
  keyword: 'connection pooling',
  articleType: 'guide',
  writer: 'extractive',
  topicId: null,
  batchId: null,
  language: 'en',
  title: null,
  slug: null,
  version: 0,
  wordCount: null,
  score: null,
  grounding: null,
  error: null,
  gates: [],
  publishHeld: false,
  publishedAt: null,
  createdAt: '2026-05-03T09:30:00.000Z',
  generatedAt: null,
};

export const ready: z.input<typeof ArticleSummary> = {
  ...queued,
  status: 'ready',
  title: 'Connection Pooling: A Practical Guide',
  slug: 'connection-pooling',
  version: 1,
  wordCount: 1012,
  score: 86,
  grounding: 98,
  generatedAt: '2026-05-03T09:30:02.000Z',
};

export const whole: z.input<typeof Article> = {
  ...ready,
  verdicts: { supported: 40, contradicted: 0, unsupported: 1, unchecked: 0 },
  metaTitle: 'Connection Pooling: A Practical Guide',
  metaDescription: 'A pool keeps connections open so that requests need not wait for a new one.',
  contentMarkdown: 'A pool keeps connections open so that requests need not wait for a new one. [1]',
  contentHtml: null,
  readingTime: 6,
  outline: null,
  faq: [],
  jsonLd: null,
  sources: null,
  breakdown: null,
  quality: [],
  stages: null,
  usage: null,
  featuredImage: {
    url: 'http://127.0.0.1:4141/media/Zk3vQ0mJ8xW1nB5tR7yU2aS4dF6gH9jL.png',
    alt: 'The title “Connection Pooling: A Practical Guide” on a coloured ground',
  },
  publications: [
    {
      target: 'wordpress',
      status: 'published',
      remoteId: '117',
      url: 'https://www.example.com/connection-pooling/',
      version: 1,
      jobId: 'job_01997a3c5d2e7f10a4b8c6d2e4f60723',
      deliveryId: null,
      error: null,
      publishedAt: '2026-05-03T09:31:00.000Z',
      current: true,
    },
  ],
  draftDueAt: null,
  webhookUrl: null,
  updatedAt: '2026-05-03T09:30:02.000Z',
};

const contradicted: z.input<typeof ArticleClaim> = {
  id: 'c1k8f3zq',
  sentence: 'A pool closes each connection after a request.',
  section: 'What a Pool Does',
  citations: [1],
  verdict: 'contradicted',
  gate: true,
  reason: '[1] says the opposite: “closes” is not “keeps … open”.',
  words: [{ claim: 'closes', source: 'keeps … open' }],
  nearest: { number: 1, sentence: 'A pool keeps connections open, so that a request need not wait for a new one.' },
  judgedBy: null,
};

export const articles = [
  operation({
    name: 'articles_create',
    method: 'POST',
    path: '/articles',
    status: 202,
    outward: true,
    errors: ['insufficient_sources', 'integration_required', 'https_required', 'address_refused', 'not_found', 'project_required'],
    title: 'Write an article',
    description:
      'Starts an article. Use it once knowledge holds the subject, or name sources. Several: articles_create_batch. Then jobs_get; with writer agent articles_brief.',
    input: NewArticle,
    output: ArticleSummary,
    example: {
      input: { keyword: 'connection pooling', targetWordCount: 1000, webhookUrl: 'https://hooks.example.com/copydesk' },
      output: queued,
    },
    handle: ({ articles }, input) => articles.create(input),
  }),
  operation({
    name: 'articles_list',
    method: 'GET',
    path: '/articles',
    errors: ['not_found', 'project_required'],
    title: 'List articles',
    description: 'Lists articles, newest first, without bodies. Use it to find one, or what failed; articles_get reads it.',
    input: z.strictObject({
      q: z.string().trim().min(1).max(200).optional().describe('All these words in title, keyword or body.'),
      status: ArticleStatus.optional().describe('published: at any target, webhook included.'),
      slug: z.string().max(100).optional().describe('Of the URL.'),
      batchId: idOf('bat').optional().describe('Of this batch (bat_…).'),
      topicId: idOf('top').optional().describe('Of this topic.'),
      since: Period.since,
      quality: z.string().max(100).optional().describe('gated: with open gates. Or a flag, such as too_thin.'),
      projectId: ProjectId,
      ...Paging,
    }),
    output: listOf(ArticleSummary),
    example: { input: { status: 'ready' }, output: { data: [ready], nextCursor: null } },
    handle: ({ articles }, input) => articles.list(input),
  }),
  operation({
    name: 'articles_get',
    method: 'GET',
    path: '/articles/{id}',
    title: 'Read an article',
    description:
      'Returns an article: status, Markdown, meta fields, FAQ, score, grounding, quality flags, and which version stands where. Use it when jobs_get says succeeded, or to see that a publication is current.',
    input: z.strictObject({
      id: ArticleId,
      include: z.array(ArticlePart).max(7).optional().describe('Long parts; others are null. Default: markdown.'),
    }),
    output: Article,
    example: {
      input: { id: ready.id },
      output: whole,
    },
    versioned: true,
    handle: ({ articles }, { id, include }) => articles.get(id, include),
  }),
  operation({
    name: 'articles_claims',
    method: 'GET',
    path: '/articles/{id}/claims',
    title: "List an article's claims",
    description:
      'Lists the claims of an article, in awaiting_draft of its last draft, gates first. Use it for what articles_submit_draft left out (nextClaims).',
    input: z.strictObject({ id: ArticleId, ...Paging }),
    output: listOf(ArticleClaim),
    example: { input: { id: ready.id }, output: { data: [contradicted], nextCursor: null } },
    handle: ({ articles }, input) => articles.claims(input),
  }),
];
