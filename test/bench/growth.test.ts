import { expect, test } from 'vitest';
import { growth, growthWords } from './growth.ts';

const between = (...values: [number, number]) =>
  growth([
    { size: 100, value: values[0] },
    { size: 10_000, value: values[1] },
  ]);

test('growth is told as a power of the size', () => {
  expect([between(5, 5), between(5, 500), between(5, 50_000), between(5, 50)].map(({ exponent }) => exponent)).toEqual([0, 1, 2, 0.5]);
});

test('what is nothing at one size still has a growth', () => {
  expect(between(0, 100).exponent).toBe(2);
  expect(between(0, 0).exponent).toBe(0);
});

test('growth reads as the figure at both sizes, the share of each item, and the power', () => {
  expect(growthWords(between(1.5, 15), 'ms')).toBe('1.5, 15 ms; 15, 1.5 µs each; n^0.5');
  expect(growthWords(between(100, 1000), 'MiB')).toBe('100, 1,000 MiB; 1,020, 102 KiB each; n^0.5');
});
