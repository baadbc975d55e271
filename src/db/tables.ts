import type { ProjectRow, ApiKeyRow, SigningSecretRow, IntegrationRow, JobRow, WorkRow, LaneRow, IdempotencyKeyRow } from './desk-rows.ts';
import type {
  DocumentRow,
  DocumentBandRow,
  SitemapPageRow,
  PassageRow,
  ArticleRow,
  BatchRow,
  ArticleStageRow,
  ArticleVersionRow,
  MediaRow,
  PublicationRow,
} from './content-rows.ts';
import type { EventRow, DeliveryRow, DeliveryBodyRow, PublishingEndpointRow, AttemptRow } from './delivery-rows.ts';

export type * from './desk-rows.ts';
export type * from './content-rows.ts';
export type * from './delivery-rows.ts';

export interface Tables {
  projects: ProjectRow;
  api_keys: ApiKeyRow;
  signing_secrets: SigningSecretRow;
  documents: DocumentRow;
  passages: PassageRow;
  document_bands: DocumentBandRow;
  sitemap_pages: SitemapPageRow;
  articles: ArticleRow;
  jobs: JobRow;
  events: EventRow;
  deliveries: DeliveryRow;
  delivery_bodies: DeliveryBodyRow;
  attempts: AttemptRow;
  work: WorkRow;
  lanes: LaneRow;
  publishing_endpoints: PublishingEndpointRow;
  idempotency_keys: IdempotencyKeyRow;
  batches: BatchRow;
  article_stages: ArticleStageRow;
  article_versions: ArticleVersionRow;
  media: MediaRow;
  publications: PublicationRow;
  integrations: IntegrationRow;
}
