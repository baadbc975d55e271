import type { Tables } from './tables.ts';

/** What the types of `rows/` say of columns, for whoever knows tables at run time only. A test holds that both say the same. */
export type Meaning = 'bit' | 'id' | 'json' | 'time';

const json: Partial<Record<keyof Tables, string>> = {
  ai_answers: 'given analysis',
  ai_runs: 'trouble',
  article_stages: 'output error',
  article_versions: 'content',
  articles: 'request outline faq json_ld sources breakdown quality claims grounding error usage evidence',
  attempts: 'response request_headers',
  audit_findings: 'places',
  audit_issues: 'urls',
  audit_page_links: 'links',
  audit_pages: 'facts',
  audits: 'options spent judged learned result',
  autofill_plans: 'request plan',
  batches: 'refused',
  calendar_slots: 'request error',
  competitors: 'aliases mention_only_with mention_not_with',
  documents: 'tags last_error selection',
  events: 'body',
  integrations: 'settings',
  jobs: 'result error state',
  link_candidates: 'why outcome',
  link_drafts: 'error',
  link_log: 'detail',
  link_opportunities: 'evidence',
  link_prospects: 'reasons link_seen',
  optimization_pages: 'page error',
  optimizations: 'request page basis asked before after passages draft rewrite usage error',
  post_inventories: 'problems',
  post_pages: 'fed facts kept',
  posts: 'sources',
  projects: 'brand_terms brand_colours article_defaults schedules mention_only_with mention_not_with auto_publish',
  publications: 'wanted remote error',
  radar_changes: 'phrases why evidence',
  radar_pages: 'phrases',
  radar_sources: 'last_error learnt',
  search_syncs: 'brought',
  sitemap_pages: 'error',
  topic_plans: 'plan',
  tracked_keywords: 'tags before details error',
};

const bit =
  /^(?:arriving|cancel_requested|competes|dropped|gated|has_inline|healthy|hinted|inline|is_\w+|late|listed|mended|named|of_page|previous_assumed|publish_held|reappeared|searched|test|waiting)$/;
// How many were not looked at is no time.
const time = /(?:(?<!looked)_at|scheduled_for|_from|_until|^since|^until)$/;

export function meaningOf(table: keyof Tables, name: string, type: string): Meaning | undefined {
  if (type === 'integer') return bit.test(name) ? 'bit' : time.test(name) ? 'time' : undefined;
  if (type !== 'text') return undefined;
  if (json[table]?.split(' ').includes(name)) return 'json';
  return name === 'id' ? 'id' : undefined;
}
