import type { Bit, Json, Millis } from '../column-types.ts';

export interface AccountTables {
  projects: ProjectRow;
  integrations: IntegrationRow;
  provider_months: ProviderMonthRow;
  jobs: JobRow;
  api_keys: ApiKeyRow;
  idempotency_keys: IdempotencyKeyRow;
  backups: BackupRow;
}

export interface ProjectRow {
  id: string;
  name: string;
  site_url: string | null;
  language: string;
  country: string | null;
  brand_terms: Json;
  /** For featured images: any of background, foreground, accent. */
  brand_colours: Json;
  tone: string | null;
  audience: string | null;
  style_guide: string | null;
  timezone: string;
  event_webhook_url: string | null;
  article_defaults: Json;
  /** How often what repeats is done; what is not named is off. */
  schedules: Json;
  /** Its calendar's feed stands under it. */
  calendar_token: string;
  search_console_property: string | null;
  /** Of its own name: see `Brand` in src/visibility/shapes.ts. */
  mention_only_with: Json;
  mention_not_with: Json;
  /** What goes out by itself; what is not named is as `AutoPublish` in schema/auto-publish.ts begins. */
  auto_publish: Json;
  created_at: Millis;
  updated_at: Millis;
  /** 1 while it is being imported: nobody is told of it then. */
  arriving: Bit;
}

export interface IntegrationRow {
  project_id: string;
  provider: string;
  /** Without secrets; null if the environment configures it and only its health is kept here. */
  settings: Json | null;
  /** Sealed JSON. */
  secret: string | null;
  healthy: Bit | null;
  last_checked_at: Millis | null;
  last_error: string | null;
  /** Without having been well or set anew in between. */
  failing_since: Millis | null;
  created_at: Millis;
  updated_at: Millis;
}

/** What a provider has billed in a month. */
export interface ProviderMonthRow {
  /** A project; `desk` where the environment configures the provider. */
  payer: string;
  provider: string;
  /** In UTC, YYYY-MM. */
  month: string;
  calls: number;
  /** Those of them that were answered, at a price that nobody knows. */
  unpriced: number;
  /** Of the others, in USD. */
  cost: number;
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
  state: Json | null;
  /** What it waits for from outside, such as a draft. */
  waits_for: string | null;
  cancel_requested: Bit;
  created_at: Millis;
  started_at: Millis | null;
  finished_at: Millis | null;
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

export interface IdempotencyKeyRow {
  /** The API key's id. */
  owner: string;
  operation: string;
  key: string;
  /** SHA-256 of the input, hex. */
  fingerprint: string;
  /** Of the request that is under way or was answered. */
  token: string | null;
  answer: Json | null;
  answered_at: Millis | null;
  created_at: Millis;
}

/** The last one that was made of this desk. */
export interface BackupRow {
  made_at: Millis;
  folder: string;
  bytes: number;
}
