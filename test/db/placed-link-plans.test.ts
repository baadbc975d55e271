import SqliteDatabase from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { jobOf, placeLink, startLinkDesk } from '../services/links/desk.ts';
import { answerSearches, siteWith } from '../services/links/web.ts';
import { emptyDatabase, plansOf } from './plans.ts';

test('prospects are found, and placed links looked at, by indexes and without sorting what waits', async () => {
  const app = await startLinkDesk();
  const site = await siteWith('<p>We keep our diary of the garden in Gardenbook, and it has helped us through many a dry summer.</p>');
  await answerSearches(app, () => [`${site.url}/page`]);
  const prepare = vi.spyOn(SqliteDatabase.prototype, 'prepare');
  await jobOf(app, 'link_prospects_discover', { kinds: ['mention'] });
  const other = await siteWith('<p>Nothing.</p>');
  const id = await placeLink(app, `${other.url}/page`);
  await jobOf(app, 'link_prospects_verify', {});
  await jobOf(app, 'link_prospects_verify', { ids: [id] });
  const statements = [...new Set(prepare.mock.calls.map(([sql]) => sql))].filter((sql) =>
    /^\s*(select|update|delete|insert|with)\b/i.test(sql),
  );
  prepare.mockRestore();
  const plans = [...plansOf(emptyDatabase(), statements)].filter(([sql]) => sql.includes('link_'));
  expect(plans.filter(([, plan]) => plan.some((step) => /^SCAN (?:link_|jobs)/.test(step))).map(([sql]) => sql)).toEqual([]);
  const waiting = plans.filter(([sql]) => sql.includes('order by "link_checked_at"'));
  expect(waiting.length).toBeGreaterThan(0);
  for (const [sql, plan] of waiting) if (!sql.includes('"id" in')) expect(plan.join('; ')).not.toContain('TEMP B-TREE');
  expect(waiting.map(([, plan]) => plan.join('; ')).join()).toContain('link_prospects_placed (project_id=? AND status=?');
});
