import type { Generated, GeneratedAlways } from 'kysely';
import type { Bit, Json, Millis } from './column-types.ts';

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

export interface IntegrationRow {
  project_id: string;
  provider: string;
  /** Without secrets; null where the environment configures it, and only its health is kept here. */
  settings: Json | null;
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
