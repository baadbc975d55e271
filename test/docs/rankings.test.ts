import { expect, test } from 'vitest';
import { maxKeywordsAtOnce, RankingEngine, RankingStatus } from '../../schema/rankings.ts';
import { maxInARow, maxRestSeconds } from '../../src/services/common/faults.ts';
import { periods, tolerance } from '../../src/services/rankings/compare.ts';
import { maxTracked } from '../../src/services/rankings/track.ts';
import { maxPoints } from '../../src/services/rankings/list.ts';
import { keptWhole } from '../../src/services/rankings/removal.ts';
import { askedAtOnce } from '../../src/services/rankings/run.ts';
import { wouldServe } from '../../src/services/rankings/serving.ts';
import { clickRates } from '../../src/services/common/click-rates.ts';
import { volumesKeptMs } from '../../src/services/research/keywords/kept.ts';
import { minShareWithVolume } from '../../src/services/rankings/visibility.ts';
import { read, tableOf } from './table-of.ts';

const words = read('docs/rankings.md').replace(/\s+/g, ' ');
const bare = (cell: string) => cell.replaceAll('`', '');

test('the docs give the rate of every position, as it is', () => {
  expect(tableOf('rankings', 'position', 'rate').map((row) => row.map(Number))).toEqual(clickRates.map((rate, index) => [index + 1, rate]));
});

test('the docs name who serves each engine', () => {
  const told = tableOf('rankings', 'engine', 'providers').map(([engine, names]) => [bare(engine!), bare(names!).split(', ')]);
  expect(Object.fromEntries(told)).toEqual(wouldServe);
  expect(told.map(([engine]) => engine)).toEqual(RankingEngine.options);
});

test('the docs explain every state', () => {
  expect(tableOf('rankings', 'status', 'what it means').map(([status]) => bare(status!))).toEqual(RankingStatus.options);
});

test('the docs give every limit, as it is', () => {
  const limits = [maxTracked, maxKeywordsAtOnce, maxPoints.ofOne, maxPoints.ofPage, askedAtOnce];
  expect(tableOf('rankings', 'limit', 'value').map(([, value]) => value)).toEqual(limits.map((limit) => limit.toLocaleString('en')));
});

test.each([
  periods.map((days) => `\`change${days}d\``).join(', ').replace(/, ([^,]*)$/, ' and $1'), // prettier-ignore
  `may lie a quarter of the period, and at least ${tolerance.minMs / 3_600_000} hours`,
  `After ${maxInARow.provider_refused} in a row`,
  `after ${maxInARow.provider_failed} in a row`,
  `up to ${maxRestSeconds} seconds`,
  `after ${maxInARow.rate_limited} in a row, or`,
  'Where less than half of the keywords have one, each weighs 1',
  'asked DataForSEO for it within a year',
  `All are kept for ${keptWhole / 86_400_000} days`,
])('the docs say %s, as it is', (figure) => {
  expect([tolerance.share, minShareWithVolume, volumesKeptMs]).toEqual([0.25, 0.5, 365 * 86_400_000]);
  expect(words).toContain(figure);
});
