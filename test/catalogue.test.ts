import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { errorTable } from '../src/errors.ts';
import { inputSchema, type JsonSchema } from '../src/faces/json-schema.ts';
import { listTools } from '../src/faces/mcp/listing.ts';
import { hintsOf, pathFields } from '../src/operation.ts';
import { catalogue } from '../tools/index.ts';
import { scenario } from './support/scenario.ts';

const operations = catalogue.flatMap((group) => group.operations);
const tools = new Map(listTools(catalogue).map((tool) => [tool.name, tool]));
const largestTool = 400;
const meanTool = 180;
const wholeCatalogue = 20_000;
const tokensOf = (name: string) => {
  const { description, inputSchema: input } = tools.get(name)!;
  return encode(JSON.stringify({ name, description, inputSchema: input })).length;
};

test(`a tool costs ${meanTool} tokens on average at most, and all together ${wholeCatalogue}`, () => {
  const costs = operations.map(({ name }) => [name, tokensOf(name)] as const).toSorted((one, other) => other[1] - one[1]);
  const sum = costs.reduce((all, [, cost]) => all + cost, 0);
  const told = `${operations.length} tools cost ${sum} tokens. The largest: ${costs
    .slice(0, 10)
    .map((one) => one.join(' '))
    .join(', ')}`;
  expect(sum / operations.length, told).toBeLessThanOrEqual(meanTool);
  expect(sum, told).toBeLessThanOrEqual(wholeCatalogue);
});

test('every name and every method with its path is taken once', () => {
  const names = operations.map((operation) => operation.name);
  const places = operations.map((operation) => `${operation.method} ${operation.path}`);
  expect(names).toEqual([...new Set(names)]);
  expect(places).toEqual([...new Set(places)]);
});

test('what is made can be fetched where its Location says', () => {
  const fetched = new Set(operations.filter(({ method }) => method === 'GET').map(({ path }) => path.replace(/\{\w+\}/g, '{}')));
  const lost = operations.filter(({ location }) => location !== undefined && !fetched.has(location.replace(/\{\w+\}/g, '{}')));
  expect(lost.map(({ name, location }) => `${name} ${location}`)).toEqual([]);
});

test('a Location is the new resource of a 201, or the job of a 202', () => {
  const jobs = operations.filter(({ status, output }) => status === 202 && output instanceof z.ZodObject && 'jobId' in output.shape);
  expect(jobs.length).toBeGreaterThan(3);
  expect(new Set(jobs.map(({ location }) => location))).toEqual(new Set(['/jobs/{jobId}']));
  const others = operations.filter((operation) => operation.status !== 201 && !jobs.includes(operation));
  expect(others.filter(({ location }) => location !== undefined).map(({ name }) => name)).toEqual([]);
});

test('every list is read in pages', () => {
  const lists = operations.filter(({ output }) => output instanceof z.ZodObject && 'nextCursor' in output.shape);
  expect(lists.length).toBeGreaterThan(5);
  expect(lists.filter(({ input }) => !('limit' in input.shape && 'cursor' in input.shape)).map(({ name }) => name)).toEqual([]);
});

test('the catalogue holds what has been built, and nothing else', () => {
  expect(operations.map(({ name, method, path }) => `${name} ${method} ${path}`)).toEqual([
    'webhook_secret_get GET /webhook-secret',
    'webhook_secret_rotate POST /webhook-secret/rotate',
    'webhook_deliveries_list GET /webhook-deliveries',
    'webhook_deliveries_get GET /webhook-deliveries/{id}',
    'webhook_deliveries_retry POST /webhook-deliveries/{id}/retry',
    'webhook_deliveries_retry_many POST /webhook-deliveries/retry',
    'webhook_deliveries_acknowledge POST /webhook-deliveries/{id}/acknowledge',
    'webhook_test POST /webhooks/test',
    'events_list GET /events',
    'event_types_list GET /event-types',
    'publishing_webhook_get GET /publishing-webhook',
    'publishing_webhook_set PUT /publishing-webhook',
    'publishing_webhook_delete DELETE /publishing-webhook',
    'publishing_webhook_rotate POST /publishing-webhook/rotate',
    'publishing_webhook_test POST /publishing-webhook/test',
    'topics_list GET /topics',
    'topics_create POST /topics',
    'topics_get GET /topics/{id}',
    'topics_update PATCH /topics/{id}',
    'topics_delete DELETE /topics/{id}',
    'topics_research POST /topics/{id}/research',
    'topics_add_keywords POST /topics/{id}/keywords',
    'topics_remove_keyword DELETE /topics/{id}/keywords/{keywordId}',
    'topics_list_prompts GET /topics/{id}/prompts',
    'topics_add_prompts POST /topics/{id}/prompts',
    'topics_remove_prompt DELETE /topics/{id}/prompts/{promptId}',
    'keywords_search POST /keywords/search',
    'keywords_discover POST /keywords/discover',
    'keywords_competitor_gap POST /keywords/competitor-gap',
    'rankings_list GET /rankings',
    'rankings_track POST /rankings',
    'rankings_untrack DELETE /rankings/{id}',
    'rankings_check POST /rankings/check',
    'search_console_query GET /search-console',
    'search_console_import POST /search-console/import',
    'search_console_sync POST /search-console/sync',
    'audit_start POST /audit',
    'audit_get GET /audit',
    'posts_list GET /posts',
    'posts_refresh POST /posts/refresh',
    'calendar_list GET /calendar',
    'calendar_create POST /calendar',
    'calendar_update PATCH /calendar/{id}',
    'calendar_delete DELETE /calendar/{id}',
    'knowledge_list GET /knowledge',
    'knowledge_create POST /knowledge',
    'knowledge_get GET /knowledge/{id}',
    'knowledge_refresh POST /knowledge/{id}/refresh',
    'knowledge_delete DELETE /knowledge/{id}',
    'content_radar_list GET /content-radar',
    'content_radar_watch POST /content-radar/sources',
    'content_radar_unwatch DELETE /content-radar/sources/{id}',
    'content_radar_check POST /content-radar/check',
    'content_radar_recommend POST /content-radar/recommendations',
    'articles_create POST /articles',
    'articles_list GET /articles',
    'articles_get GET /articles/{id}',
    'articles_claims GET /articles/{id}/claims',
    'articles_create_batch POST /articles/batch',
    'batches_get GET /batches/{id}',
    'batches_cancel POST /batches/{id}/cancel',
    'articles_brief GET /articles/{id}/brief',
    'articles_submit_draft POST /articles/{id}/draft',
    'articles_update PATCH /articles/{id}',
    'articles_delete DELETE /articles/{id}',
    'articles_regenerate POST /articles/{id}/regenerate',
    'articles_versions GET /articles/{id}/versions',
    'articles_restore POST /articles/{id}/restore',
    'articles_publish POST /articles/{id}/publish',
    'optimizations_create POST /optimizations',
    'optimizations_get GET /optimizations/{id}',
    'optimizations_brief GET /optimizations/{id}/brief',
    'optimizations_submit POST /optimizations/{id}/draft',
    'ai_visibility_get GET /ai-visibility',
    'ai_visibility_citations GET /ai-visibility/citations',
    'ai_visibility_sentiment GET /ai-visibility/sentiment',
    'ai_visibility_sources GET /ai-visibility/sources',
    'content_gaps_list GET /ai-visibility/content-gaps',
    'content_gaps_analyze POST /ai-visibility/content-gaps',
    'ai_visibility_run POST /ai-visibility/runs',
    'ai_answers_list GET /ai-visibility/answers',
    'ai_answers_submit POST /ai-visibility/answers',
    'ai_answers_get GET /ai-visibility/answers/{id}',
    'prompts_list GET /prompts',
    'prompts_create POST /prompts',
    'prompts_delete DELETE /prompts/{id}',
    'prompts_explore GET /prompts/explorer',
    'competitors_list GET /competitors',
    'competitors_add POST /competitors',
    'competitors_remove DELETE /competitors',
    'link_prospects_list GET /link-building',
    'link_prospects_create POST /link-building',
    'link_prospects_get GET /link-building/{id}',
    'link_prospects_update PATCH /link-building/{id}',
    'link_prospects_delete DELETE /link-building/{id}',
    'link_prospects_discover POST /link-building/discover',
    'link_prospects_verify POST /link-building/verify',
    'link_prospects_outreach POST /link-building/{id}/outreach',
    'link_prospects_followup POST /link-building/{id}/followup',
    'link_prospects_send POST /link-building/{id}/send',
    'link_suppressions_list GET /link-building/suppressions',
    'link_suppressions_set POST /link-building/suppressions',
    'actions_list GET /actions',
    'actions_run POST /actions/{id}/run',
    'actions_dismiss POST /actions/{id}/dismiss',
    'auto_publish_set POST /settings/auto-publish',
    'autoblog_autofill POST /autoblog/autofill',
    'projects_list GET /projects',
    'projects_create POST /projects',
    'projects_get GET /projects/{id}',
    'projects_update PATCH /projects/{id}',
    'projects_delete DELETE /projects/{id}',
    'integrations_list GET /integrations',
    'integrations_set PUT /integrations/{provider}',
    'integrations_delete DELETE /integrations/{provider}',
    'integrations_test POST /integrations/{provider}/test',
    'jobs_get GET /jobs/{id}',
    'jobs_list GET /jobs',
    'jobs_cancel POST /jobs/{id}/cancel',
    'usage_get GET /usage',
    'overview_get GET /overview',
  ]);
});

test('every operation is called by the scenario that runs through REST and through MCP', () => {
  const called = new Set(scenario.map((step) => step.operation));
  expect(operations.map((operation) => operation.name).filter((name) => !called.has(name))).toEqual([]);
});

describe.each(operations.map((operation) => [operation.name, operation] as const))('%s', (_, operation) => {
  test('has a name that every client takes', () => {
    expect(operation.name).toMatch(/^[a-z]+(_[a-z]+)+$/);
    expect(operation.name.length).toBeLessThanOrEqual(64);
  });

  test('has a title, and a description that says when to use it and what comes next', () => {
    expect(operation.title).toMatch(/^[A-Z].{2,58}[^.]$/);
    expect(operation.description).toMatch(/^[A-Z].+\.$/s);
    expect(operation.description.length).toBeGreaterThan(60);
    expect(operation.description, 'says when').toMatch(/\bUse it\b/);
    const others = operations.map((other) => other.name).filter((name) => name !== operation.name);
    expect(
      others.some((name) => operation.description.includes(name)),
      'names what comes before or after',
    ).toBe(true);
  });

  test('takes a closed, flat object whose fields are all described', () => {
    const schema = inputSchema(operation.input);
    expect(schema['type']).toBe('object');
    expect(schema['additionalProperties']).toBe(false);
    expect(problemsOf(schema)).toEqual([]);
    for (const field of pathFields(operation.path)) expect(Object.keys(operation.input.shape)).toContain(field);
  });

  test('names only error codes that the table knows', () => {
    expect(operation.errors.filter((code) => !(code in errorTable))).toEqual([]);
  });

  test('gives all four hints', () => {
    expect(Object.values(hintsOf(operation))).toEqual([expect.any(Boolean), expect.any(Boolean), expect.any(Boolean), expect.any(Boolean)]);
  });

  test(`costs at most ${largestTool} tokens as a tool`, () => {
    expect(tokensOf(operation.name)).toBeLessThanOrEqual(largestTool);
  });

  test('has schemas as a tool that every client can read, and says all about its answer elsewhere', () => {
    const tool = tools.get(operation.name)!;
    expect(unreadable(tool.inputSchema)).toEqual([]);
    expect(unreadable(tool.outputSchema ?? { type: 'object' })).toEqual([]);
    expect(described(tool.outputSchema ?? {})).toEqual([]);
    expect(Object.values(tool.inputSchema.properties ?? {}).flatMap((field) => described(field as JsonSchema)).length).toBe(
      Object.keys(operation.input.shape).length,
    );
  });

  test('has examples that its own shapes accept', () => {
    expect(operation.input.safeParse(operation.example.input).error).toBeUndefined();
    expect(operation.output.safeParse(operation.example.output).error).toBeUndefined();
  });
});

/** The schemas within a schema, itself included, each with its place. */
function schemasIn(schema: JsonSchema, path = ''): [path: string, schema: JsonSchema][] {
  const { properties = {}, items, anyOf = [], additionalProperties } = schema as Record<string, never>;
  const inner: [string, unknown][] = [
    ...Object.entries(properties),
    ...Object.entries(anyOf),
    ...Object.entries({ items, additionalProperties }),
  ];
  const schemas = inner.filter((one): one is [string, JsonSchema] => typeof one[1] === 'object');
  return [[path, schema], ...schemas.flatMap(([name, one]) => schemasIn(one, `${path}/${name}`))];
}

/** What the strict check of the MCP Inspector warns of: several types in one place, and schemas that say nothing. */
function unreadable(schema: JsonSchema): string[] {
  const isPlain = (one: JsonSchema) => typeof one['type'] === 'string' || 'anyOf' in one || 'const' in one || 'enum' in one;
  return schemasIn(schema).flatMap(([path, one]) => (isPlain(one) ? [] : [path]));
}

function described(schema: JsonSchema): string[] {
  return schemasIn(schema).flatMap(([path, one]) => ('description' in one ? [path] : []));
}

/** What a client somewhere could not digest. */
function problemsOf(schema: JsonSchema, path = '', depth = 0): string[] {
  const problems: string[] = [];
  for (const [key, value] of Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>)) {
    const at = `${path}/${key}`;
    if (!/^[a-zA-Z][a-zA-Z0-9]{0,63}$/.test(key)) problems.push(`${at}: not a camelCase name`);
    const alternatives = (value['anyOf'] ?? [value]) as JsonSchema[];
    if (!alternatives.some((one) => typeof one['description'] === 'string') && typeof value['description'] !== 'string')
      problems.push(`${at}: no description`);
    for (const banned of ['$ref', 'prefixItems', 'allOf', 'oneOf', 'not', 'if']) if (banned in value) problems.push(`${at}: ${banned}`);
    if (Array.isArray(value['type'])) problems.push(`${at}: several types`);
    if (String(value['pattern'] ?? '').length > 60) problems.push(`${at}: a huge pattern`);
    if (value['type'] === 'object' && depth >= 1) problems.push(`${at}: nested too deep`);
    problems.push(...problemsOf(value, at, depth + 1));
    if (value['items']) problems.push(...problemsOf(value['items'] as JsonSchema, `${at}/-`, depth + 1));
  }
  for (const banned of ['anyOf', 'oneOf', 'allOf', '$ref']) if (depth === 0 && banned in schema) problems.push(`a ${banned} at the root`);
  return problems;
}
