import type { ErrorCode } from '../../src/errors.ts';
import { linkSteps } from './link-steps.ts';
import { pageOf, startSite } from './site.ts';

/** What a step made, for the steps after it. */
export type Memory = Record<string, string>;

export interface Step {
  operation: string;
  input(memory: Memory): Record<string, unknown>;
  /** The code of the error it must answer, where the refusal is the point. */
  refusedWith?: ErrorCode;
  /** Takes what later steps need out of the answer. */
  remember?(answer: never): Memory;
}

export const manual = `# Connection pools

## What a pool is

A connection pool is a set of open connections that requests share. It keeps each connection open after a response has arrived. A request therefore need not wait for a new handshake. The pool hands out an idle connection when a request asks for one. When every connection is busy, the request waits in a queue until one becomes free.

## Sizing a pool

The size of a connection pool decides how many requests run at once. A small pool protects the server from sudden load. A large pool lowers waiting times while the server still has room. Most applications start with ten connections for each origin and measure from there. Doubling the size helps only while the server answers faster than requests arrive.

## Closing a pool

Closing a connection pool waits for the requests that are under way. Destroying a pool ends its connections at once and fails what is still queued. A service closes its pools after it has stopped accepting new work. Idle connections are closed by the keep-alive timeout of the server. A client should use a slightly shorter timeout than its server does.

## Watching a pool

The statistics of a connection pool show how many connections are open and how many are free. A queue that keeps growing means that the pool is too small or the server too slow. Latency rises before errors appear, so the queue is the first thing to watch. Good dashboards show the queue beside the response times of the server.
`;

/** Long enough for a draft on the manual. */
const idleDraft = `An idle connection is handed out when a request asks for one [1].

## Idle Connections

${'The pool hands out an idle connection when a request asks for one [1]. '.repeat(8)}`;

/** What the scenario begins with: where webhooks go, and a page of the web with another on the same keyword. */
export async function startMemory(webhook: string): Promise<Memory> {
  const said = manual.split('\n\n').filter((text) => text.length > 60);
  const { url } = await startSite({ '/page': pageOf('Connection pool', said.slice(0, 2)), '/rival': pageOf('Connection pools', said) });
  return { webhook, page: `${url}/page`, rival: `${url}/rival` };
}

/** One use of every operation, in an order in which each finds what it needs. */
export const scenario: readonly Step[] = [
  { operation: 'projects_list', input: () => ({}) },
  { operation: 'integrations_list', input: () => ({}) },
  { operation: 'webhook_secret_get', input: () => ({}) },
  { operation: 'webhook_secret_rotate', input: () => ({ revokePrevious: true }) },
  { operation: 'webhook_secret_rotate', input: () => ({ activateInMinutes: 60 }) },
  {
    operation: 'knowledge_create',
    input: () => ({ markdown: manual, tags: ['manual'] }),
    remember: ({ id, projectId }: { id: string; projectId: string }) => ({ doc: id, prj: projectId }),
  },
  { operation: 'knowledge_list', input: () => ({ q: 'idle connection', limit: 5 }) },
  { operation: 'knowledge_get', input: ({ doc }) => ({ id: doc, offset: 10 }) },
  { operation: 'knowledge_refresh', input: ({ doc }) => ({ id: doc }), refusedWith: 'conflict' },
  { operation: 'projects_get', input: ({ prj }) => ({ id: prj }) },
  { operation: 'projects_update', input: ({ prj, webhook }) => ({ id: prj, eventWebhookUrl: webhook, brandTerms: ['Example'] }) },
  {
    operation: 'articles_create',
    input: () => ({ keyword: 'connection pool', targetWordCount: 250 }),
    remember: ({ id, jobId }: { id: string; jobId: string }) => ({ art: id, job: jobId }),
  },
  { operation: 'jobs_get', input: ({ job }) => ({ id: job, waitSeconds: 0 }) },
  { operation: 'jobs_cancel', input: ({ job }) => ({ id: job }), refusedWith: 'conflict' },
  { operation: 'jobs_list', input: () => ({ status: 'succeeded', since: '2026-01-01T00:00:00Z' }) },
  { operation: 'usage_get', input: () => ({ since: '2026-05' }) },
  { operation: 'overview_get', input: () => ({}) },
  // Nothing is held yet.
  { operation: 'search_console_query', input: () => ({ view: 'quick_wins' }), refusedWith: 'integration_required' },
  {
    operation: 'search_console_import',
    input: () => ({
      base64: Buffer.from('Top queries,Clicks,Impressions,CTR,Position\npool size,12,2140,0.56%,9.3\n').toString('base64'),
      since: '2026-04-03',
      until: '2026-04-30',
      property: 'sc-domain:example.com',
    }),
  },
  // Google is not connected.
  { operation: 'search_console_sync', input: () => ({ since: '2026-04-01' }), refusedWith: 'integration_required' },
  {
    operation: 'audit_start',
    input: ({ webhook }) => ({ siteUrl: webhook, maxPages: 5, checkExternal: false }),
    remember: ({ id }: { id: string }) => ({ aud: id }),
  },
  { operation: 'audit_get', input: ({ aud }) => ({ id: aud, view: 'issues' }) },
  { operation: 'articles_list', input: () => ({ q: 'connection pool', status: 'ready' }) },
  { operation: 'articles_get', input: ({ art }) => ({ id: art, include: ['markdown', 'sources'] }) },
  {
    operation: 'webhook_deliveries_list',
    input: () => ({ status: 'delivered' }),
    remember: ({ data }: { data: { id: string }[] }) => ({ dlv: data[0]!.id }),
  },
  { operation: 'webhook_deliveries_list', input: ({ art }) => ({ articleId: art, include: ['response'] }) },
  { operation: 'webhook_deliveries_get', input: ({ dlv }) => ({ id: dlv, include: ['body', 'response', 'requestHeaders'] }) },
  { operation: 'webhook_deliveries_retry', input: ({ dlv }) => ({ id: dlv }) },
  { operation: 'webhook_deliveries_retry_many', input: ({ webhook }) => ({ url: webhook, status: 'delivered', dryRun: true }) },
  { operation: 'webhook_deliveries_retry_many', input: () => ({ undelivered: true, dryRun: true }) },
  { operation: 'webhook_deliveries_retry_many', input: ({ dlv }) => ({ ids: [dlv] }) },
  { operation: 'webhook_deliveries_retry_many', input: ({ webhook }) => ({ url: webhook, status: 'delivered' }) },
  { operation: 'webhook_deliveries_acknowledge', input: ({ dlv }) => ({ id: dlv }), refusedWith: 'conflict' },
  { operation: 'event_types_list', input: () => ({}) },
  { operation: 'webhook_test', input: () => ({ eventType: 'batch.completed' }) },
  { operation: 'events_list', input: () => ({ type: 'article.ready', since: '2026-01-01T00:00:00Z', include: ['data'] }) },
  { operation: 'publishing_webhook_set', input: ({ webhook }) => ({ url: webhook, method: 'PUT', holdOnQualityGate: true }) },
  { operation: 'publishing_webhook_get', input: () => ({}) },
  { operation: 'publishing_webhook_rotate', input: () => ({}) },
  { operation: 'publishing_webhook_test', input: () => ({}) },
  {
    operation: 'articles_publish',
    input: ({ art }) => ({ id: art }),
    remember: ({ publications }: { publications: { deliveryId: string }[] }) => ({ send: publications[0]!.deliveryId }),
  },
  { operation: 'articles_publish', input: ({ art }) => ({ id: art }) },
  { operation: 'webhook_deliveries_retry', input: ({ send }) => ({ id: send }) },
  { operation: 'publishing_webhook_delete', input: () => ({}) },
  { operation: 'articles_update', input: ({ art }) => ({ id: art, version: 1, title: 'Pools in Practice' }) },
  { operation: 'articles_claims', input: ({ art }) => ({ id: art, limit: 2 }) },
  { operation: 'articles_versions', input: ({ art }) => ({ id: art, from: 1 }) },
  { operation: 'articles_restore', input: ({ art }) => ({ id: art, number: 1 }) },
  { operation: 'articles_regenerate', input: ({ art }) => ({ id: art }) },
  {
    operation: 'articles_create_batch',
    input: () => ({
      items: [{ keyword: 'idle connection' }, { keyword: '' }],
      defaults: { targetWordCount: 250, writer: 'agent', includeImage: false },
    }),
    remember: ({ id }: { id: string }) => ({ bat: id }),
  },
  {
    operation: 'batches_get',
    input: ({ bat }) => ({ id: bat }),
    remember: ({ items }: { items: { articleId: string }[] }) => ({ waiting: items[0]!.articleId }),
  },
  { operation: 'articles_brief', input: ({ waiting }) => ({ id: waiting }) },
  {
    operation: 'actions_list',
    input: () => ({ type: 'write_draft' }),
    remember: ({ data }: { data: { id: string }[] }) => ({ act: data[0]!.id }),
  },
  { operation: 'actions_dismiss', input: ({ act }) => ({ id: act, until: '2099-01-01T00:00:00Z' }) },
  { operation: 'actions_run', input: ({ act }) => ({ id: act }) },
  { operation: 'actions_run', input: ({ act }) => ({ id: act }), refusedWith: 'conflict' },
  {
    operation: 'articles_submit_draft',
    input: ({ waiting }) => ({ id: waiting, title: 'Idle Connections', markdown: idleDraft, acceptFlags: true }),
  },
  { operation: 'batches_cancel', input: ({ bat }) => ({ id: bat }), refusedWith: 'conflict' },
  { operation: 'articles_delete', input: ({ waiting }) => ({ id: waiting }) },
  {
    operation: 'optimizations_create',
    input: ({ page, rival }) => ({ url: page, keyword: 'connection pool', competitorUrls: [rival], writer: 'agent' }),
    remember: ({ id }: { id: string }) => ({ opt: id }),
  },
  { operation: 'optimizations_get', input: ({ opt }) => ({ id: opt, include: ['terms', 'page'] }) },
  { operation: 'optimizations_brief', input: ({ opt }) => ({ id: opt }) },
  { operation: 'optimizations_submit', input: ({ opt }) => ({ id: opt, title: 'Connection Pools, Sized', acceptFlags: true }) },
  {
    operation: 'integrations_set',
    input: ({ webhook }) => ({ provider: 'ghost', siteUrl: webhook, adminApiKey: `${'a'.repeat(24)}:${'b'.repeat(64)}` }),
  },
  { operation: 'integrations_test', input: () => ({ provider: 'ghost' }) },
  { operation: 'integrations_delete', input: () => ({ provider: 'ghost' }) },
  { operation: 'projects_update', input: ({ prj, webhook }) => ({ id: prj, siteUrl: webhook }) },
  { operation: 'keywords_competitor_gap', input: () => ({ competitors: ['rival.example'], country: 'US' }) },
  { operation: 'posts_refresh', input: () => ({ maxPages: 5 }) },
  { operation: 'posts_list', input: () => ({ sort: 'oldest', staleDays: 30 }) },
  { operation: 'competitors_add', input: () => ({ name: 'Rival', domain: 'https://www.rival.example/', aliases: ['Rival Cloud'] }) },
  { operation: 'competitors_list', input: () => ({}) },
  {
    operation: 'content_radar_watch',
    input: ({ webhook }) => ({ url: webhook, kind: 'page' }),
    remember: ({ id }: { id: string }) => ({ src: id }),
  },
  { operation: 'content_radar_check', input: ({ src }) => ({ sourceId: src }) },
  { operation: 'content_radar_list', input: () => ({ include: ['sources'], kind: 'updated', minRelevance: 0.5, q: 'pool' }) },
  { operation: 'content_radar_recommend', input: () => ({ limit: 5, weeks: 6, weekdays: ['monday'] }) },
  { operation: 'content_radar_unwatch', input: ({ src }) => ({ id: src }) },
  { operation: 'projects_update', input: ({ prj }) => ({ id: prj, brandTerms: ['Acme'], mentionNotWith: ['road runner'] }) },
  {
    operation: 'prompts_create',
    input: () => ({ prompts: ['Which pool is best?', 'which pool is  best?', '!'] }),
    remember: ({ prompts }: { prompts: { id: string }[] }) => ({ asked: prompts[0]!.id }),
  },
  { operation: 'prompts_list', input: () => ({ branded: false }) },
  { operation: 'prompts_explore', input: () => ({ personas: ['Small teams', 'Agencies'], intent: 'commercial', limit: 5 }) },
  {
    operation: 'ai_answers_submit',
    input: ({ asked }) => ({
      answers: [
        {
          promptId: asked,
          engine: 'chatgpt',
          surface: 'ui',
          text: 'Acme is great [1]. Rival is slow.',
          citations: [{ url: 'https://rival.example/a' }],
        },
        { prompt: 'Is Rival good?', engine: 'my-model', text: 'Rival is fine.' },
        { prompt: 'Is Rival good?', engine: 'my model', text: 'Rival is fine.' },
      ],
    }),
    remember: ({ answers }: { answers: { id: string }[] }) => ({ ans: answers[0]!.id }),
  },
  { operation: 'ai_answers_list', input: () => ({ engine: 'chatgpt', brand: 'own', limit: 5 }) },
  { operation: 'ai_answers_get', input: ({ ans }) => ({ id: ans }) },
  { operation: 'ai_visibility_get', input: () => ({ since: '2026-01-01' }) },
  { operation: 'ai_visibility_get', input: ({ asked }) => ({ promptId: asked, engine: 'chatgpt', surface: 'ui' }) },
  { operation: 'ai_visibility_citations', input: () => ({ category: 'competitor', limit: 5 }) },
  { operation: 'ai_visibility_sentiment', input: () => ({ brand: 'own' }) },
  { operation: 'ai_visibility_sources', input: () => ({ category: 'competitor' }) },
  { operation: 'content_gaps_list', input: () => ({ surface: 'agent', kind: 'absent' }) },
  { operation: 'content_gaps_analyze', input: () => ({ surface: 'agent', limit: 1 }) },
  { operation: 'integrations_set', input: ({ webhook }) => ({ provider: 'perplexity', apiKey: 'pplx-key', baseUrl: webhook }) },
  { operation: 'ai_visibility_run', input: ({ asked }) => ({ engines: ['perplexity'], promptIds: [asked], runs: 1, webSearch: false }) },
  { operation: 'integrations_delete', input: () => ({ provider: 'perplexity' }) },
  { operation: 'prompts_delete', input: ({ asked }) => ({ id: asked }) },
  { operation: 'competitors_remove', input: () => ({ domain: 'rival.example' }) },
  ...linkSteps,
  {
    operation: 'calendar_create',
    input: () => ({
      slots: [
        { date: '2099-01-05', keyword: 'pool sizes' },
        { date: '2099-02-30', keyword: 'queues' },
      ],
    }),
    remember: ({ slots }: { slots: { id: string }[] }) => ({ cal: slots[0]!.id }),
  },
  { operation: 'calendar_list', input: () => ({ from: '2099-01-01', to: '2099-01-31', status: 'planned', q: 'POOL' }) },
  { operation: 'calendar_update', input: ({ cal }) => ({ id: cal, time: '10:30', title: 'Sizes of Pools' }) },
  { operation: 'calendar_delete', input: ({ cal }) => ({ id: cal }) },
  { operation: 'integrations_set', input: ({ webhook }) => ({ provider: 'searxng', baseUrl: webhook }) },
  {
    operation: 'rankings_track',
    input: () => ({ keywords: ['connection pool', 'Connection  Pool', 'pool sizes'], tags: ['docs'] }),
    remember: ({ added }: { added: { id: string }[] }) => ({ trk: added[0]!.id }),
  },
  { operation: 'rankings_check', input: ({ trk }) => ({ ids: [trk] }) },
  { operation: 'integrations_delete', input: () => ({ provider: 'searxng' }) },
  { operation: 'rankings_list', input: () => ({ tag: 'docs', q: 'POOL', sort: 'change', include: ['history'] }) },
  { operation: 'rankings_untrack', input: ({ trk }) => ({ id: trk }) },
  { operation: 'keywords_search', input: () => ({ keywords: ['pool sizes', 'Pool  Sizes', 'buy a pool'], country: 'US', language: 'en' }) },
  { operation: 'keywords_discover', input: () => ({ seeds: ['pool'], sources: [], questionsOnly: true, limit: 5 }) },
  {
    operation: 'topics_create',
    input: () => ({ name: 'Pools', keywords: ['pool sizes', 'connection pooling'] }),
    remember: ({ id }: { id: string }) => ({ top: id }),
  },
  { operation: 'topics_list', input: () => ({}) },
  { operation: 'topics_update', input: ({ top }) => ({ id: top, pillarKeyword: 'connection pools' }) },
  { operation: 'topics_add_keywords', input: ({ top }) => ({ id: top, keywords: ['Pool  sizes', 'idle connections'] }) },
  { operation: 'auto_publish_set', input: () => ({ mode: 'review', quietHours: { from: '22:00', to: '07:00' } }) },
  {
    operation: 'autoblog_autofill',
    input: () => ({ days: 7 }),
    remember: ({ planId }: { planId: string }) => ({ pln: planId }),
  },
  { operation: 'autoblog_autofill', input: ({ pln }) => ({ planId: pln }) },
  {
    operation: 'topics_get',
    input: ({ top }) => ({ id: top, view: 'keywords', limit: 2 }),
    remember: ({ keywords }: { keywords: { id: string }[] }) => ({ kw: keywords[0]!.id }),
  },
  { operation: 'topics_remove_keyword', input: ({ top, kw }) => ({ id: top, keywordId: kw }) },
  {
    operation: 'topics_add_prompts',
    input: ({ top }) => ({ id: top, prompts: ['How large should a pool be?'] }),
    remember: ({ prompts }: { prompts: { id: string }[] }) => ({ prm: prompts[0]!.id }),
  },
  { operation: 'topics_list_prompts', input: ({ top }) => ({ id: top }) },
  { operation: 'topics_remove_prompt', input: ({ top, prm }) => ({ id: top, promptId: prm }) },
  { operation: 'topics_research', input: ({ top }) => ({ id: top }) },
  { operation: 'topics_delete', input: ({ top }) => ({ id: top }) },
  { operation: 'knowledge_delete', input: ({ doc }) => ({ id: doc }) },
  {
    operation: 'projects_create',
    input: () => ({ name: 'Another', articleDefaults: { targetWordCount: 300 } }),
    remember: ({ id }: { id: string }) => ({ other: id }),
  },
  { operation: 'projects_delete', input: ({ other }) => ({ id: other, confirm: 'Another' }) },
];
