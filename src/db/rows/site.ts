import type { Json, Millis } from '../column-types.ts';

export interface SiteTables {
  competitors: CompetitorRow;
}

export interface CompetitorRow {
  id: string;
  project_id: string;
  name: string;
  /** Without `www.`, in punycode; may carry a port. */
  domain: string;
  aliases: Json;
  feed_url: string | null;
  created_at: Millis;
}
