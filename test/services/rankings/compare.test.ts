import { expect, test } from 'vitest';
import { beforeOf, fallOf, gainOf, movementOf, type Standing } from '../../../src/services/rankings/compare.ts';

const hour = 3_600_000;
const day = 24 * hour;
const at = (position: number | null, depth = 20): Standing => ({ position, depth });

test.each<[string, Standing, Standing | undefined, string | null]>([
  ['nothing before', at(3), undefined, null],
  ['a better position', at(3), at(5), 'up'],
  ['a worse one', at(5), at(3), 'down'],
  ['the same', at(5), at(5), 'same'],
  ['none at both times', at(null), at(null), 'same'],
  ['none now, looked as deep', at(null, 20), at(20, 100), 'lost'],
  ['none now, looked less deep', at(null, 20), at(21, 100), null],
  ['none before, looked as deep', at(20, 100), at(null, 20), 'entered'],
  ['none before, looked less deep', at(21, 100), at(null, 20), null],
])('after %s it is told so', (_, now, before, movement) => {
  expect(movementOf(now, before)).toBe(movement);
});

test('places are gained only where it was found at both times', () => {
  expect([gainOf(at(3), at(5)), gainOf(at(9), at(2)), gainOf(at(null), at(2)), gainOf(at(2), at(null)), gainOf(at(2), undefined)]).toEqual([
    2,
    -7,
    null,
    null,
    null,
  ]);
});

test('what is lost fell to just below what was looked at', () => {
  expect([fallOf(at(null), at(4)), fallOf(at(9), at(4)), fallOf(at(4), at(null)), fallOf(at(null, 20), at(50, 100))]).toEqual([
    17,
    5,
    -17,
    null,
  ]);
});

/** The periods that checks so many hours ago are compared over. */
const periodsWith = (...hoursAgo: number[]) => {
  const now = 100 * day;
  const earlier = hoursAgo.map((hours) => ({ ...at(hours), checked_at: now - hours * hour }));
  return Object.entries(beforeOf(now, undefined, earlier).days).map(([days, check]) => [Number(days), check.position]);
};

test('a period begins at the check nearest to it, within a quarter of it and at least half a day', () => {
  expect(periodsWith(11)).toEqual([]);
  expect(periodsWith(12)).toEqual([[1, 12]]);
  expect(periodsWith(36, 20, 25)).toEqual([[1, 25]]);
  expect(periodsWith(37)).toEqual([]);
  expect(periodsWith(7 * 24 + 42, 7 * 24 - 40)).toEqual([[7, 128]]);
  expect(periodsWith(7 * 24 + 43)).toEqual([]);
  expect(periodsWith(28 * 24)).toEqual([[30, 672]]);
  expect(periodsWith(38 * 24)).toEqual([]);
});
