import SqliteDatabase from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { createTestApp } from '../support/test-app.ts';
import { emptyDatabase, plansOf } from './plans.ts';

/** What a desk runs that keeps prospects, shows them in all ways, lets time pass over them and erases one. */
async function statementsOfLinks(): Promise<string[]> {
  const app = await createTestApp();
  const call = (operation: string, input: object = {}) =>
    app.desk.call(operation, { ...input }) as Promise<{ id: string; projectId: string }>;
  const after = (place: string) => ({ cursor: Buffer.from(place).toString('base64url') });
  const prepare = vi.spyOn(SqliteDatabase.prototype, 'prepare');
  const { id, projectId } = await call('link_prospects_create', {
    url: 'https://guides.example/',
    contact: { email: 'ann@guides.example' },
  });
  await call('link_prospects_update', { id, status: 'contacted' });
  for (const status of [undefined, 'contacted'])
    for (const place of [{}, after('50 lnk_1'), after('none lnk_1')]) await call('link_prospects_list', { status, ...place });
  for (const place of [{}, after('log_1')]) await call('link_prospects_get', { id, ...place });
  for (const project of [undefined, projectId]) await call('overview_get', { projectId: project });
  for (const place of [{}, after('a@guides.example'), { address: 'ann@guides.example' }]) await call('link_suppressions_list', place);
  await app.advance(400 * 86_400_000);
  await call('link_prospects_delete', { id });
  const statements = [...new Set(prepare.mock.calls.map(([sql]) => sql))];
  prepare.mockRestore();
  return statements.filter((sql) => /^\s*(select|update|delete|insert|with)\b/i.test(sql) && sql.includes('link_'));
}

test('prospects are listed and found by time without sorting, and no table of theirs is read whole', async () => {
  const plans = [...plansOf(emptyDatabase(), await statementsOfLinks())];
  expect(plans.length).toBeGreaterThan(25);
  expect(plans.filter(([, plan]) => plan.some((step) => step.startsWith('SCAN link_')))).toEqual([]);
  const lists = plans.filter(([sql]) => /select \* from "link_prospects" where "project_id" = \?.*order by/.test(sql));
  expect(lists.map(([, plan]) => plan.join('; ')).toSorted()).toEqual([
    'SEARCH link_prospects USING INDEX link_prospects_by_project (project_id=? AND status=? AND score=? AND id<?)',
    'SEARCH link_prospects USING INDEX link_prospects_by_project (project_id=? AND status=? AND score=?)',
    'SEARCH link_prospects USING INDEX link_prospects_by_project (project_id=? AND status=? AND score>? AND (score,id)<(?,?))',
    'SEARCH link_prospects USING INDEX link_prospects_by_project (project_id=? AND status=? AND score>?)',
    'SEARCH link_prospects USING INDEX link_prospects_by_score (project_id=? AND score=? AND id<?)',
    'SEARCH link_prospects USING INDEX link_prospects_by_score (project_id=? AND score=?)',
    'SEARCH link_prospects USING INDEX link_prospects_by_score (project_id=? AND score>? AND (score,id)<(?,?))',
    'SEARCH link_prospects USING INDEX link_prospects_by_score (project_id=? AND score>?)',
  ]);
  const stepOf = (part: string) => plans.filter(([sql]) => sql.includes(part)).map(([, plan]) => plan.join('; '))[0];
  expect(stepOf('order by "last_mail_at"')).toBe(
    'SEARCH link_prospects USING COVERING INDEX link_prospects_by_mail (status=? AND last_mail_at<?)',
  );
  expect(stepOf('order by contact_found_at')).toMatch(/link_prospects_by_contact_age \(.*contact_found_at/);
  expect(stepOf('order by contact_found_at')).not.toContain('TEMP B-TREE');
  expect(stepOf("status = 'contacted' and last_mail_at")).toContain('link_prospects_by_mail (status=? AND last_mail_at<?)');
  expect(stepOf('where contact_key in')).toMatch(/SEARCH link_prospects USING INDEX link_prospects_by_contact \(contact_key=\?\)/);
  expect(stepOf('"link_drafts" where "created_at"')).toMatch(/link_drafts USING INDEX link_drafts_by_age \(created_at<\?\)(?!.*TEMP)/);
  expect(stepOf('from "link_suppressions" where "address" > ? order')).toBe('SEARCH link_suppressions USING PRIMARY KEY (address>?)');
  expect(stepOf('from "link_log" where "prospect_id" = ? and "id" <')).toContain('link_log_by_prospect (prospect_id=? AND id<?)');
});
