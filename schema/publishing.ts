import { z } from 'zod';
import { Gates } from './article-changes.ts';
import { ArticleStatus } from './articles.ts';
import { ProjectId, Timestamp } from './common.ts';
import { DeliveryStatus } from './deliveries.ts';

const PublishingMethod = z.enum(['POST', 'PUT']);

const HoldOnQualityGate = z.boolean().describe('Hold back what a quality gate objects to, until articles_publish. Default false.');

/** Input to configure a project's publishing webhook. */
export const NewPublishingWebhook = z.strictObject({
  url: z.string().describe('Receiver of every finished article.'),
  method: PublishingMethod.optional().describe('Default POST.'),
  holdOnQualityGate: HoldOnQualityGate.optional(),
  projectId: ProjectId,
});

export const PublishingWebhook = z.object({
  id: z.string().describe('The endpoint (pub_…); a new URL makes a new one.'),
  projectId: z.string().describe('The project whose finished articles it receives.'),
  url: z.string().describe('The receiver.'),
  method: PublishingMethod.describe('How an article is sent.'),
  secretToken: z.string().describe('Sent as X-Webhook-Secret (pwt_…). Receivers compare it in constant time before they trust the body.'),
  holdOnQualityGate: z.boolean().describe('True where articles that a quality gate objects to wait for articles_publish.'),
  createdAt: Timestamp.describe('When this URL was configured.'),
  updatedAt: Timestamp.describe('When it was last changed, or its token rotated.'),
});

export const DeletedPublishingWebhook = z.object({
  id: z.string().describe('The endpoint that was deleted.'),
  deleted: z.literal(true).describe('Always true.'),
  canceledDeliveries: z.number().int().describe('Sends that still waited and were ended. One under way is the last, and is recorded.'),
});

export const PublishTarget = z.enum(['webhook', 'wordpress', 'ghost']);

const Publication = z.object({
  target: z.string().describe('webhook, wordpress or ghost.'),
  status: DeliveryStatus.describe('pending until it has arrived.'),
  url: z.string().nullable().describe('The receiver; of WordPress and Ghost where the article stands, null before the first time.'),
  method: PublishingMethod.nullable().describe('How the webhook is sent.'),
  deliveryId: z.string().nullable().describe('Of the webhook; follow it with webhook_deliveries_get.'),
  jobId: z.string().nullable().describe('Of WordPress and Ghost; follow it with jobs_get.'),
  version: z.number().int().describe('The version of the article that is sent.'),
});

export const PublishedArticle = z.object({
  id: z.string().describe('The article (art_…).'),
  status: ArticleStatus.describe("The article's own status."),
  version: z.number().int().describe('The version that is sent.'),
  gates: Gates,
  publications: z.array(Publication).describe('One for each target it is sent to.'),
});

/** The body of the publishing webhook (contract 2.4): one article, for any CMS. The only shape in snake_case. */
export const ArticlePayload = z.object({
  id: z.string().describe('The article (art_…), the same whenever it is published again.'),
  title: z.string().describe('The title; the content does not repeat it.'),
  meta_title: z.string().describe('At most 60 characters.'),
  slug: z.string().describe('URL slug, unique within the project.'),
  meta_description: z.string().describe('At most 160 characters.'),
  content_markdown: z.string().describe('The body in Markdown.'),
  content_html: z.string().describe('The same as sanitised HTML.'),
  keyword: z.string().describe('The target keyword.'),
  article_type: z.string().describe('The kind of article, such as guide or how-to.'),
  word_count: z.number().int().describe('Words in the body.'),
  reading_time: z.number().int().describe('Whole minutes at 200 words a minute, at least 1.'),
  featured_image: z
    .object({ url: z.string().describe('Its address.'), alt: z.string().describe('What it shows.') })
    .describe('Both texts are empty for an article without an image.'),
  faq: z
    .array(z.object({ question: z.string().describe('The question.'), answer: z.string().describe('The answer.') }))
    .describe('Questions and answers; empty where the sources hold none.'),
  json_ld: z.record(z.string(), z.unknown()).describe('schema.org JSON-LD for the page, with an @type.'),
  created_at: Timestamp.describe('When the article was asked for.'),
  generated_at: Timestamp.describe('When it became ready.'),
});

export type NewPublishingWebhook = z.output<typeof NewPublishingWebhook>;
export type PublishingWebhook = z.infer<typeof PublishingWebhook>;
export type DeletedPublishingWebhook = z.infer<typeof DeletedPublishingWebhook>;
export type PublishedArticle = z.infer<typeof PublishedArticle>;
export type ArticlePayload = z.infer<typeof ArticlePayload>;

/** The content of a test send. `at`: when it is sent, ISO 8601. */
export function sampleArticle(at: string): ArticlePayload {
  return {
    id: 'art_sample',
    title: 'A Sample Article',
    meta_title: 'A Sample Article',
    slug: 'a-sample-article',
    meta_description: 'A sample article that shows what the publishing webhook sends.',
    content_markdown:
      'This sample article shows what the publishing webhook sends.\n\n## What to Do with It\n\nAnswer with 2xx, and publish nothing.\n',
    content_html:
      '<p>This sample article shows what the publishing webhook sends.</p>\n<h2>What to Do with It</h2>\n<p>Answer with 2xx, and publish nothing.</p>',
    keyword: 'sample article',
    article_type: 'guide',
    word_count: 15,
    reading_time: 1,
    featured_image: { url: '', alt: '' },
    faq: [{ question: 'Is this article real?', answer: 'No, it is a test.' }],
    json_ld: {
      '@context': 'https://schema.org',
      '@type': 'Article',
      headline: 'A Sample Article',
      description: 'A sample article that shows what the publishing webhook sends.',
      inLanguage: 'en',
      datePublished: at,
      dateModified: at,
      wordCount: 15,
      keywords: 'sample article',
    },
    created_at: at,
    generated_at: at,
  };
}

/** The publishing webhook for the OpenAPI document. */
export const publishingDescription = {
  type: 'publishing.article',
  methods: ['post', 'put'] as const,
  headers: {
    'X-Webhook-Secret': "The endpoint's secret token: compare it with the one you keep, in constant time, before you trust the body.",
  },
  description:
    "A finished article, sent to the project's publishing webhook by the method that is configured, repeated on failure like an event, and sent again by articles_publish: overwrite what you have under its id.",
  schema: ArticlePayload,
  example: sampleArticle('2026-05-03T09:30:02.000Z'),
};
