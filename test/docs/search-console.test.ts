import { expect, test } from 'vitest';
import { curveNeeds, defaultCurve, secondPage } from '../../src/services/search-console/reports/curve.ts';
import { defaultDays } from '../../src/services/search-console/reports/periods.ts';
import { thresholds } from '../../src/services/search-console/reports/thresholds.ts';
import { views } from '../../src/services/search-console/reports/views.ts';
import { keptDays } from '../../src/services/search-console/store/removal.ts';
import { read, tableOf } from './table-of.ts';

const percent = (share: number) => `${Math.round(share * 10_000) / 100} %`;

test('the docs publish the default curve as it is', () => {
  expect(tableOf('search-console', 'position', 'ctr')).toEqual([
    ...defaultCurve.map((ctr, index) => [String(index + 1), percent(ctr)]),
    [`11 to ${curveNeeds.positions}`, percent(secondPage)],
  ]);
});

test('the docs tell of every view, by its thresholds', () => {
  const rows = tableOf('search-console', 'view', 'lists', 'the first is');
  const told = new Map(rows.flatMap(([names, lists, first]) => names!.match(/\w+/g)!.map((name) => [name, `${lists}; ${first}`])));
  expect([...told.keys()].toSorted()).toEqual(
    Object.keys(views)
      .filter((view) => view !== 'rows')
      .toSorted(),
  );
  const { lowCtrShare, decayShare, pageShare, ledShare } = thresholds;
  const expected = {
    quick_wins: `positions ${thresholds.quickFrom} to ${thresholds.quickTo}; what would win most clicks at position ${thresholds.quickTarget}`,
    low_ctr: `to ${thresholds.lowCtrTo}, and below ${percent(lowCtrShare)} of the clicks that the position earns; ${thresholds.lowCtrMissing} clicks and ${thresholds.deviations} standard`,
    decay: `${thresholds.decayLeast} clicks or more before, and now below ${percent(decayShare)} of what`,
    cannibalization: `two pages have ${percent(pageShare)} each, the second leading on ${percent(ledShare)} of its days`,
  };
  for (const [view, words] of Object.entries(expected)) expect(told.get(view), view).toContain(words);
  expect(told.get('decay')).toContain(
    `a position lower by ${thresholds.decayPlaces} or more, and of impressions and click-through the one that kept less, both below ${percent(thresholds.decayKept)}`,
  );
});

test('the docs publish what is many, what a curve needs, the default period and how long days stay', () => {
  const page = read('docs/search-console.md');
  const { queries, impressions, known } = curveNeeds;
  for (const words of [
    `are ${percent(thresholds.manyShare)} of those of all rows of the question, and at least ${thresholds.manyLeast}:`,
    `with ${queries} queries and ${impressions.toLocaleString('en')} impressions; at least ${known} of the first 10`,
    `it begins ${defaultDays} days before its end`,
    `older than ${keptDays} days`,
  ])
    expect(page).toContain(words);
});
