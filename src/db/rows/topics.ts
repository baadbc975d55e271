import type { Json, Millis } from '../column-types.ts';

export interface TopicTables {
  topics: TopicRow;
  topic_keywords: TopicKeywordRow;
  topic_plans: TopicPlanRow;
  prompts: PromptRow;
}

export interface TopicRow {
  id: string;
  project_id: string;
  name: string;
  /** Case and spaces aside. */
  name_key: string;
  pillar_keyword: string;
  /** The last job that researched it, if there was one; it may have ended, or be gone. */
  research_job_id: string | null;
  created_at: Millis;
  updated_at: Millis;
}

export interface TopicKeywordRow {
  id: string;
  topic_id: string;
  keyword: string;
  /** Case and spaces aside. */
  said: string;
  source: 'given' | 'research';
  created_at: Millis;
}

/** What the last research came to. */
export interface TopicPlanRow {
  topic_id: string;
  researched_at: Millis;
  plan: Json;
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
