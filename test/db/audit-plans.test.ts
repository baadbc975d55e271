import SqliteDatabase from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { audited, htmlPage, rowOfPages } from '../services/audits/audit-app.ts';
import { startSite } from '../support/site.ts';
import { createTestApp } from '../support/test-app.ts';
import { emptyDatabase, plansOf } from './plans.ts';

/** What a desk runs that audits a site twice, where something was mended meanwhile. */
async function statementsOfAudits(): Promise<string[]> {
  const app = await createTestApp();
  const prepare = vi.spyOn(SqliteDatabase.prototype, 'prepare');
  const site = await startSite({ ...rowOfPages(3), '/p2': htmlPage('End', '<img src="/no.png"> <a href="/">Home</a>') });
  await audited(app, site);
  site.pages['/p2'] = htmlPage('Page 2', '<a href="/">The first of them</a>');
  await audited(app, site);
  const statements = [...new Set(prepare.mock.calls.map(([sql]) => sql))];
  prepare.mockRestore();
  return statements.filter((sql) => /^\s*(select|update|delete|insert|with)\b/i.test(sql));
}

test('rows handed to a statement are gone through once, each finding its own: not once for each address of an audit', async () => {
  const plans = [...plansOf(emptyDatabase(), await statementsOfAudits())];
  const handed = plans.filter(([sql]) => /\baudit_\w+/.test(sql) && / from json_each\(\?\) as /.test(sql));
  for (const part of ['set depth =', 'set state =', 'set inlinks =', 'set outcome =', 'audit_findings as before\n'])
    expect(handed.filter(([sql]) => sql.includes(part)).length, part).toBeGreaterThan(0);
  for (const [sql, plan] of handed) {
    const at = plan.findIndex((step) => step.includes('VIRTUAL TABLE'));
    expect(plan.slice(0, at).join(), sql).not.toMatch(/SEARCH|SCAN/);
  }
});
