import type { Generated } from 'kysely';
import type { Bit, Json, Millis } from '../column-types.ts';

export interface ArticleTables {
  articles: ArticleRow;
  article_stages: ArticleStageRow;
  article_versions: ArticleVersionRow;
  article_words: ArticleWordsRow;
  articles_fts: ArticleIndexRow;
  batches: BatchRow;
  media: MediaRow;
  publications: PublicationRow;
  waiting_publications: WaitingPublicationRow;
  auto_publishing: AutoPublishingRow;
}

export interface ArticleRow {
  id: string;
  project_id: string;
  job_id: string;
  keyword: string;
  /** What topic it belongs to. */
  topic_id: string | null;
  article_type: string;
  status: string;
  writer: string;
  language: string | null;
  /** What was asked for, so that writing can restart after a crash. */
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
  /** Its claims with their verdicts; null for articles written before these were kept. */
  claims: Json | null;
  /** The share of claims supported, and how many have each verdict. */
  grounding: Json | null;
  /** 1 if a quality gate objects to its text. */
  gated: Bit;
  word_count: number | null;
  reading_time: number | null;
  webhook_url: string | null;
  error: Json | null;
  created_at: Millis;
  updated_at: Millis;
  generated_at: Millis | null;
  /** 1 if a quality gate kept it from the publishing endpoint, until it is published. */
  publish_held: Bit;
  batch_id: string | null;
  /** From 0. */
  batch_position: number | null;
  /** Of the content: incremented by every change; 0 until written. */
  version: number;
  /** The model's tokens and cost. */
  usage: Json | null;
  image_token: string | null;
  image_alt: string | null;
  /** What the keyword has in common with all that are the same, after the language it was made in; empty until somebody asks. */
  keyword_key: string;
  /** A compact form of keyword and body, for finding near-duplicates. */
  sketch: string | null;
  /** The cited text at the time of citing, by document; null for articles written before this was kept. */
  evidence: Json | null;
  /** How long it waits for an agent's draft. */
  draft_due_at: Millis | null;
  /** When a publication of it last succeeded, anywhere. */
  published_at: Millis | null;
}

/** Where an article's words stand in the index. */
export interface ArticleWordsRow {
  /** In the order in which articles were requested. The index knows an article by it. */
  number: Generated<number>;
  article_id: string;
  /** 1 while its words are not in the index. */
  waits: Bit;
}

/** The full-text index over articles, by `number`; it stores no text. */
export interface ArticleIndexRow {
  words: string;
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
  /** How many articles are written at once. */
  concurrency: number;
  webhook_url: string | null;
  /** No article begins before this. */
  scheduled_for: Millis | null;
  created_at: Millis;
  /** When its last article ended. */
  finished_at: Millis | null;
  /** How its articles ended, unaffected by later changes; null until then. */
  succeeded: number | null;
  failed: number | null;
  canceled: number | null;
  /** Items that were no valid request. */
  refused: Json;
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
  /** How to publish it. */
  wanted: Json;
  /** The target's own identification of it. */
  remote: Json | null;
  url: string | null;
  /** The published version of the article. */
  version: number | null;
  error: Json | null;
  published_at: Millis | null;
  updated_at: Millis;
}

/** An article that is ready, and not yet in WordPress or Ghost. */
export interface WaitingPublicationRow {
  article_id: string;
  project_id: string;
  /** Its turn; or a person, as the project wants a review or its score is too low. */
  waits_for: 'turn' | 'review' | 'score';
  since: Millis;
}

/** What a project has published by itself. */
export interface AutoPublishingRow {
  project_id: string;
  /** The last of its days on which anything went out, YYYY-MM-DD. */
  day: string;
  /** How many articles on that day. */
  published: number;
  /** When the next has its turn. */
  next_at: Millis | null;
}
