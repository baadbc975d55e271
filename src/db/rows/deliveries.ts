import type { Bit, Json, Millis } from '../column-types.ts';

export interface DeliveryTables {
  events: EventRow;
  deliveries: DeliveryRow;
  delivery_bodies: DeliveryBodyRow;
  attempts: AttemptRow;
  signing_secrets: SigningSecretRow;
  publishing_endpoints: PublishingEndpointRow;
}

export interface EventRow {
  id: string;
  project_id: string;
  type: string;
  resource_id: string;
  /** The envelope: the exact bytes that are signed. */
  body: Json;
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
  created_at: Millis;
  method: 'POST' | 'PUT';
  /** 1 for a test send. */
  test: Bit;
  /** The article it is about. */
  article_id: string | null;
  /** Of a publishing send: the version of the article it carries. */
  article_version: number | null;
  /** Of a publishing send: where it goes. */
  endpoint_id: string | null;
  /** Over all replays: the number of the last attempt. */
  attempts_made: number;
  acknowledged_at: Millis | null;
  /** A later send of the same article to the same URL. */
  superseded_by: string | null;
  /** The send it was made in place of, when that was to be sent again. */
  replay_of: string | null;
  standing: Standing;
  /** When it was delivered, last tried before it failed, or ended untried; null while it is pending. */
  settled_at: Millis | null;
}

/**
 * Finer than the status. Delivered: `delivered`, or `outdated` where a later send of the same article was made. Pending: `untried` before the
 * first attempt, `retrying` after it. Failed: `failed` until somebody has dealt with it, `acknowledged`, `superseded` where a later send took its
 * place, `test` for a test send.
 */
export type Standing = 'delivered' | 'outdated' | 'untried' | 'retrying' | 'failed' | 'acknowledged' | 'superseded' | 'test';

export interface DeliveryBodyRow {
  delivery_id: string;
  /** The exact bytes that are sent. */
  body: string;
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

export interface SigningSecretRow {
  id: string;
  ciphertext: string;
  created_at: Millis;
  /** When it begins to sign what is created; until then the one that retires at this time does. 0: at once. */
  active_from: Millis;
  /** When another secret takes its place; null for the newest. */
  retired_at: Millis | null;
  /** How long it may still sign deliveries created under it. */
  signs_until: Millis | null;
}

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
  /** When it was replaced or deleted; null for the current one. */
  retired_at: Millis | null;
  /** When the webhook was deleted; also set on endpoints retired earlier. */
  deleted_at: Millis | null;
}
