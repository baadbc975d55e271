import type { Article } from '../../schema/articles.ts';
import type { Delivery, DeliveryDetail } from '../../schema/deliveries.ts';
import type { ArticlePayload, PublishingWebhook } from '../../schema/publishing.ts';
import type { CopydeskOptions } from '../../src/app.ts';
import { readWhole } from './articles.ts';
import { addManual } from './documents.ts';
import { startReceiver, type Arrival, type Receiver } from './receiver.ts';
import { createTestApp, type TestApp } from './test-app.ts';

/** The names of contract 2.4, all of them and no others. */
export const payloadKeys = [
  'id',
  'title',
  'meta_title',
  'slug',
  'meta_description',
  'content_markdown',
  'content_html',
  'keyword',
  'article_type',
  'word_count',
  'reading_time',
  'featured_image',
  'faq',
  'json_ld',
  'created_at',
  'generated_at',
];

export const bodyOf = ({ body }: Arrival) => JSON.parse(body) as ArticlePayload;

export interface Publisher {
  app: TestApp;
  receiver: Receiver;
  endpoint: PublishingWebhook;
  /** Has an article written, does what is due, and returns it. */
  write(request?: Record<string, unknown>): Promise<Article>;
}

/** A desk whose finished articles go to a real receiver that answers `status`. */
export async function startPublisher(
  config: Record<string, unknown> = {},
  { status = 204, ...options }: CopydeskOptions & { status?: number } = {},
): Promise<Publisher> {
  const receiver = await startReceiver(status);
  const app = await createTestApp(options);
  await addManual(app.desk);
  const endpoint = (await app.desk.call('publishing_webhook_set', { url: receiver.url, ...config })) as PublishingWebhook;
  return { app, receiver, endpoint, write: (request) => writeArticle(app, request) };
}

/** Has an article written and does what is due. */
export async function writeArticle({ desk }: TestApp, request: Record<string, unknown> = {}): Promise<Article> {
  const { id } = (await desk.call('articles_create', { keyword: 'connection pool', targetWordCount: 250, ...request })) as Article;
  await desk.runDue();
  return readWhole(desk, id);
}

/** An outline that the manual cannot fill: the article is flagged for it, though no gate objects. */
export const unmetOutline = ['Watching a pool', 'Sizing a pool', 'Closing a pool', 'Purple elephants of the moon'];

/** All deliveries of articles, newest first. */
export async function sendsOf({ desk }: TestApp): Promise<Delivery[]> {
  const { data } = (await desk.call('webhook_deliveries_list')) as { data: Delivery[] };
  return data.filter(({ kind }) => kind === 'publish');
}

/** The newest delivery of an article, with its attempts and all long parts. */
export async function lastSend(app: TestApp): Promise<DeliveryDetail> {
  const include = ['body', 'response', 'requestHeaders'];
  return (await app.desk.call('webhook_deliveries_get', { id: (await sendsOf(app))[0]!.id, include })) as DeliveryDetail;
}
