import SqliteDatabase from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { startGapDesk } from '../services/research/gap-desk.ts';
import { emptyDatabase, plansOf } from './plans.ts';

test('results pages are found by their keyword or in its order, the rows of a gap by their job, project or age; nothing is read whole', async () => {
  const desk = await startGapDesk();
  const prepare = vi.spyOn(SqliteDatabase.prototype, 'prepare');
  await desk.keep('pool', ['https://rival.example/']);
  const { csvUrl } = await desk.gap({ competitors: ['rival.example'] });
  await desk.gap({ competitors: ['rival.example'], keywords: ['pool'] });
  const file = await desk.desk.services.exports.read(csvUrl!.split('/').at(-1)!.replace('.csv', ''));
  for await (const piece of file!.text) expect(piece).not.toBe('');
  await desk.advance(100 * 86_400_000);
  await desk.desk.services.retention.sweep(new AbortController().signal);
  await desk.desk.call('projects_create', { name: 'Blog' });
  await desk.desk.call('projects_delete', { id: desk.projectId, confirm: 'Default' });
  const statements = [...new Set(prepare.mock.calls.map(([sql]) => sql))].filter((sql) => /^\s*(select|update|delete|insert)\b/i.test(sql));
  prepare.mockRestore();
  const plans = [...plansOf(emptyDatabase(), statements)].filter(([sql]) => /results_pages|gap_pieces/.test(sql));
  expect(plans.length).toBeGreaterThan(8);
  expect(plans.filter(([, plan]) => plan.some((step) => /^SCAN (results_pages|gap_pieces)\b/.test(step))).map(([sql]) => sql)).toEqual([]);
  const stepOf = (part: string) => plans.filter(([sql]) => sql.includes(part)).map(([, plan]) => plan.join('; '))[0];
  expect(stepOf('"keyword_key" in')).toContain('PRIMARY KEY (country=? AND language=? AND keyword_key=?');
  expect(stepOf('"keyword_key" >')).toContain('PRIMARY KEY (country=? AND language=? AND keyword_key>?');
  expect(stepOf('"keyword_key" >')).not.toContain('TEMP B-TREE');
  expect(stepOf('"asked_at" <=')).toContain('results_pages_by_age');
  expect(stepOf('"made_at" <=')).toContain('gap_pieces_by_age');
});
