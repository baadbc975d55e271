import { insertMadeUp } from '../../support/made-up.ts';
import { rowsOf, type Row } from '../../support/rows.ts';
import { manual } from '../../support/scenario.ts';
import { createTestApp } from '../../support/test-app.ts';
import { plantOld } from './old-project.ts';
import { plantLinks } from './planted-links.ts';
import { day, site, trackedRow, type BusyDesk } from './planted.ts';

const plan = (keyword: string, title: string, warnings: string[] = []) => ({
  keyword,
  title,
  articleType: 'guide',
  intent: { label: 'informational', confidence: 1 },
  searchVolume: null,
  difficulty: null,
  documents: null,
  warnings,
  why: {},
  keywords: [],
  neighbours: [],
});

/** Two projects in which every group has something to say, or, if they are to be quiet, none. */
export async function startBusyDesk({ quiet = false } = {}): Promise<BusyDesk> {
  const app = await createTestApp();
  const { desk, home } = app;
  const rows = rowsOf(home);
  const now = app.now();
  const put = (table: string, row: Row) => insertMadeUp(rows, table, { created_at: now, updated_at: now, ...row });
  const { data } = (await desk.call('projects_list')) as { data: { id: string }[] };
  const old = data[0]!.id;
  await desk.call('projects_update', { id: old, name: 'Old', siteUrl: 'https://old.example/' });
  const { id: fresh } = (await desk.call('projects_create', { name: 'Fresh' })) as { id: string };
  const busy = { ...app, fresh, old, put };
  if (quiet) return busy;
  await plantFresh(busy);
  await plantLinks(busy);
  await plantOld(busy);
  return busy;
}

async function plantFresh({ desk, fresh: projectId, put, now }: BusyDesk & { now(): number }): Promise<void> {
  const at = now();
  const own = { project_id: projectId };
  await desk.call('projects_update', { id: projectId, siteUrl: `${site}/`, brandTerms: ['Acme'] });
  await desk.call('knowledge_create', { projectId, markdown: manual });
  await desk.call('publishing_webhook_set', { projectId, url: 'http://127.0.0.1:9/hook' });
  for (const provider of ['serper', 'perplexity']) await desk.call('integrations_set', { projectId, provider, apiKey: 'key' });
  await put('integrations', { ...own, provider: 'brave', healthy: 0, last_error: 'Brave answered 401.', last_checked_at: at });
  for (const [id, host] of [
    ['dlv_1', 'one'],
    ['dlv_2', 'two'],
    ['dlv_3', 'two'],
  ] as const) {
    const failed = {
      kind: 'event',
      event_type: 'article.ready',
      status: 'failed',
      standing: 'failed',
      attempts_made: 1,
      attempt_count: 1,
      settled_at: at,
    };
    await put('deliveries', { ...own, ...failed, id, url: `https://${host}.example/hook` });
    await put('attempts', {
      delivery_id: id,
      number: 1,
      started_at: at,
      response: JSON.stringify({ error: { code: 'timeout', message: 'late' }, durationMs: 5 }),
    });
  }
  const article = { ...own, request: '{}', keyword: 'pool size', writer: 'agent' };
  const gates = JSON.stringify([{ code: 'keyword_stuffing', gate: true, detail: '' }]);
  await put('articles', { ...article, id: 'art_ready', job_id: 'job_1', title: 'Never sent', status: 'ready', gated: 0, version: 1 });
  await put('articles', { ...article, id: 'art_failed', job_id: 'job_2', title: 'Refused', status: 'ready', gated: 0, version: 1 });
  await put('articles', { ...article, id: 'art_review', job_id: 'job_10', title: 'To look at', status: 'ready', gated: 0, version: 1 });
  await put('waiting_publications', { ...own, article_id: 'art_review', waits_for: 'review', since: at });
  await put('articles', { ...article, id: 'art_turn', job_id: 'job_11', title: 'In its turn', status: 'ready', gated: 0, version: 1 });
  await put('waiting_publications', { ...own, article_id: 'art_turn', waits_for: 'turn', since: at });
  await put('publications', { article_id: 'art_failed', target: 'ghost', status: 'failed', error: '{"message":"Ghost answered 401."}' });
  await put('articles', { ...article, id: 'art_gated', job_id: 'job_3', title: 'Gated', status: 'ready', gated: 1, quality: gates });
  await put('articles', {
    ...article,
    id: 'art_waits',
    job_id: 'job_4',
    title: 'Waiting',
    status: 'awaiting_draft',
    draft_due_at: at + day,
  });
  const optimization = { ...own, request: '{}', keyword: 'pools', updated_at: at };
  await put('optimizations', {
    ...optimization,
    id: 'opt_1',
    job_id: 'job_5',
    url: `${site}/rewritten`,
    writer: 'agent',
    status: 'awaiting_draft',
    draft_due_at: at + day,
  });
  await put('optimizations', {
    ...optimization,
    id: 'opt_2',
    job_id: 'job_6',
    url: `${site}/weak`,
    writer: 'none',
    status: 'ready',
    score_before: 31.5,
  });
  const slot = {
    ...own,
    date: '2026-05-01',
    time: '09:00',
    due_at: at - 2 * day,
    write_at: at - 2 * day,
    late: 0,
    sequence: 0,
    request: '{}',
  };
  await put('calendar_slots', { ...slot, id: 'cal_1', status: 'missed', keyword: 'missed slot', keyword_key: 'en missed slot' });
  await put('calendar_slots', {
    ...slot,
    id: 'cal_2',
    status: 'failed',
    keyword: 'unknown thing',
    keyword_key: 'en thing unknown',
    error: '{"code":"insufficient_sources","message":"No document has any of its words."}',
  });
  await put('radar_sources', { ...own, id: 'src_1', kind: 'site', url: 'https://rival.example/', next_check_at: at + day });
  await put('radar_changes', {
    ...own,
    id: 'chg_1',
    source_id: 'src_1',
    kind: 'new',
    url: 'https://rival.example/leak',
    title: 'Leak detection',
    keyword: 'connection leak detection',
    relevance: 0.8,
    created_at: at - day,
  });
  await put('topics', { ...own, id: 'top_new', name: 'Queues', name_key: 'queues', pillar_keyword: 'queues' });
  await put('topics', { ...own, id: 'top_planned', name: 'Brewing', name_key: 'brewing', pillar_keyword: 'cold brew coffee' });
  const stored = {
    pillar: plan('cold brew coffee', 'Cold Brew Coffee'),
    pages: [plan('espresso grind', 'Espresso Grind', ['insufficient_sources'])],
  };
  await put('topic_plans', { topic_id: 'top_planned', researched_at: at, plan: JSON.stringify(stored) });
  await put('tracked_keywords', trackedRow({ ...own, id: 'trk_1', keyword: 'never looked', status: 'not_checked', checked_at: null }));
  const before = JSON.stringify({ last: { position: 4, depth: 20, url: `${site}/fallen` }, days: {} });
  const fallen = { ...own, id: 'trk_2', keyword: 'fallen', status: 'ranked', position: 15, dropped: 1 };
  await put('tracked_keywords', trackedRow({ ...fallen, before, checked_at: at }));
  await put('search_syncs', {
    ...own,
    job_id: 'job_7',
    property: 'sc-domain:acme.example',
    finished_at: at,
    error: 'Google refused the key.',
  });
  await put('prompts', { ...own, id: 'prm_1', text: 'Which pool is good?', said: 'which pool is good?' });
  await put('documents', {
    ...own,
    id: 'doc_unread',
    kind: 'url',
    title: 'Unread',
    address: 'https://a.example/',
    status: 'failed',
    last_error: '{"message":"It answered 404."}',
    language: 'en',
    tags: '[]',
    fingerprint: 'x',
    checked_at: at,
    refreshed_at: at,
  });
}
