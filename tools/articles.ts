import { z } from 'zod';
import { NewArticle } from '../schema/article-request.ts';
import { Article, ArticlePart, ArticleStatus, ArticleSummary } from '../schema/articles.ts';
import { listOf, Paging, ProjectId } from '../schema/common.ts';
import { PublishedArticle } from '../schema/publishing.ts';
import { operation } from './operation.ts';

const ArticleId = z.string().describe('The article (art_…).');

const queued: z.input<typeof ArticleSummary> = {
  id: 'art_01997a3c5d2e7f10a4b8c6d2e4f60718',
  projectId: 'prj_01997a3c5d2e7f10a4b8c6d2e4f60700',
  jobId: 'job_01997a3c5d2e7f10a4b8c6d2e4f60719',
  status: 'queued',
  keyword: 'connection pooling',
  articleType: 'guide',
  writer: 'extractive',
  language: 'en',
  title: null,
  slug: null,
  wordCount: null,
  score: null,
  error: null,
  publishHeld: false,
  createdAt: '2026-05-03T09:30:00.000Z',
  generatedAt: null,
};

const ready: z.input<typeof ArticleSummary> = {
  ...queued,
  status: 'ready',
  title: 'Connection Pooling: A Practical Guide',
  slug: 'connection-pooling',
  wordCount: 1012,
  score: 86,
  generatedAt: '2026-05-03T09:30:02.000Z',
};

export const articles = [
  operation({
    name: 'articles_create',
    method: 'POST',
    path: '/articles',
    status: 202,
    outward: true,
    errors: ['insufficient_sources', 'https_required', 'address_refused', 'not_found', 'project_required'],
    title: 'Write an article',
    description:
      'Starts writing one search-optimised article. Use it once the knowledge base holds documents on the subject, or name sources. Answers at once with id and jobId: wait with jobs_get (waitSeconds), then read with articles_get. article.ready goes to webhookUrl.',
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
    description:
      'Lists articles, newest first, without their bodies. Use it to find an article or to see what failed (status=failed); read one with articles_get.',
    input: z.strictObject({ status: ArticleStatus.optional().describe('Only these.'), projectId: ProjectId, ...Paging }),
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
      'Returns one article: status, body in Markdown and HTML, meta fields, FAQ, JSON-LD, the sources of every sentence, score and quality flags. Use it when jobs_get says succeeded; include names the long parts you need, such as markdown.',
    input: z.strictObject({
      id: ArticleId,
      include: z.array(ArticlePart).max(4).optional().describe('The long parts to return; the others are null. Default: all.'),
    }),
    output: Article,
    example: {
      input: { id: ready.id, include: ['markdown'] },
      output: {
        ...ready,
        metaTitle: 'Connection Pooling: A Practical Guide',
        metaDescription: 'A pool keeps connections open so that requests need not wait for a new one.',
        contentMarkdown: 'A pool keeps connections open so that requests need not wait for a new one. [1]',
        contentHtml: null,
        readingTime: 6,
        outline: [{ heading: 'What a Pool Does', level: 2, brief: 'How a pool keeps connections open.' }],
        faq: [],
        jsonLd: null,
        sources: null,
        breakdown: [{ name: 'keyword', points: 18, max: 20, detail: 'In the title, the first paragraph and a heading.' }],
        quality: [],
        webhookUrl: null,
        updatedAt: '2026-05-03T09:30:02.000Z',
      },
    },
    handle: ({ articles }, { id, include }) => articles.get(id, include),
  }),
  operation({
    name: 'articles_publish',
    method: 'POST',
    path: '/articles/{id}/publish',
    status: 202,
    location: '/articles/{id}',
    outward: true,
    errors: ['conflict', 'integration_required'],
    title: 'Publish an article',
    description:
      "Sends a ready article, as it is now, to its project's publishing webhook. Use it to send again what was sent when it became ready, or what its quality flags held back (publishHeld). Then follow deliveryId with webhook_deliveries_get; publishing_webhook_set configures the receiver.",
    input: z.strictObject({ id: ArticleId }),
    output: PublishedArticle,
    example: {
      input: { id: ready.id },
      output: {
        id: ready.id,
        status: 'ready',
        publications: [
          {
            target: 'webhook',
            url: 'https://cms.example.com/articles',
            method: 'POST',
            deliveryId: 'dlv_01997a3c5d2e7f10a4b8c6d2e4f60718',
            status: 'pending',
          },
        ],
      },
    },
    handle: ({ publishing }, { id }) => publishing.publish(id),
  }),
];
