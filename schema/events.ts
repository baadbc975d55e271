import { z } from 'zod';
import { Article, ArticleStatus } from './articles.ts';
import { Timestamp } from './common.ts';
import { DeliveryStatus } from './deliveries.ts';

const ArticleReadyData = z.object({
  articleId: z.string().describe('The article (art_…).'),
  batchId: z.string().optional().describe('The batch it belongs to; left out for an article of no batch.'),
  keyword: z.string().describe('The target keyword.'),
  title: z.string().describe('The title.'),
  wordCount: z.number().int().describe('Words in the body.'),
  url: z.string().describe('Absolute URL of the article under /api/v1/articles/.'),
});

const ArticleFailedData = z.object({
  articleId: z.string().describe('The article (art_…).'),
  batchId: z.string().optional().describe('The batch it belongs to; left out for an article of no batch.'),
  keyword: z.string().describe('The target keyword.'),
  error: z
    .object({ code: z.string().describe('Stable error code.'), message: z.string().describe('What went wrong.') })
    .describe('Why it failed.'),
  attempts: z.number().int().describe('How often generation was tried.'),
});

/** For both `batch.completed` and `batch.partial`: a receiver may rely on either alone. */
const BatchData = z.object({
  batchId: z.string().describe('The batch (bat_…).'),
  total: z.number().int().describe('Articles in the batch.'),
  succeeded: z.number().int().describe('Those that are ready.'),
  failed: z.number().int().describe('Those that failed.'),
  canceled: z.number().int().describe('Those that were canceled.'),
  articles: z
    .array(z.object({ articleId: z.string().describe('The article (art_…).'), status: ArticleStatus.describe('How it ended.') }))
    .describe("The batch's articles, in its order."),
  url: z.string().describe('Absolute URL of the batch under /api/v1/batches/.'),
});

const OptimizationCompletedData = z.object({
  optimizationId: z.string().describe('The optimization (opt_…).'),
  targetUrl: z.string().describe('The page that was optimized.'),
  keyword: z.string().describe('The target keyword.'),
  scoreBefore: z.number().describe('Score of the page as it was, 0–100, with one decimal.'),
  scoreAfter: z.number().nullable().describe('Score of the rewritten text; null where none was asked for.'),
  breakdown: Article.shape.breakdown.unwrap().describe('How scoreAfter came about, or scoreBefore where nothing was rewritten.'),
  url: z.string().describe('Absolute URL of the optimization under /api/v1/optimizations/.'),
});

/** The data of every event type, by type. */
export const eventData = {
  'article.ready': ArticleReadyData,
  'article.failed': ArticleFailedData,
  'batch.completed': BatchData,
  'batch.partial': BatchData,
  'optimization.completed': OptimizationCompletedData,
} as const;

export const eventTypes = Object.keys(eventData) as EventType[];
export const EventType = z.enum(eventTypes);

const eventMeanings: Record<EventType, string> = {
  'article.ready': 'A single article finished generating; its body can be fetched.',
  'article.failed': 'Article generation failed after retries.',
  'batch.completed': 'All items in a batch finished; some may have failed individually.',
  'batch.partial': 'The batch reached a terminal state with some items failed or canceled; batch.completed is sent as well.',
  'optimization.completed': 'Article optimization finished; score and breakdown are ready.',
};

export type EventType = keyof typeof eventData;
export type EventData<Type extends EventType> = z.infer<(typeof eventData)[Type]>;

/** The body of every event webhook (contract 2.3). */
function envelopeOf(type: EventType) {
  return z.object({
    id: z.string().describe('The event (evt_…).'),
    type: z.literal(type).describe('The event type.'),
    createdAt: Timestamp.describe('When it happened; order events by it.'),
    data: eventData[type].describe('What happened.'),
  });
}

const batch: EventData<'batch.completed'> = {
  batchId: 'bat_01997a3c5d2e7f10a4b8c6d2e4f60720',
  total: 2,
  succeeded: 1,
  failed: 1,
  canceled: 0,
  articles: [
    { articleId: 'art_01997a3c5d2e7f10a4b8c6d2e4f60718', status: 'ready' },
    { articleId: 'art_01997a3c5d2e7f10a4b8c6d2e4f60721', status: 'failed' },
  ],
  url: 'http://127.0.0.1:4141/api/v1/batches/bat_01997a3c5d2e7f10a4b8c6d2e4f60720',
};

/** Sample data for each event type, for documents and test sends. */
export const eventExamples: { [Type in EventType]: EventData<Type> } = {
  'article.ready': {
    articleId: 'art_01997a3c5d2e7f10a4b8c6d2e4f60718',
    keyword: 'connection pooling',
    title: 'Connection Pooling: A Practical Guide',
    wordCount: 1012,
    url: 'http://127.0.0.1:4141/api/v1/articles/art_01997a3c5d2e7f10a4b8c6d2e4f60718',
  },
  'article.failed': {
    articleId: 'art_01997a3c5d2e7f10a4b8c6d2e4f60718',
    keyword: 'connection pooling',
    error: { code: 'insufficient_sources', message: 'Found 1 usable passage, needed 6.' },
    attempts: 1,
  },
  'batch.completed': batch,
  'batch.partial': batch,
  'optimization.completed': {
    optimizationId: 'opt_01997a3c5d2e7f10a4b8c6d2e4f60722',
    targetUrl: 'https://www.example.com/connection-pooling',
    keyword: 'connection pooling',
    scoreBefore: 54,
    scoreAfter: 86,
    breakdown: [{ name: 'keyword in title', points: 10, max: 10, detail: 'The title holds the keyword.' }],
    url: 'http://127.0.0.1:4141/api/v1/optimizations/opt_01997a3c5d2e7f10a4b8c6d2e4f60722',
  },
};

/** Every event type: what it means, the shape of its body and an example of it. */
export const eventDescriptions = eventTypes.map((type) => ({
  type,
  description: eventMeanings[type],
  schema: envelopeOf(type),
  example: { id: 'evt_01997a3c5d2e7f10a4b8c6d2e4f60717', type, createdAt: '2026-05-03T09:30:02.000Z', data: eventExamples[type] },
}));

export const Event = z.object({
  id: z.string().describe('The event (evt_…).'),
  type: z.string().describe('Its type, such as article.ready.'),
  projectId: z.string().describe('Its project.'),
  resourceId: z.string().describe('What it is about, such as the article (art_…).'),
  createdAt: Timestamp.describe('When it happened.'),
  data: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Where include asks: what happened; event_types_list shows what each type carries.'),
  deliveries: z
    .array(
      z.object({
        id: z.string().describe('The delivery (dlv_…).'),
        status: DeliveryStatus.describe('Whether it arrived.'),
        url: z.string().describe('The receiver.'),
      }),
    )
    .describe('Where it was sent; empty where no receiver was set, and once what was sent is no longer kept.'),
});

export const EventTypeDescription = z.object({
  type: EventType.describe('The event type, also the header X-Service-Event.'),
  description: z.string().describe('When it is sent.'),
  example: z
    .object({
      id: z.string().describe('The event (evt_…).'),
      type: z.string().describe('The event type.'),
      createdAt: Timestamp.describe('When it happened; order events by it.'),
      data: z.record(z.string(), z.unknown()).describe('What happened.'),
    })
    .describe('The body that receivers get.'),
});

export type Event = z.infer<typeof Event>;
export type EventTypeDescription = z.infer<typeof EventTypeDescription>;
