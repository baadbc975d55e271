import SqliteDatabase from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { plantAnswers } from '../services/visibility/planted-answers.ts';
import { startVisibilityDesk } from '../services/visibility/support.ts';
import { rowsOf } from '../support/rows.ts';
import { emptyDatabase, plansOf } from './plans.ts';

test('answers are listed, read and removed by their indexes: nothing is read whole, and no list sorts', async () => {
  const { desk, submit, list, projectId, home } = await startVisibilityDesk();
  const prepare = vi.spyOn(SqliteDatabase.prototype, 'prepare');
  const { answers } = await submit([{ prompt: 'Which?', engine: 'chatgpt', text: 'Acme and Rival.' }]);
  const { promptId } = answers[0]!;
  const cursor = Buffer.from('1.ans_1').toString('base64url');
  for (const filter of [{}, { engine: 'chatgpt' }, { surface: 'agent' }, { promptId }, { brand: 'own' }]) {
    await list(filter);
    await list({ ...filter, cursor, since: '2026-05-01', until: '2026-05-03' });
  }
  await desk.call('ai_answers_get', { id: answers[0]!.id });
  await desk.call('projects_update', { id: projectId, brandTerms: ['Acme', 'AcmeDB'] });
  await desk.runDue();
  await plantAnswers(rowsOf(home), { projectId, promptId: 'prm_gone', from: 1, to: 2 });
  await desk.services.retention.sweep(new AbortController().signal);
  await desk.call('projects_create', { name: 'Blog' });
  await desk.call('projects_delete', { id: projectId, confirm: 'Default' });
  const statements = [...new Set(prepare.mock.calls.map(([sql]) => sql))].filter((sql) =>
    /^\s*(select|update|delete|insert|with)\b/i.test(sql),
  );
  prepare.mockRestore();
  const plans = [...plansOf(emptyDatabase(), statements)].filter(([sql]) => sql.includes('ai_answer'));
  expect(plans.length).toBeGreaterThan(20);
  const scans = plans.filter(([, plan]) =>
    plan.some((step) => /^SCAN (ai_answers|ai_answer_brands|ai_answer_citations|found)\b/.test(step)),
  );
  expect(scans.filter(([sql]) => !sql.includes('with recursive')).map(([sql]) => sql)).toEqual([]);
  const lists = plans.filter(([sql]) => /^select .*"asked_at" desc.* limit/.test(sql));
  expect(lists).toHaveLength(10);
  for (const [sql, plan] of lists) expect(plan.join('; '), sql).not.toContain('TEMP B-TREE');
  const stepOf = (part: string) => lists.filter(([sql]) => sql.includes(part)).map(([, plan]) => plan[0]);
  expect(new Set(stepOf('"engine" = ').map((step) => /ai_answers_by_\w+/.exec(step!)?.[0]))).toEqual(new Set(['ai_answers_by_engine']));
  expect(new Set(stepOf('"surface" = ').map((step) => /ai_answers_by_\w+/.exec(step!)?.[0]))).toEqual(new Set(['ai_answers_by_surface']));
  for (const step of stepOf('"brand" = ')) expect(step).toContain('ai_answer_brands_by_brand (project_id=? AND brand=?');
  for (const step of stepOf('"prompt_id" = ')) expect(step).toContain('project_id=? AND prompt_id=?');
});
