import type { Generated, GeneratedAlways } from 'kysely';

/** Milliseconds since the epoch. */
type Millis = number;
/** 0 or 1. */
type Bit = number;
/** JSON as text. */
type Json = string;

export interface ProjectRow {
  id: string;
  name: string;
  site_url: string | null;
  language: string;
  country: string | null;
  brand_terms: Json;
  /** Of featured images: any of background, foreground, accent. */
  brand_colours: Json;
  tone: string | null;
  audience: string | null;
  style_guide: string | null;
  timezone: string;
  event_webhook_url: string | null;
  article_defaults: Json;
  created_at: Millis;
  updated_at: Millis;
}

export interface ApiKeyRow {
  id: string;
  name: string;
  /** The visible beginning of the key. */
  prefix: string;
  /** SHA-256 of the whole key, hex. */
  hash: string;
  scope: 'read' | 'write' | 'admin';
  created_at: Millis;
  last_used_at: Millis | null;
  revoked_at: Millis | null;
}

export interface SigningSecretRow {
  id: string;
  ciphertext: string;
  created_at: Millis;
  /** When another secret took its place; null for the one in force. */
  retired_at: Millis | null;
  /** Until when it may sign what was made under it. */
  signs_until: Millis | null;
}

export interface DocumentRow {
  id: string;
  project_id: string;
  kind: string;
  title: string;
  source_url: string | null;
  language: string;
  word_count: number;
  chunks: number;
  tags: Json;
  text: string;
  fingerprint: string;
  created_at: Millis;
  refreshed_at: Millis;
  /** The sitemap it was found through. */
  parent_id: string | null;
  /** What is fetched for its text, as it was asked for; null for what was given. */
  address: string | null;
  status: 'reading' | 'ready' | 'failed';
  /** When its source was last looked at. */
  checked_at: Millis;
  last_error: Json | null;
  etag: string | null;
  last_modified: string | null;
  /** The job that last read it again. */
  job_id: string | null;
  /** 1 where its owner named it. */
  named: Bit;
  /** Of a sitemap: which of its pages are wanted. */
  selection: Json | null;
}

export interface DocumentBandRow {
  band: number;
  document_id: string;
}

export interface SitemapPageRow {
  sitemap_id: string;
  url: string;
  /** The job that last found it listed. */
  listed_by: string;
  position: number;
  lastmod: string | null;
  /** As it was when the page was last read. */
  read_lastmod: string | null;
  /** Null while it waits. */
  outcome: 'added' | 'updated' | 'unchanged' | 'duplicate' | 'failed' | 'robots' | null;
  error: Json | null;
  document_id: string | null;
}

export interface PassageRow {
  rowid: Generated<number>;
  document_id: string;
  position: number;
  /** The document's, said again for the index. */
  title: string;
  heading: string | null;
  text: string;
  word_count: number;
}

export interface ArticleRow {
  id: string;
  project_id: string;
  job_id: string;
  keyword: string;
  article_type: string;
  status: string;
  writer: string;
  language: string | null;
  /** What was asked for, as JSON, so that the writing can start again after a crash. */
  request: Json;
  title: string | null;
  meta_title: string | null;
  meta_description: string | null;
  slug: string | null;
  content_markdown: string | null;
  content_html: string | null;
  outline: Json | null;
  faq: Json | null;
  json_ld: Json | null;
  sources: Json | null;
  score: number | null;
  breakdown: Json | null;
  quality: Json | null;
  word_count: number | null;
  reading_time: number | null;
  webhook_url: string | null;
  error: Json | null;
  created_at: Millis;
  updated_at: Millis;
  generated_at: Millis | null;
  /** 1 where a quality gate kept it from the publishing endpoint, until it is published. */
  publish_held: Bit;
  batch_id: string | null;
  /** From 0. */
  batch_position: number | null;
  /** Of the content: counts up with every change; 0 until written. */
  version: number;
  /** Tokens and cost of the model. */
  usage: Json | null;
  image_token: string | null;
  image_alt: string | null;
  /** The keyword and the body in small, to tell near-duplicates by. */
  sketch: string | null;
  /** While it waits for an agent's draft: until when. */
  draft_due_at: Millis | null;
}

export interface BatchRow {
  id: string;
  project_id: string;
  job_id: string;
  total: number;
  /** How many of its articles are written at once. */
  concurrency: number;
  webhook_url: string | null;
  created_at: Millis;
  /** When its last article ended. */
  finished_at: Millis | null;
}

export interface ArticleStageRow {
  article_id: string;
  stage: string;
  status: 'running' | 'done' | 'failed' | 'waiting';
  attempts: number;
  output: Json | null;
  error: Json | null;
  started_at: Millis;
  finished_at: Millis | null;
}

export interface ArticleVersionRow {
  article_id: string;
  number: number;
  reason: string;
  title: string;
  word_count: number;
  score: number | null;
  content: Json;
  created_at: Millis;
}

export interface MediaRow {
  token: string;
  article_id: string;
  origin: 'drawn' | 'generated';
  png: Buffer;
  created_at: Millis;
}

/** Where an article stands in the outside world. */
export interface PublicationRow {
  article_id: string;
  target: string;
  status: 'pending' | 'published' | 'failed';
  job_id: string | null;
  /** How it is to be published. */
  wanted: Json;
  /** What the target calls it: JSON of the target's own. */
  remote: Json | null;
  url: string | null;
  /** The version of the article that stands there. */
  version: number | null;
  error: Json | null;
  published_at: Millis | null;
  updated_at: Millis;
}

export interface IntegrationRow {
  project_id: string;
  provider: string;
  /** Without secrets. */
  settings: Json;
  /** Sealed JSON. */
  secret: string | null;
  healthy: Bit | null;
  last_checked_at: Millis | null;
  last_error: string | null;
  created_at: Millis;
  updated_at: Millis;
}

export interface JobRow {
  id: string;
  project_id: string | null;
  kind: string;
  status: 'queued' | 'running' | 'succeeded' | 'failed' | 'canceled';
  progress: number;
  step: string | null;
  resource_type: string | null;
  resource_id: string | null;
  result: Json | null;
  error: Json | null;
  attempts: number;
  state: string | null;
  /** What it waits for that somebody else must bring. */
  waits_for: string | null;
  cancel_requested: Bit;
  created_at: Millis;
  started_at: Millis | null;
  finished_at: Millis | null;
  updated_at: Millis;
}

export interface EventRow {
  id: string;
  project_id: string;
  type: string;
  resource_id: string;
  /** The envelope, the exact bytes that are signed. */
  body: string;
  created_at: Millis;
}

export interface DeliveryRow {
  id: string;
  kind: 'event' | 'publish';
  project_id: string | null;
  event_id: string | null;
  event_type: string | null;
  url: string;
  /** The signing secret in force when the delivery was created or replayed. */
  secret_id: string | null;
  status: 'pending' | 'delivered' | 'failed';
  attempt_count: number;
  max_attempts: number;
  next_attempt_at: Millis | null;
  last_attempt_at: Millis | null;
  delivered_at: Millis | null;
  flagged: Bit;
  created_at: Millis;
  method: 'POST' | 'PUT';
  /** 1 for a test send. */
  test: Bit;
  /** What a publishing send carries, and the endpoint it was made for. */
  article_id: string | null;
  endpoint_id: string | null;
  /** Over all replays: the number of the last attempt. */
  attempts_made: number;
  acknowledged_at: Millis | null;
  /** A later send of the same article to the same endpoint. */
  superseded_by: string | null;
  /** When it was delivered or has failed. */
  settled_at: GeneratedAlways<Millis | null>;
}

export interface DeliveryBodyRow {
  delivery_id: string;
  /** The exact bytes that are sent. */
  body: string;
}

/** Where a project's finished articles are sent, now or formerly. */
export interface PublishingEndpointRow {
  id: string;
  project_id: string;
  url: string;
  method: 'POST' | 'PUT';
  /** Sealed; empty once it is deleted. */
  token: string;
  hold_on_quality_gate: Bit;
  created_at: Millis;
  updated_at: Millis;
  /** When another endpoint took its place, or it was deleted; null for the one in use. */
  retired_at: Millis | null;
  /** When the webhook was deleted, also for endpoints retired before. */
  deleted_at: Millis | null;
}

export interface AttemptRow {
  delivery_id: string;
  /** From 1, over all replays. */
  number: number;
  started_at: Millis;
  response: Json;
  /** What was sent, without secrets; null for attempts made before it was kept. */
  request_headers: Json | null;
}

export interface WorkRow {
  id: Generated<number>;
  kind: string;
  /** The resource the work is for; a resource has one piece of work at a time. */
  key: string;
  payload: Json;
  /** What shares a limited outside, such as a receiver's origin. */
  lane: string;
  due_at: Millis;
  /** 1 for work that was tried before: it goes after what was not. */
  late: Generated<Bit>;
  lease_until: Millis | null;
  token: string | null;
  /** How often it has been claimed. */
  claims: Generated<number>;
  claimable_at: GeneratedAlways<Millis>;
}

/** One for each lane that ever had work. */
export interface LaneRow {
  kind: string;
  lane: string;
  /** Since when it waits for its turn, or when it next will; null where nothing is left to do. */
  waits_since: Millis | null;
  served: Generated<number>;
  /** Failures in a row. */
  failures: Generated<number>;
  failing: Generated<Bit>;
  /** When a piece of it last ended. */
  settled_at: Millis | null;
  pending: Generated<number>;
}

export interface IdempotencyKeyRow {
  /** The API key's id. */
  owner: string;
  operation: string;
  key: string;
  /** SHA-256 of the input, hex. */
  fingerprint: string;
  token: string | null;
  lease_until: Millis | null;
  answer: Json | null;
  answered_at: Millis | null;
  created_at: Millis;
}

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
