import SqliteDatabase from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { addManual } from '../support/documents.ts';
import { createTestApp } from '../support/test-app.ts';
import { emptyDatabase, plansOf } from './plans.ts';

/** What a desk runs that has slots written on time and late, misses some, moves them with their project and shows them. */
async function statementsOfCalendar(): Promise<string[]> {
  const { desk, advance } = await createTestApp();
  await addManual(desk);
  const prepare = vi.spyOn(SqliteDatabase.prototype, 'prepare');
  const slots = [1, 2, 3].map((n) => ({ date: '2026-05-03', time: '10:00', keyword: `pool ${n}` }));
  await desk.call('calendar_create', { slots: [{ date: '2026-05-03', time: '00:00', keyword: 'connection pool' }, ...slots] });
  await desk.runDue();
  await advance(24 * 3_600_000);
  await desk.call('calendar_create', { slots: [{ date: '2026-05-05', keyword: 'queues' }] });
  const [project] = ((await desk.call('projects_list')) as { data: { id: string }[] }).data;
  await desk.call('projects_update', { id: project!.id, timezone: 'Europe/Berlin' });
  await advance(30 * 24 * 3_600_000);
  for (const filter of [{}, { from: '2026-05-01', to: '2026-05-31' }, { status: 'missed', q: 'pool' }]) {
    await desk.call('calendar_list', filter);
    await desk.call('calendar_list', { ...filter, cursor: Buffer.from('2026-05-03.09:00.cal_1').toString('base64url') });
  }
  const { data, feedUrl } = (await desk.call('calendar_list')) as { data: { id: string }[]; feedUrl: string };
  await desk.services.calendar.feed(/(\w+)\.ics$/.exec(feedUrl)![1]!);
  await desk.call('calendar_update', { id: data.at(-1)!.id, date: '2026-07-01', keyword: 'long queues' });
  await desk.call('overview_get');
  await desk.call('calendar_delete', { id: data.at(-1)!.id });
  const statements = [...new Set(prepare.mock.calls.map(([sql]) => sql))];
  prepare.mockRestore();
  return statements.filter((sql) => /^\s*(select|update|delete|insert|with)\b/i.test(sql));
}

test('the calendar is read in the order of its index, what is taken is found by its keyword, and nothing is read whole', async () => {
  const statements = await statementsOfCalendar();
  const plans = plansOf(emptyDatabase(), statements);
  const scans = [...plans].filter(([, plan]) => plan.some((step) => /^SCAN (calendar_slots|articles|work|jobs|projects)$/.test(step)));
  expect(scans.map(([sql]) => sql)).toEqual([]);
  const lists = [...plans].filter(([sql]) => sql.includes('order by "date", "time", "calendar_slots"."id"'));
  expect(lists.length).toBeGreaterThanOrEqual(5);
  for (const [sql, plan] of lists) {
    expect(plan[0], sql).toContain('USING INDEX calendar_by_date (project_id=?');
    if (sql.includes('(date, time, calendar_slots.id) >')) expect(plan[0], sql).toContain('(date,time,id)>(?,?,?)');
    expect(plan.join(), sql).not.toContain('TEMP B-TREE');
  }
  const indexOf = (part: string) =>
    [...plans].filter(([sql]) => sql.includes(part)).map(([, plan]) => /INDEX (\w+)/.exec(plan.join())?.[1]);
  expect([...new Set(indexOf('"keyword_key" in'))].toSorted()).toEqual(['articles_by_keyword', 'calendar_by_keyword', 'posts_by_keyword']);
  expect(indexOf('where "calendar_token" = ?')).toEqual(['projects_by_calendar']);
  expect(indexOf("late = 1 and status = 'begun'")[0]).toBe('calendar_late');
});
