import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backoffDelaysMs, delayAfter, retryAfterMs } from '../../src/webhooks/backoff.ts';

const minute = 60_000;
const sixHours = 360 * minute;
const now = Date.UTC(2026, 4, 3);

test('the schedule is the published one', () => {
  expect(backoffDelaysMs).toEqual([minute, 5 * minute, 30 * minute, 120 * minute, sixHours]);
  expect([1, 2, 3, 4, 5, 6].map((failed) => delayAfter(failed))).toEqual([...backoffDelaysMs, sixHours]);
});

test('no delay is ever shortened, or lengthened beyond the longest', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.double({ min: 0, noNaN: true }), (failed, asked) => {
      const delay = delayAfter(failed, asked);
      expect(delay).toBeGreaterThanOrEqual(delayAfter(failed));
      expect(delay).toBeLessThanOrEqual(sixHours);
    }),
  );
});

test.each([
  ['120', 120_000],
  [' 7 ', 7000],
  ['0', 0],
  [new Date(now + 90_000).toUTCString(), 90_000],
  [new Date(now - 90_000).toUTCString(), 0],
  ['-5', 0],
  ['soon', 0],
  ['1.5', 0],
  ['9999999999', 9_999_999_999_000],
  ['9'.repeat(400), Number.POSITIVE_INFINITY],
  ['1e3', 0],
  ['0x10', 0],
  ['60, 600', 0],
  ['Sunday, 03-May-26 00:01:30 GMT', 90_000],
  ['Sun May  3 00:01:30 2026', 90_000],
  ['Sun, 03 May 2026 00:01:30 GMT, Sun, 03 May 2026 00:02:00 GMT', 0],
  ['Thu, 99 Foo 2026 00:00:00 GMT', 0],
  ['', 0],
  [undefined, 0],
])('Retry-After %j asks to wait %d ms', (header, wait) => {
  expect(retryAfterMs(header, now)).toBe(wait);
});
