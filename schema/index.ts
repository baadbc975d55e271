import { Article, ArticleSummary } from './articles.ts';
import { Deleted } from './common.ts';
import { Delivery, DeliveryDetail } from './deliveries.ts';
import { Integration } from './integrations.ts';
import { Job } from './jobs.ts';
import { CreatedKnowledge, Knowledge, KnowledgeDetail, KnowledgeRow } from './knowledge.ts';
import { Project } from './projects.ts';
import { RotatedSecret, SigningSecret } from './webhooks.ts';

/** The nouns by the names that a client of the OpenAPI document sees. */
export const nouns = {
  Article,
  ArticleSummary,
  CreatedKnowledge,
  Deleted,
  Delivery,
  DeliveryDetail,
  Integration,
  Job,
  Knowledge,
  KnowledgeDetail,
  KnowledgeRow,
  Project,
  RotatedSecret,
  SigningSecret,
};
