import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openClock, turnTimes, type QuietHours } from '../../../../src/services/articles/publishing/auto/clock.ts';

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Asia/Kathmandu',
  'America/Sao_Paulo',
];
const clocks = new Map(await Promise.all(zones.map(async (zone) => [zone, await openClock(zone)] as const)));

/** What a clock on the wall shows, told by other rules than those under test. */
const walls = new Map(
  zones.map((timeZone) => [timeZone, new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })]),
);
const wallTime = (instant: number, zone: string) => walls.get(zone)!.format(instant);

function shownAsQuiet(instant: number, zone: string, { from, to }: NonNullable<QuietHours>): boolean {
  const time = wallTime(instant, zone);
  return from < to ? time >= from && time < to : time >= from || time < to;
}

const minute = 60_000;
const zone = fc.constantFrom(...zones);
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const quiet = fc
  .tuple(time, time)
  .filter(([from, to]) => from !== to)
  .map(([from, to]) => ({ from, to }));
/** Minutes of 2026 and 2027, half of them within a day of a change of clocks in Berlin or New York. */
const changes = ['2026-03-29T01:00Z', '2026-10-25T01:00Z', '2026-03-08T07:00Z', '2026-11-01T06:00Z'].map((at) => Date.parse(at));
const instant = fc.oneof(
  fc.integer({ min: Date.UTC(2026, 0) / minute, max: Date.UTC(2028, 0) / minute }).map((minutes) => minutes * minute),
  fc.tuple(fc.constantFrom(...changes), fc.integer({ min: -1440, max: 1440 })).map(([change, minutes]) => change + minutes * minute),
);

describe('quiet hours', () => {
  test('are when the clock on the wall shows them, in every zone and around every change of clocks', () => {
    fc.assert(
      fc.property(zone, instant, quiet, (name, at, hours) => {
        expect(clocks.get(name)!.isQuiet(at, hours)).toBe(shownAsQuiet(at, name, hours));
      }),
      { numRuns: 300 },
    );
  });

  test('end at the first minute that the clock shows none of them', () => {
    fc.assert(
      fc.property(zone, instant, quiet, (name, at, hours) => {
        let expected = at;
        while (shownAsQuiet(expected, name, hours)) expected += minute;
        expect(clocks.get(name)!.nextOpen(at, hours)).toBe(expected);
      }),
      { numRuns: 60 },
    );
  });

  test.each([
    ['2026-05-03T21:00:00Z', '2026-05-04T05:00:00.000Z', 'over midnight'],
    ['2026-03-28T23:30:00Z', '2026-03-29T05:00:00.000Z', 'in a night that has an hour less'],
    ['2026-10-24T23:30:00Z', '2026-10-25T06:00:00.000Z', 'in a night that has an hour more'],
    ['2026-05-03T10:00:00Z', '2026-05-03T10:00:00.000Z', 'at noon'],
  ])('in Berlin from 22:00 to 07:00, of %s the next open is %s: %s', async (at, open) => {
    const next = clocks.get('Europe/Berlin')!.nextOpen(Date.parse(at), { from: '22:00', to: '07:00' });
    expect(new Date(next).toISOString()).toBe(open);
  });

  test('that end in an hour which clocks leave out end as clocks are put forward; in one that comes twice, the second time', () => {
    const clock = clocks.get('Europe/Berlin')!;
    const open = (at: string) => new Date(clock.nextOpen(Date.parse(at), { from: '01:00', to: '02:30' })).toISOString();
    expect(open('2026-03-29T00:30:00Z')).toBe('2026-03-29T01:00:00.000Z');
    // The first 02:30 is open until clocks are put back to 02:00.
    expect(open('2026-10-25T00:10:00Z')).toBe('2026-10-25T00:30:00.000Z');
    expect(open('2026-10-25T01:10:00Z')).toBe('2026-10-25T01:30:00.000Z');
  });
});

test('turns keep their order, the cap of each day and the quiet hours, and none is later than it must be', () => {
  const turns = fc.record({
    now: instant,
    publishedToday: fc.integer({ min: 0, max: 4 }),
    dailyCap: fc.integer({ min: 1, max: 4 }),
    quietHours: fc.option(quiet),
    later: fc.integer({ min: 0, max: 72 * 60 }),
  });
  fc.assert(
    fc.property(zone, turns, fc.integer({ min: 0, max: 12 }), (name, { later, ...given }, count) => {
      const asked = { ...given, from: given.now + later * 60_000 };
      const clock = clocks.get(name)!;
      const times = turnTimes(clock, asked, count);
      expect(times).toHaveLength(count);
      expect(times).toEqual(times.toSorted((one, other) => one - other));
      const today = clock.dayOf(asked.now);
      const byDay = Map.groupBy(times, (at) => clock.dayOf(at));
      for (const [day, some] of byDay) {
        expect(some.length + (day === today ? asked.publishedToday : 0)).toBeLessThanOrEqual(
          Math.max(asked.dailyCap, day === today ? asked.publishedToday : 0),
        );
        for (const at of some) expect(clock.isQuiet(at, asked.quietHours)).toBe(false);
      }
      // Only the last of its days may have room left.
      for (const [day, some] of [...byDay].slice(0, -1))
        expect(some.length).toBe(asked.dailyCap - (day === today ? asked.publishedToday : 0));
    }),
    { numRuns: 100 },
  );
});
