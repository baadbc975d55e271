import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateAfter, spread, weekdaysFor, type Window } from '../../../src/services/autopilot/autofill/spacing.ts';

const weekdayOf = (date: string) => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
/** The Monday of a day's week. */
const mondayOf = (date: string) => dateAfter(date, -weekdayOf(date));
const none = new Map<string, number>();
const datesOf = (window: Partial<Window>) =>
  spread({ from: '2026-05-04', days: 14, perWeek: 3, taken: none, ...window }).map(({ date }) => date);

const from = fc.integer({ min: 0, max: 800 }).map((days) => dateAfter('2026-01-01', days));
const windows = fc.record({ from, days: fc.integer({ min: 1, max: 90 }), perWeek: fc.integer({ min: 1, max: 14 }) }).chain((window) =>
  fc
    .dictionary(
      fc.integer({ min: 0, max: window.days - 1 }).map((days) => dateAfter(window.from, days)),
      fc.integer({ min: 1, max: 3 }),
      { maxKeys: 20 },
    )
    .map((taken) => ({ ...window, taken: new Map(Object.entries(taken)) })),
);

/** Runs it over windows with slots in them, each with what it has by day and by week. */
function over(check: (window: Window, places: ReturnType<typeof spread>) => void): void {
  fc.assert(
    fc.property(windows, (window) => check(window, spread(window))),
    { numRuns: 300 },
  );
}

describe('the days of a plan', () => {
  test('lie within the window, in order, and the same window has the same', () => {
    over((window, places) => {
      for (const { date } of places) expect(date >= window.from && date < dateAfter(window.from, window.days)).toBe(true);
      const sorted = places.toSorted((one, other) => (one.date < other.date ? -1 : one.date > other.date ? 1 : one.nth - other.nth));
      expect(places).toEqual(sorted);
      expect(spread(window)).toEqual(places);
    });
  });

  test('never have two slots a day with those that stand, unless there are more than seven a week; then two', () => {
    over(({ perWeek, taken }, places) => {
      for (const [date, some] of Map.groupBy(places, (place) => place.date))
        expect(some.length + (taken.get(date) ?? 0)).toBeLessThanOrEqual(perWeek > 7 ? 2 : 1);
    });
  });

  test('are no weekends up to five a week', () => {
    over(({ perWeek }, places) => {
      if (perWeek <= 5) expect(places.filter(({ date }) => weekdayOf(date) > 4)).toEqual([]);
    });
  });

  test('make each whole week have as many as were asked for with those that stand, or as many as there is room for', () => {
    over(({ from: first, days, perWeek, taken }, places) => {
      const all = Array.from({ length: days }, (_, index) => dateAfter(first, index));
      for (const [monday, week] of Map.groupBy(all, mondayOf)) {
        const standing = week.reduce((sum, date) => sum + (taken.get(date) ?? 0), 0);
        const count = places.filter(({ date }) => mondayOf(date) === monday).length;
        const most = perWeek > 7 ? 2 : 1;
        const room = week.reduce(
          (sum, date) => sum + (perWeek <= 5 && weekdayOf(date) > 4 ? 0 : Math.max(0, most - (taken.get(date) ?? 0))),
          0,
        );
        if (week.length === 7) expect(count).toBe(Math.max(0, Math.min(perWeek - standing, room)));
        else expect(count).toBeLessThanOrEqual(Math.max(0, Math.min(perWeek - standing, room)));
      }
    });
  });

  test('are the usual ones in a calendar that is empty', () => {
    expect(datesOf({})).toEqual(['2026-05-04', '2026-05-06', '2026-05-08', '2026-05-11', '2026-05-13', '2026-05-15']);
    for (const [perWeek, usual] of weekdaysFor.entries()) {
      if (perWeek > 0) expect(datesOf({ days: 7, perWeek }).map(weekdayOf)).toEqual(usual);
    }
  });

  test('keep away from what stands', () => {
    expect(datesOf({ days: 7, taken: new Map([['2026-05-05', 1]]) })).toEqual(['2026-05-04', '2026-05-08']);
    expect(datesOf({ days: 7, taken: new Map([['2026-05-06', 3]]) })).toEqual([]);
  });

  test('have their second slot in the afternoon', () => {
    const places = spread({ from: '2026-05-04', days: 7, perWeek: 8, taken: none });
    expect(places.filter(({ nth }) => nth === 1)).toEqual([{ date: '2026-05-05', nth: 1 }]);
    expect(places).toHaveLength(8);
  });
});
