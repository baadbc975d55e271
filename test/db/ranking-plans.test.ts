import SqliteDatabase from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { openStore } from '../../src/db/open.ts';
import { record } from '../../src/services/rankings/record.ts';
import { historyOf } from '../../src/services/rankings/queries.ts';
import { resultOf } from '../../src/services/rankings/result.ts';
import { giveSite } from '../services/rankings/support.ts';
import { createTestApp } from '../support/test-app.ts';
import { temporaryHome } from '../support/home.ts';
import { quietSystem } from '../support/store.ts';
import { emptyDatabase, plansOf } from './plans.ts';

/** What a desk runs that tracks keywords, keeps checks, shows them in all ways and lets them go. */
async function statementsOfRankings(): Promise<string[]> {
  const home = temporaryHome();
  const app = await createTestApp({ home });
  await giveSite(app, 'https://example.com/');
  const prepare = vi.spyOn(SqliteDatabase.prototype, 'prepare');
  const { added } = (await app.desk.call('rankings_track', { keywords: ['pool', 'queue'] })) as { added: { id: string }[] };
  await app.desk.call('rankings_track', { keywords: ['pool'], depth: 50 });
  const id = added[0]!.id;
  const store = openStore(home, quietSystem());
  const asked = { id, siteUrl: 'https://example.com/', language: 'en', now: app.now() };
  const found = { position: 3, url: 'https://example.com/', depthChecked: 10, cost: null, details: {} };
  await store.write((tx) => record(tx, asked, { provider: 'serper', found }));
  await store.write((tx) => record(tx, asked, { provider: 'serper', error: { code: 'provider_failed', message: 'No.' } }));
  await store.write((tx) => resultOf(tx, 'job_1'));
  await historyOf(store.db, [{ id, sample: 'example.com/ en' }], { since: 0, until: app.now(), limit: 10 });
  await store.close();
  for (const input of [{}, { id, include: ['history'] }, { sort: 'change', tag: 'docs' }]) await app.desk.call('rankings_list', input);
  for (const projectId of [undefined, ((await app.desk.call('projects_list')) as { data: { id: string }[] }).data[0]!.id])
    await app.desk.call('overview_get', { projectId });
  await app.desk.services.retention.sweep(new AbortController().signal);
  await app.desk.call('rankings_untrack', { id });
  const statements = [...new Set(prepare.mock.calls.map(([sql]) => sql))];
  prepare.mockRestore();
  return statements.filter((sql) => /^\s*(select|update|delete|insert|with)\b/i.test(sql));
}

test('tracked keywords are found by their project or job and checks by their keyword and time; nothing is read whole', async () => {
  const plans = [...plansOf(emptyDatabase(), await statementsOfRankings())];
  const ours = plans.filter(([sql]) => /tracked_keywords|ranking_checks|keyword_metrics/.test(sql));
  expect(ours.length).toBeGreaterThan(15);
  const scans = ours.filter(([, plan]) => plan.some((step) => /^SCAN (tracked|tracked_keywords|ranking_checks|old|later)\b/.test(step)));
  const byTime = scans.filter(([, plan]) => !plan.some((step) => /tracked_keywords_(failing|dropped)/.test(step)));
  expect(byTime.map(([sql]) => sql)).toEqual([]);
  const stepOf = (part: string) => ours.filter(([sql]) => sql.includes(part)).map(([, plan]) => plan.join('; '))[0];
  expect(stepOf('from "tracked_keywords" where "project_id" = ?')).toContain('tracked_keywords_alike (project_id=?');
  expect(stepOf('"keyword_key" in')).toContain(
    'tracked_keywords_alike (project_id=? AND keyword_key=? AND engine=? AND device=? AND country=?)',
  );
  expect(stepOf('"figures" from "keyword_metrics"')).toContain('PRIMARY KEY (country=? AND language=? AND keyword=?)');
  expect(stepOf('row_number()')).toContain('PRIMARY KEY (keyword_id=? AND checked_at>? AND checked_at<?)');
  expect(stepOf("later.status <> 'error'")).toContain('(keyword_id=? AND checked_at>? AND checked_at<?)');
  expect(stepOf('tracked.job_id =')).toContain('tracked_keywords_by_job (job_id=?)');
  const last = ours.find(([sql]) => sql.includes('"checked_at" < ?') && sql.includes('limit'))!;
  expect(last[1].join('; ')).toContain('PRIMARY KEY (keyword_id=? AND checked_at<?)');
  expect(last[1].join('; ')).not.toContain('TEMP B-TREE');
});
