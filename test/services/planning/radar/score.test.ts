import { expect, test } from 'vitest';
import {
  clicksOfHalf,
  demandOf,
  recencyOf,
  recommendationWeights,
  scoreOf,
  shareOfClicks,
  type Parts,
} from '../../../../src/services/planning/radar/recommend/score.ts';
import { dayMs } from './support.ts';

const none: Parts = { clicks: null, relevance: null, demand: null, recency: null, gap: null, need: null };
const { relevance, demand, gap } = recommendationWeights;

test('without clicks a score is the weighted mean of the parts that are known', () => {
  expect(scoreOf(none)).toBe(0);
  expect(scoreOf({ ...none, demand: 0.5 })).toBe(50);
  expect(scoreOf({ ...none, relevance: 1, demand: 0.5, gap: 0 })).toBe(
    Math.round((1000 * (relevance + demand / 2)) / (relevance + demand + gap)) / 10,
  );
  const voices = (competitors: number, pages = competitors) => ({ competitors, pages });
  expect([voices(1), voices(2), voices(3)].map((heard) => demandOf(heard, 3))).toEqual([0.5, 0.75, 0.875]);
  // Of the only one that is watched, its pages tell.
  expect([voices(1, 2), voices(1, 4)].map((heard) => demandOf(heard, 1))).toEqual([0.5, 0.75]);
  expect([recencyOf(5, 5), recencyOf(0, 30 * dayMs), recencyOf(10, 0)]).toEqual([1, 0.5, 1]);
});

test('what is near and not written about is no reason by itself, and clicks to be won are', () => {
  expect(scoreOf({ ...none, relevance: 1, gap: 1 })).toBe(0);
  expect(scoreOf({ ...none, relevance: 1, gap: 1, clicks: shareOfClicks(clicksOfHalf) })).toBe(50);
  expect(scoreOf({ ...none, need: 0.4, clicks: shareOfClicks(1) })).toBe(40);
});

test('what nobody is known to search or write about is worth half', () => {
  const alone = { ...none, relevance: 1, recency: 0 };
  expect(scoreOf(alone)).toBeCloseTo(scoreOf({ ...alone, clicks: 0 }) / 2, 1);
});

test('all else equal, more to be won never scores lower', () => {
  const levels = [null, 0, 0.2, 0.5, 1];
  const amounts = [0, 1, 3, 10, 50, 90, 200, 400, 1_000, 5_000, 50_000];
  for (const near of levels)
    for (const voices of levels)
      for (const need of levels) {
        const others = { ...none, relevance: near, demand: voices, need };
        const scores = [scoreOf(others), ...amounts.map((clicks) => scoreOf({ ...others, clicks: shareOfClicks(clicks) }))];
        expect(scores).toEqual(scores.toSorted((one, other) => one - other));
      }
  const impressions = amounts.map((monthly) =>
    scoreOf({ ...none, relevance: 0.5, demand: demandOf({ competitors: 1, pages: 1 }, 3, monthly) }),
  );
  expect(impressions).toEqual(impressions.toSorted((one, other) => one - other));
});
