import { describe, expect, test } from 'vitest';
import { onTimeMs } from '../../../../src/services/planning/calendar/late.ts';
import type { Overview } from '../../../../schema/overview.ts';
import { startOfTests } from '../../../support/clock.ts';
import { addManual } from '../../../support/documents.ts';
import { createTestApp, type TestApp } from '../../../support/test-app.ts';
import { articlesOf, create, dayAfter, day, hour, list, minute, moveTo, slotOf, update } from './support.ts';

const keywords = ['connection pool', 'idle connection', 'open connections', 'pool queue', 'pool size', 'closing a pool', 'waiting times'];

/** A desk with a slot on each of these days at 10:00, which then stops and starts again after so many days; agents write, so that all begins. */
async function startAgain(
  days: readonly number[],
  stoppedFor: number,
): Promise<TestApp & { ids: string[]; pass(ms: number): Promise<void> }> {
  const before = await createTestApp();
  await addManual(before.desk);
  const { slots } = await create(
    before,
    days.map((one, index) => ({ date: dayAfter(one), time: '10:00', keyword: keywords[index], writer: 'agent' })),
  );
  await before.desk.runDue();
  await before.desk.close();
  let now = startOfTests + stoppedFor * day;
  let ids = 1000;
  const app = await createTestApp({ home: before.home, now: () => now, id: (prefix) => `${prefix}_${String(++ids).padStart(8, '0')}` });
  await app.desk.runDue();
  const pass = async (ms: number) => {
    now += ms;
    await app.desk.runDue();
  };
  return { ...app, ids: slots.map(({ id }) => id), pass };
}

/** In minutes: what is begun three days after its day, half an hour before its time of day. */
const late = 3 * 24 * 60 - 30;

const standing = async (app: TestApp) => (await list(app)).data.map(({ status }) => status);
const overviewOf = async ({ desk }: TestApp) => (await desk.call('overview_get')) as Overview;
const entryOf = (entries: Overview['needsYou'], kind: string) => entries.find((one) => one.kind === kind);

describe('what was due while nothing ran', () => {
  test('is written after three days: the oldest at once, then one a day', async () => {
    const app = await startAgain([0, 1, 2, 5], 3);
    expect(await standing(app)).toEqual(['writing', 'planned', 'planned', 'planned']);
    expect((await list(app)).data.map(({ lateBy }) => lateBy)).toEqual([late, late, late, null]);
    const overview = await overviewOf(app);
    expect(entryOf(overview.happened, 'slots_begun_late')).toMatchObject({ count: 1, latest: [{ about: 'connection pool: 3 days late' }] });
    const next = `idle connection: at ${new Date(startOfTests + 4 * day).toISOString()}, 3 days late`;
    expect(entryOf(overview.comesNext, 'slots_planned')).toMatchObject({ count: 3, latest: [{ about: next }, {}, {}] });
    await app.pass(23 * hour);
    expect(await articlesOf(app)).toHaveLength(1);
    await app.pass(hour);
    expect(await standing(app)).toEqual(['writing', 'writing', 'planned', 'planned']);
    await app.pass(day + 30 * minute);
    expect(await standing(app)).toEqual(['writing', 'writing', 'writing', 'writing']);
    expect((await list(app)).data[3]).toMatchObject({ lateBy: null });
  });

  test('is missed after more than seven days, told to whoever looks, and can be moved', async () => {
    const app = await startAgain([0, 1, 2, 2, 8], 9);
    expect(await standing(app)).toEqual(['missed', 'missed', 'writing', 'planned', 'planned']);
    const { needsYou } = await overviewOf(app);
    expect(entryOf(needsYou, 'slots_unwritten')).toMatchObject({
      count: 2,
      latest: [{ id: app.ids[1] }, { id: app.ids[0], about: `connection pool: missed: was due ${dayAfter(0)} 10:00` }],
      operation: 'calendar_update',
      arguments: { id: app.ids[1] },
    });
    expect((await list(app, { status: 'missed' })).data.map(({ lateBy }) => lateBy)).toEqual([null, null]);
    await app.pass(day);
    await app.pass(day);
    expect(await articlesOf(app)).toHaveLength(3);
    expect(await update(app, { id: app.ids[0]!, date: dayAfter(12) })).toMatchObject({ status: 'planned', lateBy: null });
    await app.pass(day + 30 * minute);
    expect(await slotOf(app, app.ids[0]!)).toMatchObject({ status: 'writing', lateBy: null });
  });

  test('of another project has turns of its own', async () => {
    const before = await createTestApp();
    const { id: other } = (await before.desk.call('projects_create', { name: 'Other' })) as { id: string };
    const { data } = (await before.desk.call('projects_list')) as { data: { id: string }[] };
    for (const projectId of data.map(({ id }) => id)) {
      await create(
        before,
        [1, 2].map((one) => ({ date: dayAfter(one), keyword: `volcanoes ${one}` })),
        { projectId },
      );
    }
    await before.advance(4 * day);
    for (const projectId of [other, data.find(({ id }) => id !== other)!.id])
      expect((await list(before, { projectId })).data.map(({ status }) => status)).toEqual(['failed', 'planned']);
  });

  test('lines up again after another stop, with what is new', async () => {
    const app = await startAgain([0, 1, 2, 3.5], 3);
    expect(await standing(app)).toEqual(['writing', 'planned', 'planned', 'planned']);
    // Both that were put off, and one that is new.
    await app.pass(5 * day);
    expect(await standing(app)).toEqual(['writing', 'writing', 'planned', 'planned']);
    await app.pass(day);
    expect(await standing(app)).toEqual(['writing', 'writing', 'writing', 'planned']);
    await app.pass(day);
    // The first has waited a week for its draft.
    expect(await standing(app)).toEqual(['failed', 'writing', 'writing', 'writing']);
  });

  test('keeps its distance from what a short stop has put off further', async () => {
    const app = await startAgain([0, 1, 2], 3);
    await app.pass(25 * hour);
    expect(await standing(app)).toEqual(['writing', 'writing', 'planned']);
    await app.pass(23 * hour);
    expect(await standing(app)).toEqual(['writing', 'writing', 'planned']);
    await app.pass(hour);
    expect(await standing(app)).toEqual(['writing', 'writing', 'writing']);
  });

  test('can be moved before its turn, and is then no longer late', async () => {
    const app = await startAgain([0, 1], 3);
    expect(await slotOf(app, app.ids[1]!)).toMatchObject({ status: 'planned', lateBy: late });
    await update(app, { id: app.ids[1]!, date: dayAfter(6) });
    expect(await slotOf(app, app.ids[1]!)).toMatchObject({ status: 'planned', lateBy: null });
    await app.pass(2 * day);
    expect(await standing(app)).toEqual(['writing', 'planned']);
    await app.pass(day + 30 * minute);
    expect(await standing(app)).toEqual(['writing', 'writing']);
  });

  test('keeps its turn where the time zone changes', async () => {
    const app = await startAgain([0, 1], 3);
    await moveTo(app, 'America/New_York');
    expect(await slotOf(app, app.ids[1]!)).toMatchObject({ dueAt: '2026-05-04T14:00:00.000Z', lateBy: late - 4 * 60 });
    await app.pass(day);
    expect(await standing(app)).toEqual(['writing', 'writing']);
  });
});

test('a few minutes are not late: all that is due is begun', async () => {
  const app = await createTestApp();
  await addManual(app.desk);
  await create(
    app,
    keywords.slice(0, 3).map((keyword) => ({ date: dayAfter(0), time: '10:00', keyword, writer: 'agent' })),
  );
  await app.advance(30 * minute + onTimeMs);
  expect((await list(app)).data.map(({ status, lateBy }) => [status, lateBy])).toEqual([1, 2, 3].map(() => ['writing', null]));
});
