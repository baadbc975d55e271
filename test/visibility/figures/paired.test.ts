import { describe, expect, test } from 'vitest';
import { promptsUntil } from '../../../src/visibility/figures/figures.ts';
import { correlationOf, differenceOf, wilson } from '../../../src/visibility/figures/intervals.ts';
import { leadOf } from '../../../src/visibility/figures/leads.ts';
import { sampleOf } from '../../../src/visibility/figures/sample.ts';
import { prompts, uniform, unit } from './units.ts';

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

describe('a lead over the answers to several prompts', () => {
  const lead = (own: readonly number[], rival: readonly number[], answers = 2) => {
    const units = own.map((mentioned, at) => unit(`prm_${at}`, answers, { own: { mentioned }, rival: { mentioned: rival[at]! } }));
    return leadOf(sampleOf(units, 'prompt', ['own', 'rival']), 'rival', 'own');
  };

  test('is the surer the more alike the two are over prompts', () => {
    const own = [0, 0, 1, 0, 2, 1, 0, 1, 2, 0];
    const alike = lead(own, own.map((one) => Math.min(2, one + 1))); // prettier-ignore
    const apart = lead(own, [2, 2, 1, 1, 1, 1, 2, 2, 1, 2]);
    const width = ({ interval }: typeof alike) => interval!.high - interval!.low;
    expect(width(alike)).toBeLessThan(width(apart));
  });

  test('is never sure beyond doubt, and has no interval below five prompts', () => {
    const all = lead([0, 0, 0, 0, 0], [2, 2, 2, 2, 2]);
    expect(all.value).toBe(1);
    expect(all.interval!.low).toBeLessThan(0.6);
    expect(lead([0, 0, 0, 0], [2, 2, 2, 2])).toEqual({ value: 1, interval: null });
  });

  test('holds the true difference about nine times in ten', () => {
    const next = uniform(5);
    const trials = Array.from({ length: 1000 }, () => {
      const shares = Array.from({ length: 10 }, () => next());
      const of = (shareOf: (share: number) => number) =>
        shares.map((share) => Number(next() < shareOf(share)) + Number(next() < shareOf(share)));
      return lead(of((share) => 1 - share), of((share) => share)).interval!; // prettier-ignore
    });
    const held = trials.filter(({ low, high }) => low <= 0 && 0 <= high).length / trials.length;
    expect(held).toBeGreaterThan(0.86);
    expect(held).toBeLessThan(0.94);
  });
});

test('so many prompts bring visibility within so much to either side, if they come out as those that were asked', () => {
  const until = (mentioned: readonly number[]) => promptsUntil(0.1, sampleOf(prompts(mentioned, 2), 'prompt', ['own']), 'own');
  // Wilson's interval of 0 of n reaches 0.2 where n is 4 z²: 10.8.
  expect(until([0, 0, 0, 0])).toBe(11);
  // Halves of prompts with all or nothing: each prompt is worth about one answer, and 0.5 ± 0.1 takes z² (0.25 ÷ 0.01 − 1) = 65.
  expect(until([2, 0, 2, 0, 2, 0, 2, 0])).toBeGreaterThanOrEqual(60);
  expect(until([1, 1, 1, 1, 1, 1, 1, 1])).toBe(33);
});
