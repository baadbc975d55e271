import SqliteDatabase from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { property as synced, startGoogle } from '../support/google.ts';
import { daily, holdSearch } from '../support/search-console.ts';
import { createTestApp } from '../support/test-app.ts';
import { emptyDatabase, plansOf } from './plans.ts';

/** What a desk runs that keeps days and an import, asks in all ways, and lets all of it go. */
async function statementsOfSearch(): Promise<string[]> {
  const { desk, home, advance } = await createTestApp();
  const google = await startGoogle(['2026-05-01']);
  const prepare = vi.spyOn(SqliteDatabase.prototype, 'prepare');
  const { keep, search, property } = await holdSearch({ desk, home });
  await keep(daily('2026-04-30', 70, (date) => [{ date, query: 'pumps', clicks: 40, impressions: 900, position: 9 }]));
  const period = { since: '2024-01-01', until: '2024-01-31' };
  await search.putImport(property, {
    period,
    tables: { query: { rows: [{ keys: ['pumps'], clicks: 1, impressions: 9, position: 2 }], isWhole: true } },
  });
  for (const view of ['rows', 'quick_wins', 'low_ctr', 'decay', 'cannibalization', 'new', 'lost'])
    await desk.call('search_console_query', { view });
  await desk.call('search_console_query', period);
  await desk.call('search_console_query', { query: 'pumps', page: 'exam', compare: 'year' });
  await desk.call('search_console_query', { dimensions: ['query', 'page'] });
  await desk.call('projects_update', { id: property.projectId, searchConsoleProperty: synced });
  const person = { clientId: 'c', clientSecret: 's', refreshToken: 'r' };
  await desk.call('integrations_set', { provider: 'search-console', baseUrl: google.url, ...person });
  await desk.call('search_console_sync');
  await advance(0);
  await desk.call('overview_get');
  await desk.call('overview_get', { projectId: property.projectId });
  await desk.services.retention.sweep(new AbortController().signal);
  await search.markDays(property, 'day', ['2026-04-30'], false);
  await desk.call('projects_create', { name: 'Another' });
  await desk.call('projects_delete', { id: property.projectId, confirm: 'Default' });
  const statements = [...new Set(prepare.mock.calls.map(([sql]) => sql))];
  prepare.mockRestore();
  return statements.filter(
    (sql) => /^\s*(select|update|delete|insert|with)\b/i.test(sql) && /search_(properties|keys|days|months|imports|syncs)/.test(sql),
  );
}

test('days, months, texts and imports are found by their keys, and nothing is read whole or sorted', async () => {
  const plans = plansOf(emptyDatabase(), await statementsOfSearch());
  expect(plans.size).toBeGreaterThan(20);
  const slow = [...plans].filter(([, plan]) =>
    plan.some((step) => /^SCAN search_\w+\b(?! USING INDEX search_syncs_failed)|TEMP B-TREE/.test(step)),
  );
  expect(slow.map(([sql, plan]) => [sql, ...plan])).toEqual([]);
});
