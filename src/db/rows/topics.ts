import type { Millis } from '../column-types.ts';

export interface TopicTables {
  topics: TopicRow;
  topic_keywords: TopicKeywordRow;
  prompts: PromptRow;
}

export interface TopicRow {
  id: string;
  project_id: string;
  name: string;
  /** Case and spaces aside. */
  name_key: string;
  pillar_keyword: string;
  created_at: Millis;
  updated_at: Millis;
}

export interface TopicKeywordRow {
  id: string;
  topic_id: string;
  keyword: string;
  /** Case and spaces aside. */
  said: string;
  created_at: Millis;
}

export interface PromptRow {
  id: string;
  project_id: string;
  topic_id: string | null;
  text: string;
  /** Case and spaces aside. */
  said: string;
  created_at: Millis;
}
