import type { Generated } from 'kysely';
import type { Bit, Json, Millis } from '../column-types.ts';

export interface KnowledgeTables {
  documents: DocumentRow;
  document_tags: DocumentTagRow;
  passages: PassageRow;
  document_bands: DocumentBandRow;
  sitemap_pages: SitemapPageRow;
  passages_fts: PassageIndexRow;
  passages_to_index: PassageToIndexRow;
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
  /** As they are shown; `document_tags` is what finds by them. */
  tags: Json;
  text: string;
  fingerprint: string;
  created_at: Millis;
  refreshed_at: Millis;
  /** The sitemap it was found through. */
  parent_id: string | null;
  /** The URL to fetch, as requested; null for text that was handed in. */
  address: string | null;
  status: 'reading' | 'ready' | 'failed';
  /** When its source was last checked. */
  checked_at: Millis;
  last_error: Json | null;
  etag: string | null;
  last_modified: string | null;
  /** The job that last read it again. */
  job_id: string | null;
  /** 1 if its owner gave it its title. */
  named: Bit;
  /** For a sitemap: which of its pages are wanted. */
  selection: Json | null;
  /** For a sitemap: how many of its pages could not be read, when its last job ended. */
  unread_pages: number;
}

export interface DocumentTagRow {
  /** The document's. */
  project_id: string;
  tag: string;
  document_id: string;
}

export interface PassageRow {
  /** Newer ones have higher numbers. The index knows a passage by it. */
  number: Generated<number>;
  document_id: string;
  position: number;
  /** The document's title, repeated for the index. */
  title: string;
  /** Code follows the prose that leads to it. */
  kind: 'prose' | 'code';
  heading: string | null;
  text: string;
  /** 0 for code. */
  word_count: number;
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
  /** `lastmod` when the page was last read. */
  read_lastmod: string | null;
  /** Null while it waits. */
  outcome: 'added' | 'updated' | 'unchanged' | 'duplicate' | 'failed' | 'robots' | null;
  /** Why it could not be read when it was last tried; it stays until it is read. */
  error: Json | null;
  document_id: string | null;
}

/** The full-text index over passages, by `number`; it stores no text. */
export interface PassageIndexRow {
  title: string;
  heading: string;
  text: string;
  narrowed_by: string;
}

/** Passages that wait to be indexed: those of an older program's database. */
export interface PassageToIndexRow {
  passage: number;
}
