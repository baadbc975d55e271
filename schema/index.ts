import { Article, ArticleSummary } from './articles.ts';
import { Deleted } from './common.ts';
import { Delivery, DeliveryDetail, ReplayOfMany } from './deliveries.ts';
import { Event, eventDescriptions, EventTypeDescription } from './events.ts';
import { Integration } from './integrations.ts';
import { Job } from './jobs.ts';
import { CreatedKnowledge, Knowledge, KnowledgeDetail, KnowledgeRow } from './knowledge.ts';
import { Project } from './projects.ts';
import { DeletedPublishingWebhook, PublishedArticle, publishingDescription, PublishingWebhook } from './publishing.ts';
import { SigningSecret } from './webhooks.ts';

/** The nouns by the names that a client of the OpenAPI document sees. */
export const nouns = {
  Article,
  ArticleSummary,
  CreatedKnowledge,
  Deleted,
  DeletedPublishingWebhook,
  Delivery,
  DeliveryDetail,
  Event,
  EventTypeDescription,
  Integration,
  Job,
  Knowledge,
  KnowledgeDetail,
  KnowledgeRow,
  Project,
  PublishedArticle,
  PublishingWebhook,
  ReplayOfMany,
  SigningSecret,
};

/** Everything that is sent to receivers, for the OpenAPI document. */
export const webhooks = [...eventDescriptions, publishingDescription];
