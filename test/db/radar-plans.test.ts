import SqliteDatabase from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { createTestApp } from '../support/test-app.ts';
import { watchSite } from '../support/watched-site.ts';
import { emptyDatabase, plansOf } from './plans.ts';

/** What a desk runs that watches a site, shows what changed there in all ways, and lets it go. */
async function statementsOfRadar(): Promise<string[]> {
  const app = await createTestApp();
  const prepare = vi.spyOn(SqliteDatabase.prototype, 'prepare');
  await watchSite(app);
  for (const filter of [{}, { kind: 'updated' }, { competitorId: 'cmp_1' }, { sourceId: 'src_1' }, { minRelevance: 0.5, q: 'pool' }]) {
    await app.desk.call('content_radar_list', filter);
    await app.desk.call('content_radar_list', { ...filter, cursor: Buffer.from('1.chg_1').toString('base64url') });
  }
  await app.desk.call('overview_get');
  await app.desk.services.retention.sweep(new AbortController().signal);
  const statements = [...new Set(prepare.mock.calls.map(([sql]) => sql))];
  prepare.mockRestore();
  return statements.filter((sql) => /^\s*(select|update|delete|insert|with)\b/i.test(sql));
}

test('changes are read in the order of an index, pages in their turn, and nothing is read whole', async () => {
  const plans = plansOf(emptyDatabase(), await statementsOfRadar());
  const scans = [...plans].filter(([, plan]) => plan.some((step) => /^SCAN (radar_\w+|posts|articles)$/.test(step)));
  expect(scans.map(([sql]) => sql)).toEqual([]);
  const lists = [...plans]
    .filter(([sql]) => !sql.includes('and id = ?'))
    .filter(([sql]) => sql.includes('from radar_changes where') && sql.includes('order by created_at desc, id desc'));
  expect(lists.length).toBeGreaterThanOrEqual(10);
  for (const [sql, plan] of lists) {
    expect(plan[0], sql).toMatch(/USING INDEX radar_changes_(?:by_project|by_kind|of_source|of_competitor) \(.*created_at/);
    expect(plan.join(), sql).not.toContain('TEMP B-TREE');
  }
  const turns = [...plans].filter(([sql]) => sql.includes('from "radar_pages"') && sql.includes('order by "turn" limit'));
  expect(turns.length).toBeGreaterThanOrEqual(2);
  for (const [sql, plan] of turns) expect(plan.join(), sql).toMatch(/radar_pages_(?:in_turn|hinted)/);
  for (const [sql, plan] of turns) expect(plan.join(), sql).not.toContain('TEMP B-TREE');
});
