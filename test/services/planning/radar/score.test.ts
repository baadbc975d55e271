import { expect, test } from 'vitest';
import { demandOf, recencyOf, recommendationWeights, scoreOf } from '../../../../src/services/planning/radar/recommend/score.ts';
import { dayMs } from './support.ts';

test('a score is the weighted mean of the parts that are known', () => {
  const none = { relevance: null, demand: null, recency: null, gap: null, need: null };
  expect(scoreOf(none)).toBe(0);
  expect(scoreOf({ ...none, demand: 0.5 })).toBe(50);
  const { relevance, gap } = recommendationWeights;
  expect(scoreOf({ ...none, relevance: 1, gap: 0 })).toBe(Math.round((1000 * relevance) / (relevance + gap)) / 10);
  const voices = (competitors: number, pages = competitors) => ({ competitors, pages });
  expect([voices(1), voices(2), voices(3)].map((heard) => demandOf(heard, 3))).toEqual([0.5, 0.75, 0.875]);
  // Of the only one that is watched, its pages tell.
  expect([voices(1, 2), voices(1, 4)].map((heard) => demandOf(heard, 1))).toEqual([0.5, 0.75]);
  expect([recencyOf(5, 5), recencyOf(0, 30 * dayMs), recencyOf(10, 0)]).toEqual([1, 0.5, 1]);
});
