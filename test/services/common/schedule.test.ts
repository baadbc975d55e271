import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { nextAfter } from '../../../src/services/common/schedule.ts';

test.each([
  ['daily', '2026-05-03T09:30Z', '2026-05-03T09:30Z', '2026-05-04T09:30Z'],
  ['daily', '2026-05-03T09:30Z', '2026-05-20T10:00Z', '2026-05-21T09:30Z'],
  ['weekly', '2026-05-03T09:30Z', '2026-05-24T09:30Z', '2026-05-31T09:30Z'],
  ['monthly', '2026-01-31T09:30Z', '2026-01-31T09:30Z', '2026-02-28T09:30Z'],
  ['monthly', '2026-01-31T09:30Z', '2026-02-28T09:30Z', '2026-03-31T09:30Z'],
  ['monthly', '2026-01-31T09:30Z', '2026-03-30T09:30Z', '2026-03-31T09:30Z'],
  ['monthly', '2026-01-31T09:30Z', '2026-03-31T09:30Z', '2026-04-30T09:30Z'],
] as const)('%s since %s, after %s, is next at %s', async (every, since, now, next) => {
  const at = await nextAfter({ every, since: Date.parse(since) }, Date.parse(now), 'UTC');
  expect(at).toBe(Date.parse(next));
});

test('the local time stays where the clocks are changed', async () => {
  const since = Date.parse('2026-10-24T09:30+02:00');
  const next = (now: string) => nextAfter({ every: 'daily', since }, Date.parse(now), 'Europe/Berlin');
  expect(await next('2026-10-24T12:00Z')).toBe(Date.parse('2026-10-25T09:30+01:00'));
  expect(await next('2026-10-25T08:30Z')).toBe(Date.parse('2026-10-26T09:30+01:00'));
});

test('a clock that was set back asks for nothing before the first time', async () => {
  const since = Date.parse('2026-05-03T09:30Z');
  expect(await nextAfter({ every: 'daily', since }, since - 864e5, 'UTC')).toBe(since + 864e5);
});

test.each([
  ['America/Santiago, where midnight is left out', 'daily', 'America/Santiago', '2026-09-04T00:30', '2026-09-05T12:00', '2026-09-06T01:30'],
  ['America/Santiago, the day after', 'daily', 'America/Santiago', '2026-09-04T00:30', '2026-09-06T12:00', '2026-09-07T00:30'],
  ['Australia/Lord_Howe, by half an hour', 'daily', 'Australia/Lord_Howe', '2026-10-02T02:15', '2026-10-03T12:00', '2026-10-04T02:45'],
  ['Africa/Casablanca, in Ramadan', 'weekly', 'Africa/Casablanca', '2026-02-10T09:30', '2026-02-12T12:00', '2026-02-17T09:30'],
  ['a leap day', 'monthly', 'UTC', '2028-01-29T09:30', '2028-02-01T12:00', '2028-02-29T09:30'],
  ['a year without one', 'monthly', 'UTC', '2026-12-29T09:30', '2027-02-01T12:00', '2027-02-28T09:30'],
] as const)('%s: %s in %s since %s, after %s, is next at %s', async (_, every, zone, since, now, next) => {
  const at = (local: string) => Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds;
  const found = await nextAfter({ every, since: at(since) }, at(now), zone);
  expect(
    Temporal.Instant.fromEpochMilliseconds(found).toZonedDateTimeISO(zone).toPlainDateTime().toString({ smallestUnit: 'minute' }),
  ).toBe(next);
});

test('in any zone the next time is the first of all that are whole periods later', async () => {
  const zones = ['America/Santiago', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Europe/Berlin', 'Pacific/Apia', 'Asia/Kathmandu', 'UTC'];
  const hours = fc.integer({ min: 0, max: 3 * 366 * 24 * 4 }).map((quarters) => Date.UTC(2025, 0, 1) + quarters * 15 * 60_000);
  const units = { daily: 'days', weekly: 'weeks', monthly: 'months' } as const;
  const every = fc.constantFrom(...(Object.keys(units) as (keyof typeof units)[]));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...zones), every, hours, hours, async (zone, often, since, now) => {
      const first = Temporal.Instant.fromEpochMilliseconds(since).toZonedDateTimeISO(zone);
      let expected = since;
      for (let nth = 1; expected <= Math.max(since, now); nth++) expected = first.add({ [units[often]]: nth }).epochMilliseconds;
      expect(await nextAfter({ every: often, since }, now, zone)).toBe(expected);
    }),
    { numRuns: 300 },
  );
});
