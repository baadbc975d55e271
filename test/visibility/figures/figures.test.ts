import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { figuresOf, isDirectional } from '../../../src/visibility/figures/figures.ts';
import { sampleOf } from '../../../src/visibility/figures/sample.ts';
import { measureNames, type BrandSums, type Unit } from '../../../src/visibility/figures/sums.ts';
import { prompts, unit } from './units.ts';

const measured = (units: readonly Unit[], brand = 'own', brands = ['own', 'rival']) => figuresOf(sampleOf(units, 'prompt', brands), brand);

describe('computed by hand', () => {
  const units = [
    unit(
      'prm_a',
      4,
      {
        own: { mentioned: 3, mentions: 5, positions: 4, sentiment: 180, sentiments: 3, prominence: 0.5, citations: 1 },
        rival: { mentioned: 2, mentions: 3, positions: 3, prominence: 0.25, citations: 2 },
      },
      2,
    ),
    unit('prm_b', 6, { own: { mentioned: 3, mentions: 3, positions: 5, sentiment: 60, sentiments: 1 }, rival: { citations: 1 } }, 2),
  ];

  test('each measure is one sum over another', () => {
    const { visibility, shareOfVoice, position, prominence, sentiment, citationShare } = measured(units);
    expect(visibility).toMatchObject({ value: 0.6, n: 10 });
    expect(shareOfVoice).toMatchObject({ value: 8 / 11, n: 11 });
    expect(position).toMatchObject({ value: 1.5, n: 6 });
    expect(prominence).toMatchObject({ value: 0.125, n: 4 });
    expect(sentiment).toMatchObject({ value: 60, n: 4 });
    expect(citationShare).toMatchObject({ value: 0.25, n: 4 });
  });

  test('two prompts are too few to draw prompts anew, and no fewer than their answers are worth more than these', () => {
    const { visibility, ...others } = measured(units);
    expect(visibility.interval!.low).toBeCloseTo(0.35164, 4);
    expect(visibility.interval!.high).toBeCloseTo(0.80577, 4);
    for (const figure of Object.values(others)) expect(figure).toMatchObject({ interval: null, why: 'too_few' });
  });

  test('answers to one prompt are alike: a hundred are worth twenty-five', () => {
    const { interval } = measured(prompts([2, 2, 2, 2, 2, 8, 8, 8, 8, 8], 10)).visibility;
    expect(interval!.low).toBeCloseTo(0.34375, 4);
    expect(interval!.high).toBeCloseTo(0.65625, 4);
  });

  test('where all of them are alike, they are worth as many as there are prompts', () => {
    const { visibility, shareOfVoice } = measured(prompts([0, 0, 0, 0, 0], 20), 'own');
    // 1.6449² ÷ (5 + 1.6449²)
    expect(visibility.interval).toEqual({ low: 0, high: expect.closeTo(0.35111, 4) });
    expect(shareOfVoice).toMatchObject({ value: null, why: 'not_applicable' });
  });

  test('within one prompt, ten answers can be drawn anew and nine cannot', () => {
    const answers = (count: number) =>
      Array.from({ length: count }, (_, at) => unit(`ans_${at}`, 1, { own: { mentioned: 1, mentions: 1, positions: 1 + (at % 2) } }));
    const of = (count: number) => figuresOf(sampleOf(answers(count), 'answer', ['own']), 'own');
    expect(of(9).position).toMatchObject({ interval: null, why: 'too_few' });
    const { value, interval } = of(10).position;
    expect(value).toBe(1.5);
    expect(interval!.low).toBeGreaterThanOrEqual(1.1);
    expect(interval!.high).toBeLessThanOrEqual(1.9);
    expect(interval!.high - interval!.low).toBeGreaterThan(0.3);
    // Wilson with the answers themselves.
    expect(of(10).visibility.interval!.low).toBeCloseTo(1 - 2.70554 / 12.70554, 4);
  });
});

test('without an answer every figure is null, and says so', () => {
  for (const figure of Object.values(measured([]))) expect(figure).toEqual({ value: null, n: 0, interval: null, why: 'not_checked' });
});

test('figures of fewer than 30 answers or ten prompts only show a direction', () => {
  expect(isDirectional({ answers: 30, prompts: 10 })).toBe(false);
  expect(isDirectional({ answers: 29, prompts: 10 })).toBe(true);
  expect(isDirectional({ answers: 300, prompts: 9 })).toBe(true);
});

describe('whatever the answers are', () => {
  const sums = (answers: number): fc.Arbitrary<BrandSums> =>
    fc
      .record({
        mentioned: fc.nat(answers),
        more: fc.nat(9),
        sentiments: fc.nat(9),
        feeling: fc.nat(100),
        cited: fc.nat(9),
        part: fc.double({ min: 0, max: 0.5, noNaN: true }),
      })
      .map(({ mentioned, more, sentiments, feeling, cited, part }) => ({
        present: answers,
        mentioned,
        mentions: mentioned && mentioned + more,
        positions: mentioned * 1.5,
        sentiment: sentiments * feeling,
        sentiments,
        prominence: part * answers,
        citations: cited,
      }));
  const units = fc
    .array(
      fc
        .integer({ min: 1, max: 20 })
        .chain((answers) => fc.record({ answers: fc.constant(answers), own: sums(answers), rival: sums(answers) })),
      { minLength: 1, maxLength: 12 },
    )
    .map((all) => all.map(({ answers, own, rival }, at) => unit(`prm_${at}`, answers, { own, rival }, answers)));

  test('shares of voice and of citations add up to 1, where there are any', () => {
    fc.assert(
      fc.property(units, (some) => {
        for (const name of ['shareOfVoice', 'citationShare'] as const) {
          const values = ['own', 'rival'].map((brand) => measured(some, brand)[name].value);
          if (values[0] !== null) expect(values[0]! + values[1]!).toBeCloseTo(1, 10);
        }
      }),
      { numRuns: 40 },
    );
  });

  test('a brand that nobody mentions has no share, and no position or sentiment', () => {
    fc.assert(
      fc.property(units, (some) => {
        const { visibility, position, sentiment, prominence, shareOfVoice } = measured(some, 'unknown', ['own', 'rival', 'unknown']);
        expect([visibility.value, prominence.value, position.value, sentiment.value]).toEqual([0, 0, null, null]);
        expect([0, null]).toContain(shareOfVoice.value);
      }),
      { numRuns: 40 },
    );
  });

  test('the order of the answers changes nothing', () => {
    fc.assert(
      fc.property(units, (some) => {
        expect(measured(some.toReversed())).toEqual(measured(some));
      }),
      { numRuns: 20 },
    );
  });

  test('an interval holds its figure', () => {
    fc.assert(
      fc.property(units, (some) => {
        const figures = measured(some);
        for (const name of measureNames) {
          const { value, interval } = figures[name];
          if (interval === null) continue;
          expect(interval.low).toBeLessThanOrEqual(value! + 1e-9);
          expect(interval.high).toBeGreaterThanOrEqual(value! - 1e-9);
        }
      }),
      { numRuns: 40 },
    );
  });
});
