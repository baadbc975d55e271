import type { Bit, Json, Millis } from '../column-types.ts';

export interface ArticleTables {
  articles: ArticleRow;
  article_stages: ArticleStageRow;
  article_versions: ArticleVersionRow;
  batches: BatchRow;
  media: MediaRow;
  publications: PublicationRow;
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
  /** What its citations stood on when they were made, by document; null for articles of before it was kept. */
  evidence: Json | null;
  /** While it waits for an agent's draft: until when. */
  draft_due_at: Millis | null;
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

export interface BatchRow {
  id: string;
  project_id: string;
  job_id: string;
  total: number;
  /** How many of its articles are written at once. */
  concurrency: number;
  webhook_url: string | null;
  /** Before this none of its articles begins. */
  scheduled_for: Millis | null;
  created_at: Millis;
  /** When its last article ended. */
  finished_at: Millis | null;
  /** How its articles ended, whatever becomes of them later; null until then. */
  succeeded: number | null;
  failed: number | null;
  canceled: number | null;
}

export interface MediaRow {
  token: string;
  article_id: string;
  origin: 'drawn' | 'generated';
  png: Buffer;
  created_at: Millis;
}

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
