import type { Generated } from 'kysely';
import type { Json, Millis } from '../column-types.ts';

export interface SiteTables {
  competitors: CompetitorRow;
  crawled_pages: CrawledPageRow;
  crawled_passages: CrawledPassageRow;
  crawled_fts: CrawledIndexRow;
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

/** Why a page was read: it is the project's own, a competitor's, or cited in an answer. */
export type CrawledOrigin = 'own' | 'competitor' | 'cited';

export interface CrawledPageRow {
  id: string;
  project_id: string;
  origin: CrawledOrigin;
  /** As `hostOf` has it. */
  host: string;
  url: string;
  title: string;
  /** ISO 639-1, `und` if unknown. */
  language: string;
  word_count: number;
  /** Equal for pages with the same text. */
  fingerprint: string;
  /** When it was last read, whatever had changed. */
  read_at: Millis;
  changed_at: Millis;
}

export interface CrawledPassageRow {
  /** Newer ones have higher numbers. The index knows a passage by it. */
  number: Generated<number>;
  page_id: string;
  position: number;
  kind: 'prose' | 'code';
  heading: string | null;
  text: string;
}

/** The full-text index over passages of crawled pages, by `number`; it stores no text. */
export interface CrawledIndexRow {
  title: string;
  heading: string;
  text: string;
  narrowed_by: string;
}
