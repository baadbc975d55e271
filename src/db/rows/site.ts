import type { Generated } from 'kysely';
import type { Bit, Json, Millis } from '../column-types.ts';

export interface SiteTables {
  competitors: CompetitorRow;
  crawled_pages: CrawledPageRow;
  crawled_passages: CrawledPassageRow;
  crawled_fts: CrawledIndexRow;
  posts: PostRow;
  post_pages: PostPageRow;
  post_inventories: PostInventoryRow;
}

export interface CompetitorRow {
  id: string;
  project_id: string;
  name: string;
  /** Without `www.`, in punycode; may carry a port. */
  domain: string;
  aliases: Json;
  feed_url: string | null;
  /** Of its names: see `Brand` in src/visibility/shapes.ts. */
  mention_only_with: Json;
  mention_not_with: Json;
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
  /** A hash of the bytes that it was read from; null where nobody compares them. */
  source: string | null;
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

export interface PostRow {
  id: string;
  project_id: string;
  /** Its address; of an article that arrived somewhere unknown, `article:` and its id. */
  place: string;
  title: string;
  keyword: string | null;
  keyword_source: 'article' | 'guess' | null;
  /** Equal for posts on the same keyword; null without one. */
  keyword_key: string | null;
  language: string;
  published_at: Millis | null;
  modified_at: Millis | null;
  date_source: 'page' | 'feed' | 'sitemap' | 'article' | null;
  /** When it was last changed, or else published; 0 if unknown. */
  dated_at: Millis;
  /** -1 if unknown. */
  words: number;
  /** -1 if unknown. */
  links_in: number;
  links_out: number | null;
  /** The page that it names in its place. */
  canonical_url: string | null;
  /** 1 if other posts are for its keyword. */
  competes: Bit;
  article_id: string | null;
  /** What named it, beside Copydesk itself. */
  sources: Json;
  /** What `q` looks through: title, keyword and address, in lower case without accents. */
  sought: string;
  /** When its page was last read. */
  checked_at: Millis | null;
  /** The job that last found it. */
  found_by: string | null;
}

/** A page of a site that is being read for its posts, or was. */
export interface PostPageRow {
  project_id: string;
  url: string;
  /** Links from the start; a large number where only a sitemap or feed named it. */
  depth: number;
  /** 1 if a sitemap names it. */
  listed: Bit;
  /** As that sitemap has it. */
  lastmod: string | null;
  /** What a feed says of it. */
  fed: Json | null;
  /** `known`: a reading before read it, and this one has not come across it yet. */
  state: 'known' | 'waiting' | 'read';
  /** 0 where there was no answer. */
  status: number;
  redirects_to: string | null;
  facts: Json | null;
  /** By what the next reading may ask whether it has changed, and what it needs if it has not; null where it reads it anew. */
  kept: Json | null;
}

/** How far the inventory of a project's posts is. */
export interface PostInventoryRow {
  project_id: string;
  /** The job that last read the site. */
  job_id: string;
  refreshed_at: Millis | null;
  ended_by: string | null;
  pages_read: number;
  problems: Json;
}
