import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openZone } from '../../../../src/services/planning/calendar/zone.ts';

/** What a clock on the wall shows, told by other rules than those under test. */
function wallClock(instant: number, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    ...({ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const),
  }).formatToParts(instant);
  const part = (type: string) => parts.find((one) => one.type === type)!.value;
  return `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}`;
}

/** The offset of a zone's clocks, in minutes. */
function offsetAt(instant: number, zone: string): number {
  return Math.round((Date.parse(`${wallClock(instant, zone).replace(' ', 'T')}Z`) - instant) / 60_000);
}

/** When clocks are next put forward or back after an instant, within a year; else the instant. */
function changeAfter(instant: number, zone: string): number {
  const step = 20 * 24 * 3_600_000;
  for (let before = instant; before < instant + 366 * 24 * 3_600_000; before += step) {
    if (offsetAt(before, zone) === offsetAt(before + step, zone)) continue;
    let [same, changed] = [before, before + step];
    while (changed - same > 60_000) {
      const middle = same + Math.round((changed - same) / 120_000) * 60_000;
      if (offsetAt(middle, zone) === offsetAt(before, zone)) same = middle;
      else changed = middle;
    }
    return changed;
  }
  return instant;
}

test.each([
  // Clocks go forward: 02:30 does not exist and moves on by the gap.
  ['Europe/Berlin', '2026-03-29', '02:30', '2026-03-29T01:30:00.000Z', '2026-03-29 03:30'],
  ['America/New_York', '2026-03-08', '02:30', '2026-03-08T07:30:00.000Z', '2026-03-08 03:30'],
  // By half an hour only.
  ['Australia/Lord_Howe', '2026-10-04', '02:15', '2026-10-03T15:45:00.000Z', '2026-10-04 02:45'],
  ['Africa/Casablanca', '2026-03-22', '02:30', '2026-03-22T02:30:00.000Z', '2026-03-22 03:30'],
  // A day that Samoa left out.
  ['Pacific/Apia', '2011-12-30', '09:00', '2011-12-30T19:00:00.000Z', '2011-12-31 09:00'],
  // Clocks go back: the first of two.
  ['Europe/Berlin', '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z', '2026-10-25 02:30'],
  ['America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z', '2026-11-01 01:30'],
  ['Australia/Lord_Howe', '2026-04-05', '01:45', '2026-04-04T14:45:00.000Z', '2026-04-05 01:45'],
  ['Africa/Casablanca', '2026-02-15', '02:30', '2026-02-15T01:30:00.000Z', '2026-02-15 02:30'],
  // An ordinary day, a zone that is always apart, and the last minute there is.
  ['Europe/Berlin', '2026-07-01', '09:00', '2026-07-01T07:00:00.000Z', '2026-07-01 09:00'],
  ['+05:45', '2026-07-01', '09:00', '2026-07-01T03:15:00.000Z', '2026-07-01 09:00'],
  ['UTC', '9999-12-31', '23:59', '9999-12-31T23:59:00.000Z', '9999-12-31 23:59'],
])('in %s %s %s is %s, when clocks show %s', async (name, date, time, instant, shown) => {
  const zone = await openZone(name);
  const found = zone.instantOf(date, time);
  expect(new Date(found).toISOString()).toBe(instant);
  expect(wallClock(found, name)).toBe(shown);
});

describe('for every zone', () => {
  const zones = Intl.supportedValuesOf('timeZone');
  const zone = fc.constantFrom(...zones, 'UTC', 'EST5EDT', 'Asia/Calcutta');
  const start = fc.integer({ min: Date.UTC(2000, 0) / 60_000, max: Date.UTC(2040, 0) / 60_000 }).map((minutes) => minutes * 60_000);
  /** Local times, most of them within hours of a change of clocks. */
  const local = fc.tuple(zone, start, fc.integer({ min: -100, max: 100 }), fc.boolean()).map(([name, from, minutes, anywhere]) => {
    const at = anywhere ? from : changeAfter(from, name);
    // As if clocks had not changed, so that what they leave out is among them.
    const offset = offsetAt(at - 4 * 3_600_000, name);
    const [date, time] = new Date(at + (offset + minutes) * 60_000).toISOString().slice(0, 16).split('T') as [string, string];
    return { name, date, time };
  });

  test('a local time is the one that clocks show at its instant, or it does not exist and they show a later one', async () => {
    let gaps = 0;
    await fc.assert(
      fc.asyncProperty(local, async ({ name, date, time }) => {
        const { instantOf, dayOf } = await openZone(name);
        const instant = instantOf(date, time);
        const shown = wallClock(instant, name);
        expect(dayOf(instant)).toBe(shown.slice(0, 10));
        if (shown === `${date} ${time}`) return;
        expect(shown > `${date} ${time}`).toBe(true);
        // In a gap no minute of the days around shows it.
        gaps++;
        const around = Array.from({ length: 8 * 60 }, (_, index) => wallClock(instant + (index - 4 * 60) * 60_000, name));
        expect(around).not.toContain(`${date} ${time}`);
      }),
      { numRuns: 200 },
    );
    expect(gaps).toBeGreaterThan(0);
  });

  test('of an instant that clocks show twice it is the first', async () => {
    await fc.assert(
      fc.asyncProperty(local, async ({ name, date, time }) => {
        const { instantOf } = await openZone(name);
        const instant = instantOf(date, time);
        const shown = wallClock(instant, name);
        for (const earlier of [30, 60, 120]) expect(wallClock(instant - earlier * 60_000, name)).not.toBe(shown);
      }),
      { numRuns: 200 },
    );
  });
});
