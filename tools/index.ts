import { catalogueOf, type Group } from '../src/operation.ts';
import type { Services } from '../src/services/index.ts';
import { account } from './account.ts';
import { articles } from './articles.ts';
import { content } from './content.ts';
import { publishingWebhook } from './publishing-webhook.ts';
import { webhooks } from './webhooks.ts';

/** Every operation there is, in the contract's order. */
export const catalogue: readonly Group<Services>[] = catalogueOf<Services>([
  {
    name: 'webhooks',
    description: 'Event webhooks, the publishing webhook, and what was delivered.',
    operations: [...webhooks, ...publishingWebhook],
  },
  { name: 'content', description: 'The knowledge base that articles stand on.', operations: content },
  { name: 'articles', description: 'Articles, from wish to finished text.', operations: articles },
  { name: 'account', description: 'Projects, integrations and jobs.', operations: account },
]);
