import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Project } from '../../../schema/projects.ts';
import { radarRows } from '../../support/radar-rows.ts';
import { rowsOf, type Row } from '../../support/rows.ts';
import { plantAnswers } from '../visibility/planted-answers.ts';
import { plantProspects } from '../links/planted-prospects.ts';
import { plantAudit } from './planted-audit.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

describe('deleting a project with a long history', () => {
  /** Several slices of each, though each is seen twice: every write of a test is rehearsed. */
  const many = 400;

  /** A desk of two projects, the first with many of everything that grows. */
  async function startWithHistory() {
    const app = await createTestApp();
    const [{ id }] = ((await app.desk.call('projects_list')) as { data: [Project] }).data;
    await app.desk.call('projects_create', { name: 'Blog' });
    const rows = rowsOf(app.home);
    const plant = (table: string, rowAt: (n: number) => Row) =>
      rows.insert(
        table,
        Array.from({ length: many }, (_, index) => rowAt(index + 1)),
      );
    const due = 9_000_000_000_000_000;
    const job = { project_id: id, progress: 0, attempts: 0, cancel_requested: 0 };
    const send = { kind: 'event', event_type: 'article.ready', url: 'http://127.0.0.1:9/hook', status: 'failed', standing: 'failed' };
    const article = { keyword: 'pools', article_type: 'guide', status: 'queued', writer: 'extractive', request: '{}' };
    const event = { project_id: id, type: 'article.ready', body: '{}' };
    await plant('events', (n) => ({ ...event, id: `evt_${n}`, resource_id: `art_${n}`, created_at: n }));
    const tried = { attempt_count: 5, max_attempts: 5 };
    await plant('deliveries', (n) => ({ ...send, ...tried, id: `dlv_${n}`, project_id: id, event_id: `evt_${n}`, created_at: n }));
    await plant('attempts', (n) => ({ delivery_id: `dlv_${n}`, number: 1, started_at: n, response: '{}' }));
    await plant('delivery_bodies', (n) => ({ delivery_id: `dlv_${n}`, body: '{}' }));
    const ofArticle = { ...job, kind: 'article.write', resource_type: 'article', status: 'queued' };
    await plant('jobs', (n) => ({ ...ofArticle, id: `job_${n}`, resource_id: `art_${n}`, created_at: n, updated_at: n }));
    const ofBatch = { ...job, kind: 'article.batch', resource_type: 'batch', status: 'running' };
    await plant('jobs', (n) => ({ ...ofBatch, id: `job_batch_${n}`, resource_id: `bat_${n}`, created_at: n, updated_at: n }));
    await plant('work', (n) => ({ kind: 'article.write', key: `job_${n}`, payload: '{}', lane: '', due_at: due }));
    const text = { kind: 'text', title: 'Pools', language: 'en', word_count: 1, text: 'Pools.' };
    const document = { ...text, chunks: 1, tags: '["pools"]' };
    const kept = { keyword: 'pools', keyword_key: 'en pool', request: '{}', sequence: 0 };
    const slot = { project_id: id, date: '2099-01-05', time: '09:00', due_at: due, write_at: due, late: 0, status: 'planned', ...kept };
    await plant('calendar_slots', (n) => ({ ...slot, id: `cal_${n}`, created_at: n, updated_at: n }));
    const tracked = { project_id: id, engine: 'google', device: 'desktop', country: 'US', language: 'en', depth: 20, tags: '[]' };
    const unchecked = { ...tracked, status: 'not_checked', before: '{}', details: '{}', dropped: 0, waiting: 0 };
    await plant('tracked_keywords', (n) => ({
      ...unchecked,
      id: `trk_${n}`,
      keyword: `pool ${n}`,
      keyword_key: `pool ${n}`,
      created_at: n,
    }));
    const check = { status: 'not_found_in_top_n', depth: 20, sample: 'example.com/ en', provider: 'serper' };
    await plant('ranking_checks', (n) => ({ ...check, keyword_id: 'trk_1', checked_at: n }));
    await plant('topics', (n) => ({
      id: `top_${n}`,
      project_id: id,
      name: 'Pools',
      name_key: String(n),
      pillar_keyword: 'pools',
      created_at: n,
      updated_at: n,
    }));
    await plant('topic_keywords', (n) => ({ id: `kw_${n}`, topic_id: 'top_1', keyword: 'pools', said: String(n), created_at: n }));
    await plant('prompts', (n) => ({ id: `prm_${n}`, project_id: id, topic_id: 'top_1', text: 'Pools?', said: String(n), created_at: n }));
    const optimization = { project_id: id, status: 'ready', writer: 'none', url: 'https://example.com/', request: '{}', drafts: 0 };
    await plant('optimizations', (n) => ({ ...optimization, id: `opt_${n}`, job_id: `job_opt_${n}`, created_at: n, updated_at: n }));
    await plant('optimization_pages', (n) => ({ optimization_id: `opt_${n}`, position: 0, url: 'https://example.com/', state: 'read' }));
    await plant('action_marks', (n) => ({ action_id: `act_${n}`, project_id: id, mark: 'dismissed', cause: '', marked_at: n }));
    for (const [table, rowAt] of radarRows(id, due)) await plant(table, rowAt);
    await rows.insert('search_syncs', {
      project_id: id,
      job_id: 'job_1',
      property: 'sc-domain:example.com',
      since: null,
      brought: '{}',
      started_at: 0,
    });
    await rows.insert('search_properties', { number: 1, project_id: id, name: 'sc-domain:example.com', changes: 0 });
    const day = { property: 1, grouped_by: 'day', is_complete: 1, row_count: 0, rows: new Uint8Array() };
    await plant('search_days', (n) => ({ ...day, date: `day ${n}` }));
    await plant('documents', (n) => ({
      ...document,
      id: `doc_${n}`,
      project_id: id,
      fingerprint: String(n),
      created_at: n,
      refreshed_at: n,
    }));
    await plant('document_tags', (n) => ({ project_id: id, tag: 'pools', document_id: `doc_${n}` }));
    const passage = { position: 0, title: 'Pools', text: 'Pools.', word_count: 1 };
    await plant('passages', (n) => ({ ...passage, number: n, document_id: `doc_${n}` }));
    await plant('passages_to_index', (n) => ({ passage: n }));
    await plant('batches', (n) => ({ id: `bat_${n}`, project_id: id, job_id: `job_batch_${n}`, total: 1, concurrency: 1, created_at: n }));
    const inBatch = (n: number) => ({ project_id: id, job_id: `job_${n}`, batch_id: `bat_${n}` });
    await plant('articles', (n) => ({ ...article, ...inBatch(n), id: `art_${n}`, created_at: n, updated_at: n }));
    await plant('waiting_publications', (n) => ({ article_id: `art_${n}`, project_id: id, waits_for: 'turn', since: n }));
    const filled = { project_id: id, request: '{}', calendar: '', plan: '{}', created_at: 1, expires_at: 1 };
    await plant('autofill_plans', (n) => ({ ...filled, id: `pln_${n}` }));
    await plant('article_stages', (n) => ({ article_id: `art_${n}`, stage: 'research', status: 'done', attempts: 1, started_at: n }));
    const version = { number: 1, reason: 'written', title: 'Pools', word_count: 1, content: '{}' };
    await plant('article_versions', (n) => ({ ...version, article_id: `art_${n}`, created_at: n }));
    const png = new Uint8Array(1);
    await plant('media', (n) => ({ token: `media_${n}`, article_id: `art_${n}`, origin: 'drawn', png, created_at: n }));
    await plantProspects(plant, id);
    await plantAudit(rows, plant, id, many);
    await plantAnswers(rows, { projectId: id, promptId: 'prm_1', from: 1, to: many });
    return { app, rows, remove: () => app.desk.call('projects_delete', { id, confirm: 'Default' }) };
  }

  /** Where a project's own rows stand. */
  const owned = {
    events: 'events',
    deliveries: 'deliveries',
    'attempts of deliveries': 'attempts',
    'bodies of deliveries': 'delivery_bodies',
    'jobs of articles': `jobs where kind = 'article.write'`,
    'jobs of batches': `jobs where kind = 'article.batch'`,
    'work of jobs': `work where key like 'job_%'`,
    batches: 'batches',
    articles: 'articles',
    stages: 'article_stages',
    versions: 'article_versions',
    pictures: 'media',
    'articles that wait to go out': 'waiting_publications',
    'plans of the calendar': 'autofill_plans',
    'calendar slots': 'calendar_slots',
    topics: 'topics',
    'keywords of topics': 'topic_keywords',
    prompts: 'prompts',
    optimizations: 'optimizations',
    'marks of actions': 'action_marks',
    'pages of optimizations': 'optimization_pages',
    answers: 'ai_answers',
    'brands in answers': 'ai_answer_brands',
    'citations of answers': 'ai_answer_citations',
    'watched sources': 'radar_sources',
    'pages of sources': 'radar_pages',
    changes: 'radar_changes',
    'days of Search Console': 'search_days',
    'tracked keywords': 'tracked_keywords',
    'checks of rankings': 'ranking_checks',
    documents: 'documents',
    'tags of documents': 'document_tags',
    passages: 'passages',
    'waiting passages': 'passages_to_index',
    prospects: 'link_prospects',
    'opportunities of links': 'link_opportunities',
    'lines of their log': 'link_log',
    'mails to them': 'link_drafts',
    'erased prospects': 'link_erased',
    'days of mails': 'link_mail_days',
    'pages of audits': 'audit_pages',
    'links of pages': 'audit_page_links',
    'findings of audits': 'audit_findings',
    'links of audits': 'audit_links',
  };
  const nothing = Object.fromEntries(Object.keys(owned).map((kind) => [kind, 0]));

  /** How much is left of the project. */
  async function census({ home }: TestApp): Promise<Record<string, number>> {
    const counts = Object.entries(owned).map(([kind, from]) => `(select count(*) from ${from}) as "${kind}"`);
    // All at one moment.
    const [found] = await rowsOf(home).query<Record<string, number>>(`select ${counts.join(', ')}`);
    return found!;
  }

  test('takes what it owns along, with the records of its deliveries', async () => {
    const { app, remove } = await startWithHistory();
    expect(await census(app)).toEqual(Object.fromEntries(Object.keys(owned).map((kind) => [kind, many])));
    await remove();
    expect(await census(app)).toEqual(nothing);
  });

  test('topics go many at a time, and not before the articles that belong to them', async () => {
    const { app, rows, remove } = await startWithHistory();
    await rows.update('articles', { topic_id: 'top_1' });
    const seen: string[] = [];
    let ended = false;
    const deletion = remove().finally(() => (ended = true));
    while (!ended) {
      const { topics, articles } = await census(app);
      seen.push(`${topics} ${articles! > 0}`);
      await nextTurn();
    }
    await deletion;
    expect(seen).toContain('1 true');
    expect(seen).not.toContain('0 true');
    expect(new Set(seen.map((one) => one.split(' ')[0])).size).toBeLessThanOrEqual(2 + many / 20);
  });

  test('removes at most a hundred rows of a table in one transaction', async () => {
    const { app, remove } = await startWithHistory();
    let left = await census(app);
    let ended = false;
    const deletion = remove().finally(() => (ended = true));
    while (!ended) {
      await nextTurn();
      const now = await census(app);
      for (const kind of Object.keys(owned)) expect(left[kind]! - now[kind]!, kind).toBeLessThanOrEqual(100);
      left = now;
    }
    await deletion;
  });

  test.each(['deliveries', 'events', 'articles'])('gives others their turn while %s are let go', async (kind) => {
    const { app, remove } = await startWithHistory();
    const deletion = remove();
    while ((await census(app))[kind] === many) await nextTurn();
    await app.desk.call('projects_create', { name: 'Meanwhile' });
    expect((await census(app))[kind]).toBeGreaterThan(0);
    await deletion;
    expect((await census(app))[kind]).toBe(0);
  });

  /** Ends the deletion when half of the rows of a table are gone. */
  async function interruptAt(table: 'events' | 'articles', { rows, remove }: Awaited<ReturnType<typeof startWithHistory>>) {
    const when = `(select count(*) from ${table}) <= ${many / 2}`;
    const goOn = await rows.refuse('delete', table, { when, saying: 'cut short' });
    await expect(remove()).rejects.toThrow('cut short');
    await goOn();
  }

  test.each(['events', 'articles'] as const)(
    'leaves the project if it is interrupted at %s, and a repeat removes the rest',
    async (table) => {
      const started = await startWithHistory();
      const { app, remove } = started;
      await interruptAt(table, started);
      expect(await app.desk.call('projects_list')).toMatchObject({ data: [{ name: 'Blog' }, { name: 'Default' }] });
      expect((await census(app))[table]).toBe(many / 2);
      await remove();
      expect(await app.desk.call('projects_list')).toMatchObject({ data: [{ name: 'Blog' }] });
      expect(await census(app)).toEqual(nothing);
    },
  );

  test('sends nothing from its beginning on, and what an interruption leaves can still be used', async () => {
    const started = await startWithHistory();
    const { app, rows } = started;
    const [article] = await rows.all<{ project_id: string }>('articles');
    const { project_id } = article!;
    const url = 'http://127.0.0.1:9/cms';
    const endpoint = {
      id: 'whe_1',
      project_id,
      url,
      method: 'POST',
      token: 'sealed',
      hold_on_quality_gate: 0,
      created_at: 1,
      updated_at: 1,
    };
    await rows.insert('publishing_endpoints', endpoint);
    const send = { kind: 'publish', project_id, endpoint_id: 'whe_1', url, status: 'pending', attempt_count: 0, max_attempts: 5 };
    const sends = Array.from({ length: many }, (_, index) => index + 1);
    await rows.insert(
      'deliveries',
      sends.map((n) => ({ ...send, id: `send_${n}`, article_id: `art_${n}`, created_at: n })),
    );
    const event = { kind: 'event', project_id, event_id: 'evt_1', event_type: 'article.ready', url, attempt_count: 0, max_attempts: 5 };
    await rows.insert(
      'deliveries',
      sends.map((n) => ({ ...event, id: `note_${n}`, status: 'pending', created_at: n })),
    );
    await interruptAt('articles', started);
    expect(await rows.count('deliveries', { status: 'pending' })).toBe(0);
    const lost = (table: string) => rows.count(table, 'job_id not in (select id from jobs)');
    expect([await lost('articles'), await lost('batches')]).toEqual([0, 0]);
    expect(await rows.count('jobs', `kind = 'article.write' and resource_id not in (select id from articles)`)).toBe(0);
    const [left] = (
      (await app.desk.call('articles_list', { projectId: project_id, limit: 1 })) as { data: { id: string; jobId: string }[] }
    ).data;
    expect(await app.desk.call('jobs_cancel', { id: left!.jobId })).toMatchObject({ status: 'canceled' });
    expect(await app.desk.call('articles_delete', { id: left!.id })).toMatchObject({ deleted: true });
  });
});
