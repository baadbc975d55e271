import { z } from 'zod';
import { Timestamp } from './common.ts';

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

/** The data of every event type that exists, by type. */
export const eventData = {
  'article.ready': ArticleReadyData,
  'article.failed': ArticleFailedData,
} as const;

const eventMeanings: Record<EventType, string> = {
  'article.ready': 'A single article finished generating; its body can be fetched.',
  'article.failed': 'Article generation failed after retries.',
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

const eventExamples: { [Type in EventType]: EventData<Type> } = {
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
};

/** Every event for the OpenAPI document: what it means, the shape of its body and an example of it. */
export const eventDescriptions = (Object.keys(eventData) as EventType[]).map((type) => ({
  type,
  description: eventMeanings[type],
  schema: envelopeOf(type),
  example: { id: 'evt_01997a3c5d2e7f10a4b8c6d2e4f60717', type, createdAt: '2026-05-03T09:30:02.000Z', data: eventExamples[type] },
}));
