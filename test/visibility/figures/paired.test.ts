import { expect, test } from 'vitest';
import { correlationOf, differenceOf, wilson } from '../../../src/visibility/figures/intervals.ts';

test('shares of the same answers differ by an interval that knows how often they come together', () => {
  // 20 answers: 16 name the one, 10 the other, and these name both. By hand: (10 × 4 − 6 × 0 − 10) ÷ √(16 × 10 × 4 × 10) = 30 ÷ 80.
  const correlation = correlationOf({ one: 16, other: 10, both: 10, answers: 20 });
  expect(correlation).toBe(0.375);
  const of = (share: number) => ({ share, interval: wilson(share, 20) });
  // Wilson: 0.6216 to 0.9069, and 0.3274 to 0.6726. Low: 0.3 − √(0.1784² − 2 × 0.375 × 0.1784 × 0.1726 + 0.1726²).
  const { low, high } = differenceOf(of(0.8), of(0.5), correlation);
  expect(low).toBeCloseTo(0.1037, 4);
  // High: 0.3 + √(0.1069² − 2 × 0.375 × 0.1069 × 0.1726 + 0.1726²).
  expect(high).toBeCloseTo(0.4655, 4);
  expect(differenceOf(of(0.8), of(0.5)).low).toBeCloseTo(0.0518, 4);
});

test('things that never come together are further apart than chance has it, and few answers tell no correlation', () => {
  // (0 × 0 − 12 × 8) ÷ √(12 × 8 × 8 × 12) = −1.
  expect(correlationOf({ one: 12, other: 8, both: 0, answers: 20 })).toBe(-1);
  // 5 × 1 is not more than half of the ten answers.
  expect(correlationOf({ one: 9, other: 5, both: 5, answers: 10 })).toBe(0);
  expect(correlationOf({ one: 10, other: 5, both: 5, answers: 10 })).toBe(0);
});
