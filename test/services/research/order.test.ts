import { expect, test } from 'vitest';
import { orderOf } from '../../../src/services/research/keywords/candidates.ts';

type Ordered = Parameters<typeof orderOf>[0];
const row: Ordered = { keyword: 'cold brew', sources: ['documents'], relevance: 1, question: false, searchVolume: null, difficulty: null };
const documents = { count: 1, passages: 1, best: { id: 'doc_1', title: 'Cold brew' } };

/** Keywords in their order. */
function ordered(rows: Partial<Ordered>[]): (string | undefined)[] {
  const whole = rows.map((one) => ({ ...row, ...one }));
  const compare = (one: Ordered, other: Ordered) =>
    orderOf(one).map((value, at) => value - orderOf(other)[at]!).find((difference) => difference !== 0) ?? 0; // prettier-ignore
  return whole.toSorted(compare).map(({ keyword }) => keyword);
}

test('known searches and difficulty weigh before the length of a keyword; unknown ones stand among them', () => {
  const rows = [
    { keyword: 'what nobody knows of here' },
    { keyword: 'never', searchVolume: 0, difficulty: 0 },
    { keyword: 'hard', searchVolume: 10_000, difficulty: 90 },
    { keyword: 'won', searchVolume: 100, difficulty: 10 },
    { keyword: 'more', searchVolume: 1_000, difficulty: 10 },
    { keyword: 'unknown' },
  ];
  expect(ordered(rows)).toEqual(['more', 'won', 'what nobody knows of here', 'unknown', 'hard', 'never']);
});

test('what documents answer comes before what is searched for most', () => {
  expect(
    ordered([
      { keyword: 'much', searchVolume: 90_000 },
      { keyword: 'answered', documents },
    ]),
  ).toEqual(['answered', 'much']);
});
