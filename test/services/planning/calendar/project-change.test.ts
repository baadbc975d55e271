import { describe, expect, test } from 'vitest';
import { addManual } from '../../../support/documents.ts';
import { rowsOf } from '../../../support/rows.ts';
import { createTestApp } from '../../../support/test-app.ts';
import { articlesOf, create, day, dayAfter, hour, list, moveTo, plan, projectOf, slotOf, today } from './support.ts';

describe('when the time zone of a project changes', () => {
  test('local times stay and their instants move, on both sides of a change of clocks', async () => {
    const app = await createTestApp();
    await create(app, [
      { date: '2026-07-01', keyword: 'summer' },
      { date: '2026-12-01', time: '23:30', keyword: 'winter' },
      { date: '2027-03-28', time: '02:30', keyword: 'a gap in Berlin' },
    ]);
    const times = async () => (await list(app)).data.map(({ date, time, dueAt }) => `${date} ${time} ${dueAt}`);
    const inUtc = ['2026-07-01T09:00:00.000Z', '2026-12-01T23:30:00.000Z', '2027-03-28T02:30:00.000Z'];
    expect((await list(app)).data.map(({ dueAt }) => dueAt)).toEqual(inUtc);
    const before = await times();
    await moveTo(app, 'Europe/Berlin');
    expect(await times()).toEqual([
      '2026-07-01 09:00 2026-07-01T07:00:00.000Z',
      '2026-12-01 23:30 2026-12-01T22:30:00.000Z',
      '2027-03-28 02:30 2027-03-28T01:30:00.000Z',
    ]);
    await moveTo(app, 'UTC');
    expect(await times()).toEqual(before);
  });

  test('articles are begun at the new times, and at once where those have passed', async () => {
    const app = await createTestApp();
    await addManual(app.desk);
    const { id } = await plan(app, { date: today, time: '10:00', keyword: 'connection pool', writer: 'agent' });
    await moveTo(app, 'America/New_York');
    await app.advance(2 * hour);
    expect(await articlesOf(app)).toEqual([]);
    await moveTo(app, 'Asia/Tokyo');
    await app.desk.runDue();
    expect(await slotOf(app, id)).toMatchObject({ status: 'writing', dueAt: '2026-05-03T01:00:00.000Z', lateBy: null });
  });

  test('what is over stays where it was', async () => {
    const app = await createTestApp();
    const { id } = await plan(app, { date: today, time: '09:00', keyword: 'volcano eruptions' });
    await app.desk.runDue();
    await moveTo(app, 'Asia/Tokyo');
    expect(await slotOf(app, id)).toMatchObject({ status: 'failed', dueAt: '2026-05-03T09:00:00.000Z' });
  });

  test('a full calendar moves quickly', async () => {
    const app = await createTestApp();
    for (let at = 0; at < 500; at += 50)
      await create(
        app,
        Array.from({ length: 50 }, (_, index) => ({ date: dayAfter(1 + at + index), keyword: `keyword number ${at + index}` })),
      );
    const began = performance.now();
    await moveTo(app, 'Europe/Berlin');
    // Every write of a test runs twice.
    expect(performance.now() - began).toBeLessThan(1_000);
    expect(await rowsOf(app.home).count('calendar_slots', 'due_at % 3600000 = 0 and sequence = 1')).toBe(500);
    expect(await rowsOf(app.home).count('work', "kind = 'calendar.begin'")).toBe(500);
  });
});

test('a project takes its calendar along', async () => {
  const app = await createTestApp();
  const { id, name } = await projectOf(app);
  await create(app, [{ date: dayAfter(1), keyword: 'bread' }]);
  await app.desk.call('projects_create', { name: 'Other' });
  await app.desk.call('projects_delete', { id, confirm: name });
  await app.advance(day);
  const rows = rowsOf(app.home);
  expect([await rows.count('calendar_slots'), await rows.count('work', "kind = 'calendar.begin'")]).toEqual([0, 0]);
});
