import fc from 'fast-check';
import { expect, test } from 'vitest';
import { summaryOf, type Summed } from '../../../src/services/rankings/summary.ts';
import { clickRates } from '../../../src/services/common/click-rates.ts';
import { minShareWithVolume, visibilityOf, weightingOf } from '../../../src/services/rankings/visibility.ts';

/** A keyword that was checked now and 7 days before; `from` and `to` are null where it was not found among so many. */
const checked = (to: number | null, volume: number | null, from: number | null = to, depth = 20): Summed => ({
  status: to === null ? 'not_found_in_top_n' : 'ranked',
  position: to,
  depth_checked: depth,
  before: JSON.stringify({ days: { 7: { position: from, depth: 20 } } }),
  volume,
});

const visibilityIn = (rows: readonly Summed[]) => summaryOf(rows).visibility;

test('a keyword of ten searches does not weigh as one of ten thousand', () => {
  const rare = visibilityIn([checked(1, 10), checked(null, 10_000)]);
  const frequent = visibilityIn([checked(null, 10), checked(1, 10_000)]);
  expect(rare).toMatchObject({ index: 0.1, weighting: 'volume', keywords: 2, withoutVolume: 0 });
  expect(frequent).toMatchObject({ index: 99.9, weighting: 'volume' });
});

test('where volumes are not known each keyword weighs the same, and the answer says so', () => {
  const rows = [checked(1, null), checked(2, null), checked(null, null), checked(12, null)];
  // 28.5 and 15.7 of 4 × 28.5.
  expect(visibilityIn(rows)).toMatchObject({ index: 38.8, weighting: 'equal', keywords: 4, withoutVolume: 4 });
});

test('where half of the volumes are known it rests on these alone, and where fewer are on none', () => {
  expect(visibilityIn([checked(1, 100), checked(2, null)])).toMatchObject({
    index: 100,
    weighting: 'volume',
    keywords: 1,
    withoutVolume: 1,
  });
  expect(visibilityIn([checked(1, 100), checked(2, null), checked(3, null)])).toMatchObject({ weighting: 'equal', keywords: 3 });
  // What nobody searches for weighs nothing: with nothing else, all weigh alike.
  expect(visibilityIn([checked(1, 0), checked(null, 0)])).toMatchObject({ index: 50, weighting: 'equal' });
  expect([minShareWithVolume, weightingOf([])]).toEqual([0.5, 'equal']);
});

test('both dates of a comparison have the weights of now, and what cannot be compared is left out of both', () => {
  const rows = [checked(1, 900, 2), checked(3, 100, 1), checked(null, 5000, 7, 5), checked(4, null, 1)];
  // The third was looked for among five results alone: that is no drop. (900 + 100 × 11 ÷ 28.5) − (900 × 15.7 ÷ 28.5 + 100), of 1,000.
  expect(visibilityIn(rows)).toMatchObject({ weighting: 'volume', keywords: 3, change7d: 34.3, keywords7d: 2 });
});

const keyword = fc.record({ position: fc.option(fc.integer({ min: 1, max: 100 })), weight: fc.integer({ min: 0, max: 1_000_000 }) });

test('the index lies between 0 and 100, and is what the formula says', () => {
  fc.assert(
    fc.property(fc.array(keyword, { maxLength: 50 }), (keywords) => {
      let clicks = 0;
      let most = 0;
      for (const { position, weight } of keywords) {
        if (position !== null && position <= 10) clicks += weight * clickRates[position - 1]!;
        most += weight * 28.5;
      }
      const index = visibilityOf(keywords);
      if (most === 0) return index === null;
      expect(Math.abs(index! - (100 * clicks) / most)).toBeLessThanOrEqual(0.0501);
      expect(index).toBeGreaterThanOrEqual(0);
      expect(index).toBeLessThanOrEqual(100);
      return true;
    }),
  );
});

test('a better position never lowers the index, nor does a worse one raise it', () => {
  fc.assert(
    fc.property(fc.array(keyword, { minLength: 1, maxLength: 20 }), fc.nat(), fc.nat({ max: 99 }), (keywords, which, gained) => {
      const at = which % keywords.length;
      const better = keywords.map((one, index) => (index === at ? { ...one, position: Math.max(1, (one.position ?? 101) - gained) } : one));
      const [before, after] = [visibilityOf(keywords), visibilityOf(better)];
      expect(after ?? 0).toBeGreaterThanOrEqual(before ?? 0);
    }),
  );
});

test('the rates fall from each position to the next, and 1 everywhere is 100', () => {
  expect(clickRates.toSorted((one, other) => other - one)).toEqual(clickRates);
  expect(new Set(clickRates).size).toBe(clickRates.length);
  expect(visibilityOf([{ position: 1, weight: 3 }])).toBe(100);
});
