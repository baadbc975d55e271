import SqliteDatabase from 'better-sqlite3';
import { describe, expect, test, vi } from 'vitest';
import type { Copydesk } from '../../src/app.ts';
import { AppError } from '../../src/errors.ts';
import { startReceiver } from '../support/receiver.ts';
import { scenario, startMemory } from '../support/scenario.ts';
import { pageOf, startSite } from '../support/site.ts';
import { createTestApp } from '../support/test-app.ts';
import { catalogue } from '../../tools/index.ts';
import { few, growing, lists } from './listed.ts';
import { emptyDatabase, plansOf } from './plans.ts';

/** Takes in the pages of a site, one of them changed, and lets them go. */
async function readSite(desk: Copydesk): Promise<void> {
  const long = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
  const site = await startSite({ '/one': pageOf('One', [`The first page says ${long}.`]), '/two': pageOf('Two', [long]) });
  site.pages['/map.xml'] = `<urlset><url><loc>${site.url}/one</loc></url><url><loc>${site.url}/two</loc></url></urlset>`;
  const { id } = (await desk.call('knowledge_create', { sitemapUrl: `${site.url}/map.xml` })) as { id: string };
  await desk.runDue();
  site.pages['/one'] = pageOf('One', [`The first page says something else than ${long}.`, 'It has grown.']);
  await desk.call('knowledge_create', { url: `${site.url}/one` });
  await desk.call('knowledge_list', { parentId: id });
  await desk.call('knowledge_list', { parentId: id, cursor: Buffer.from('doc_1').toString('base64url') });
  await desk.call('knowledge_list', { parentId: id, q: 'page' });
  const { data } = (await desk.call('knowledge_list', { parentId: id })) as { data: { id: string }[] };
  for (const one of [id, data[0]!.id]) {
    await desk.call('knowledge_refresh', { id: one });
    await desk.runDue();
  }
  await desk.call('knowledge_delete', { id });
}

/** Pages through the lists of one topic. */
async function readTopic(desk: Copydesk): Promise<void> {
  const { id } = (await desk.call('topics_create', { name: 'Queues', keywords: ['queues'] })) as { id: string };
  await desk.call('topics_add_prompts', { id, prompts: ['What is a queue?'] });
  const after = (place: string) => ({ id, cursor: Buffer.from(place).toString('base64url') });
  await desk.call('topics_get', { ...after('kw_1'), view: 'keywords' });
  await desk.call('topics_list_prompts', after('prm_1'));
  await desk.call('topics_research', { id });
  await desk.runDue();
  await desk.call('topics_get', { id, view: 'plan' });
}

/** Reads on in the log of a prospect, and among those without a score. */
async function readProspect(desk: Copydesk): Promise<void> {
  const { id } = (await desk.call('link_prospects_create', { url: 'plans.example' })) as { id: string };
  const after = (place: string) => ({ cursor: Buffer.from(place).toString('base64url') });
  await desk.call('link_prospects_get', { id, ...after('log_1') });
  for (const status of [undefined, 'contacted']) await desk.call('link_prospects_list', { status, ...after('none lnk_1') });
}

/** Every statement that the desk runs while it is used in all its ways. */
async function statementsOfUse(): Promise<string[]> {
  const prepare = vi.spyOn(SqliteDatabase.prototype, 'prepare');
  const { desk } = await createTestApp({ offline: true });
  await readSite(desk);
  await readTopic(desk);
  await readProspect(desk);
  const receiver = await startReceiver();
  const memory = await startMemory(receiver.url);
  for (const { operation, input, refusedWith, remember } of scenario) {
    const answer = await desk.call(operation, input(memory)).catch((error: unknown) => {
      if (!(error instanceof AppError && error.code === refusedWith)) throw error;
    });
    Object.assign(memory, remember?.(answer as never));
    await desk.runDue();
  }
  for (const [operation, filters] of lists) {
    const cursors: Record<string, string> = {
      projects_list: 'prj_1',
      knowledge_list: 'doc_1',
      audit_get: 'https://127.0.0.1/',
      articles_list: '1.art_1',
      jobs_list: '1.job_1',
      webhook_deliveries_list: '1.dlv_1',
      calendar_list: '2026-05-03.09:00.cal_1',
      competitors_list: 'cmp_1',
      topics_list: 'top_1',
      content_radar_list: '1.chg_1',
      posts_list: `${(filters['sort'] as string | undefined) ?? 'newest'}.1.pst_1`,
      rankings_list: 'position.1.trk_1.pool',
      events_list: '1.evt_1',
      ai_answers_list: '1.ans_1',
      prompts_list: 'prm_1',
      link_prospects_list: '50 lnk_1',
      link_suppressions_list: 'ann@guides.example',
    };
    await desk.call(operation, filters);
    if (!('q' in filters)) await desk.call(operation, { ...filters, cursor: Buffer.from(cursors[operation]!).toString('base64url') });
  }
  for (const projectId of [undefined, memory.prj!]) await desk.call('overview_get', { projectId });
  await desk.services.jobs.list({ projectId: memory.prj! });
  await desk.services.jobs.list({ projectId: memory.prj!, status: 'failed' });
  await desk.services.jobs.list({ projectId: memory.prj!, since: '2026-05-03T00:00:00Z' });
  await desk.health();
  const { name } = (await desk.call('projects_get', { id: memory.prj })) as { name: string };
  await desk.call('projects_create', { name: 'Another' });
  await desk.call('projects_delete', { id: memory.prj, confirm: name });
  const statements = [...new Set(prepare.mock.calls.map(([sql]) => sql))];
  prepare.mockRestore();
  return statements.filter((sql) => /^\s*(select|update|delete|insert|with)\b/i.test(sql));
}

/** What a plan does to every row of a growing table. */
function scansIn(plans: Map<string, string[]>): string[] {
  const scans = new Set(growing.map((table) => `SCAN ${table}`));
  return [...plans].filter(([, plan]) => plan.some((step) => scans.has(step))).map(([sql]) => sql);
}

test('every list that has pages is looked at, and every table that hangs on a project', () => {
  const paged = catalogue.flatMap(({ operations }) => operations).filter(({ input }) => 'cursor' in input.shape);
  const isLookedAt = (name: string) => lists.some(([operation]) => operation === name);
  const ofOne = new Set(['topics_get', 'topics_list_prompts', 'link_prospects_get']);
  // The versions and claims of one article are few, as are the claims of a rewrite, types of events and integrations; the
  // scenario explores prompts, whose cursor names one of them; what Search Console's reports read is in
  // search-console-plans.test.ts.
  const short = [
    'event_types_list',
    'search_console_query',
    'articles_claims',
    'articles_versions',
    'optimizations_get',
    'prompts_explore',
    'integrations_list',
  ];
  // Computed: what each group offers is read for every overview, too.
  const computed = 'actions_list';
  // Reports on answers add up a whole period whichever page is shown; the scenario asks for each.
  const ofAnswers = new Set(['ai_visibility_citations', 'ai_visibility_sources', 'content_gaps_list', 'content_gaps_analyze']);
  expect(
    paged.map(({ name }) => name).filter((name) => !isLookedAt(name) && !ofOne.has(name) && !ofAnswers.has(name) && name !== computed),
  ).toEqual(short);
  const tables = emptyDatabase().prepare(
    `select m.name from sqlite_schema m, pragma_table_info(m.name) c where m.type = 'table' and c.name = 'project_id'`,
  );
  expect((tables.pluck().all() as string[]).filter((table) => !growing.includes(table) && !few.has(table))).toEqual([]);
});

let used: Promise<string[]> | undefined;
const statements = () => (used ??= statementsOfUse());

describe('of all statements that a desk in full use runs', () => {
  test('the important ones are among those looked at', async () => {
    const all = await statements();
    const parts = [
      'indexed by lanes_in_line',
      'indexed by work_in_line',
      'json_each',
      'passages_fts match',
      'articles_fts match',
      'indexed by deliveries_by_type',
      'indexed by deliveries_by_url',
      'from "jobs" where "project_id" = ? and "status" = ?',
      'delete from article_versions where',
    ];
    for (const part of parts)
      expect(
        all.filter((sql) => sql.includes(part)),
        part,
      ).not.toEqual([]);
    expect(all.filter((sql) => /order by "id" desc/.test(sql)).length).toBeGreaterThanOrEqual(2 * 2);
    expect(all.length).toBeGreaterThan(50);
  });

  test('none reads a whole table that grows', async () => {
    expect(scansIn(plansOf(emptyDatabase(), await statements()))).toEqual([]);
  });

  test('no list sorts what an index holds in order, or walks past what it does not want', async () => {
    const pages = (await statements()).filter((sql) => /^select .* order by "(id|document_id)" desc limit/.test(sql));
    expect(pages.filter((sql) => sql.includes('from "document_tags"'))).toHaveLength(2);
    for (const [sql, plan] of plansOf(emptyDatabase(), pages)) {
      const filters = Array.from(sql.matchAll(/"(\w+)" = \?/g), ([, column]) => column!);
      const wanted = filters.includes('status') ? 'status=?' : filters.map((column) => `${column}=?`).join(' AND ');
      expect(plan[0], sql).toContain(wanted);
      expect(plan.join(), sql).not.toContain('TEMP B-TREE');
    }
  });

  test('no list of deliveries sorts, or reads what lies beyond its ranges', async () => {
    const walks = (await statements()).filter((sql) => /order by created_at (desc|asc), id/.test(sql));
    expect(walks.length).toBeGreaterThanOrEqual(6);
    for (const [sql, plan] of plansOf(emptyDatabase(), walks)) {
      expect(plan.join(), sql).not.toContain('TEMP B-TREE');
      const ranges = plan.filter((step) => /deliveries_by_(type|url|article)/.test(step));
      expect(ranges.length, sql).toBe(sql.split('indexed by').length - 1);
      for (const step of ranges) {
        expect(step).toContain('COVERING INDEX');
        // Closed on one side by the time, on the other by the place in the list.
        expect(step).toMatch(/event_type=\? AND standing=\?.* AND \(created_at,id\)[<>]\(\?,\?\)/);
        expect(step).toMatch(/ created_at[<>]\?/);
      }
    }
  });

  test('no list of events sorts, or reads what lies beyond its time', async () => {
    const walks = (await statements()).filter((sql) => /from "events" .* order by "created_at" desc, "id" desc/.test(sql));
    expect(walks).toHaveLength(2);
    for (const [sql, plan] of plansOf(emptyDatabase(), walks)) {
      expect(plan, sql).toHaveLength(1);
      expect(plan[0], sql).toMatch(
        /USING INDEX events_by_\w+ \(project_id=\?( AND type=\?)? AND created_at>\? AND \(created_at,id\)<\(\?,\?\)\)/,
      );
    }
  });

  test('no list of articles or jobs sorts, or walks past what it does not want', async () => {
    const walks = (await statements()).filter((sql) => /from "(articles|jobs)" .*order by "created_at" desc, "id" desc/.test(sql));
    expect(walks.length).toBeGreaterThanOrEqual(2 * 8);
    for (const [sql, steps] of plansOf(emptyDatabase(), walks)) {
      // Projects that are being imported are few, and found once.
      const plan = steps.filter(
        (step) => !/^(?:LIST SUBQUERY|CREATE BLOOM FILTER|SCAN projects USING COVERING INDEX projects_arriving)/.test(step),
      );
      expect(plan, sql).toHaveLength(1);
      const filters = Array.from(sql.matchAll(/"(\w+)" = \?/g), ([, column]) => column!);
      const status = sql.includes('from "jobs"') && filters.includes('status');
      // A slug is one article's.
      const bounds = !filters.includes('slug') && sql.includes('"created_at" >=') ? '.*created_at>\\?' : '';
      expect(plan[0], sql).toMatch(new RegExp((status ? ['status'] : filters).map((column) => `${column}=\\?`).join(' AND ') + bounds));
      if (!filters.includes('slug') && sql.includes('(created_at, id) <')) expect(plan[0], sql).toContain('(created_at,id)<(?,?)');
    }
  });

  test('documents like a new one are found through the bands they share, not among all of a language', async () => {
    const alike = (await statements()).find((sql) => sql.includes('from document_bands where band in'))!;
    const plan = plansOf(emptyDatabase(), [alike]).get(alike)!;
    expect(plan.filter((step) => step.startsWith('SEARCH document'))).toEqual([
      expect.stringMatching(/^SEARCH document_bands USING PRIMARY KEY \(band=\?\)/),
      expect.stringMatching(/^SEARCH documents USING INDEX sqlite_autoindex_documents_1 \(id=\?\)/),
    ]);
  });

  test('a scan would be noticed', () => {
    expect(scansIn(plansOf(emptyDatabase(), ['select id from deliveries where delivered_at = ?']))).toHaveLength(1);
  });
});

test('every foreign key of a growing table can be followed back by an index, so that deleting a parent is no scan', () => {
  const sqlite = emptyDatabase();
  const unindexed = sqlite
    .prepare<[], string>(
      `select tables.name || '.' || keys."from" from pragma_table_list as tables join pragma_foreign_key_list(tables.name) as keys
       where tables.type = 'table' and not exists (
         select 1 from pragma_index_list(tables.name) as indexes join pragma_index_info(indexes.name) as parts
         where parts.seqno = 0 and parts.name = keys."from" 
         -- A row without the key has no parent to be deleted.
         and (indexes.partial = 0 or exists (
           select 1 from sqlite_schema where name = indexes.name and sql like '%where ' || keys."from" || ' is not null')))`,
    )
    .pluck()
    .all();
  // Signing secrets are retired, never deleted.
  expect(unindexed).toEqual(['deliveries.secret_id']);
});

test('expired idempotency keys are found by an index', () => {
  const sql = `delete from idempotency_keys where (owner, operation, key) in (
    select owner, operation, key from idempotency_keys where created_at <= 0 order by created_at limit 9)`;
  expect(plansOf(emptyDatabase(), [sql]).get(sql)!.join()).not.toMatch(/SCAN|TEMP B-TREE/);
});
