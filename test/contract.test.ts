import { expect, test } from 'vitest';
import { inputSchema, type JsonSchema } from '../src/faces/json-schema.ts';
import { catalogue } from '../tools/index.ts';

/** Every endpoint of the contract (its sections 4.1 and 4.3) by group, each with the operation that answers it. */
const contract: Record<string, Record<string, string>> = {
  webhooks: {
    webhook_secret_get: 'GET /webhook-secret',
    webhook_secret_rotate: 'POST /webhook-secret/rotate',
    webhook_deliveries_list: 'GET /webhook-deliveries',
    webhook_deliveries_retry: 'POST /webhook-deliveries/{id}/retry',
  },
  topics: {
    topics_list: 'GET /topics',
    topics_create: 'POST /topics',
    topics_get: 'GET /topics/{id}',
    topics_update: 'PATCH /topics/{id}',
    topics_delete: 'DELETE /topics/{id}',
    topics_research: 'POST /topics/{id}/research',
    topics_add_keywords: 'POST /topics/{id}/keywords',
    topics_remove_keyword: 'DELETE /topics/{id}/keywords/{keywordId}',
    topics_list_prompts: 'GET /topics/{id}/prompts',
    topics_add_prompts: 'POST /topics/{id}/prompts',
    topics_remove_prompt: 'DELETE /topics/{id}/prompts/{promptId}',
  },
  research: {
    keywords_search: 'POST /keywords/search',
    keywords_discover: 'POST /keywords/discover',
    keywords_competitor_gap: 'POST /keywords/competitor-gap',
    rankings_list: 'GET /rankings',
    search_console_query: 'GET /search-console',
    audit_start: 'POST /audit',
    audit_get: 'GET /audit',
  },
  content: {
    posts_list: 'GET /posts',
    calendar_list: 'GET /calendar',
    calendar_create: 'POST /calendar',
    knowledge_list: 'GET /knowledge',
    knowledge_create: 'POST /knowledge',
    content_radar_list: 'GET /content-radar',
    content_radar_recommend: 'POST /content-radar/recommendations',
  },
  articles: {
    articles_create: 'POST /articles',
    articles_create_batch: 'POST /articles/batch',
    articles_get: 'GET /articles/{id}',
    articles_publish: 'POST /articles/{id}/publish',
    batches_get: 'GET /batches/{id}',
  },
  optimizer: {
    optimizations_create: 'POST /optimizations',
    optimizations_get: 'GET /optimizations/{id}',
  },
  'ai-visibility': {
    ai_visibility_get: 'GET /ai-visibility',
    ai_visibility_citations: 'GET /ai-visibility/citations',
    ai_visibility_sentiment: 'GET /ai-visibility/sentiment',
    ai_visibility_sources: 'GET /ai-visibility/sources',
    content_gaps_list: 'GET /ai-visibility/content-gaps',
    content_gaps_analyze: 'POST /ai-visibility/content-gaps',
    prompts_list: 'GET /prompts',
    prompts_create: 'POST /prompts',
    prompts_explore: 'GET /prompts/explorer',
    competitors_list: 'GET /competitors',
    competitors_add: 'POST /competitors',
    competitors_remove: 'DELETE /competitors',
  },
  'link-building': {
    link_prospects_list: 'GET /link-building',
    link_prospects_create: 'POST /link-building',
    link_prospects_update: 'PATCH /link-building/{id}',
    link_prospects_followup: 'POST /link-building/{id}/followup',
  },
  autopilot: {
    actions_list: 'GET /actions',
    auto_publish_set: 'POST /settings/auto-publish',
    autoblog_autofill: 'POST /autoblog/autofill',
  },
  account: {
    projects_list: 'GET /projects',
    integrations_list: 'GET /integrations',
    jobs_get: 'GET /jobs/{id}',
  },
};

/** The fields outside the path that the contract names, with their values where it names those too. */
const fields: Record<string, { name: string; values?: string[] }> = {
  webhook_deliveries_list: { name: 'status', values: ['delivered', 'failed', 'pending'] },
  articles_create_batch: { name: 'webhookUrl' },
};

/** What is not built yet. Whoever builds an endpoint takes it out and lowers the number: it never rises. */
const maxMissing = 3;
const missing = new Set(`actions_list auto_publish_set autoblog_autofill`.split(/\s+/));

const operations = catalogue.flatMap((group) => group.operations);
const endpoints = Object.entries(contract).flatMap(([group, places]) =>
  Object.entries(places).map(([name, place]) => ({ name, place, group, line: `${group}: ${name} ${place}` })),
);
const names = new Set(endpoints.map((endpoint) => endpoint.name));

test('the table has every endpoint of the contract', () => {
  expect(endpoints).toHaveLength(58);
  expect(new Set(endpoints.map((endpoint) => endpoint.place)).size).toBe(58);
});

test.each(endpoints)('$place is either built or listed as missing', ({ name }) => {
  expect(operations.some((operation) => operation.name === name)).toBe(!missing.has(name));
});

test('an operation that has the name or the place of an endpoint is that endpoint, in its group', () => {
  const places = new Set(endpoints.map((endpoint) => endpoint.place));
  const lines = new Set(endpoints.map((endpoint) => endpoint.line));
  const claiming = operations.filter(({ name, method, path }) => names.has(name) || places.has(`${method} ${path}`));
  expect(claiming.map(({ group, name, method, path }) => `${group}: ${name} ${method} ${path}`).filter((line) => !lines.has(line))).toEqual(
    [],
  );
});

test('the list of what is missing names only endpoints, and only shrinks', () => {
  expect([...missing].filter((name) => !names.has(name))).toEqual([]);
  expect(missing.size).toBe(maxMissing);
});

test.each(Object.entries(fields))('%s takes the field that the contract names', (operationName, { name, values }) => {
  const operation = operations.find((one) => one.name === operationName)!;
  const field = (inputSchema(operation.input)['properties'] as Record<string, JsonSchema>)[name];
  expect(field).toBeDefined();
  if (values) expect((field!['enum'] as string[]).toSorted()).toEqual(values);
});
