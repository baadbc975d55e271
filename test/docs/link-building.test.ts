import { expect, test } from 'vitest';
import { contactMonths } from '../../src/services/links/prospects/aging.ts';
import { followupDays, minDaysBetween, restDays, silentAfterDays } from '../../src/services/links/prospects/cadence.ts';
import { moves } from '../../src/services/links/prospects/moves.ts';
import { LinkOutcome } from '../../schema/link-building.ts';
import { tableOf } from './table-of.ts';

const code = (words: readonly (string | number)[]) => words.map((word) => `\`${word}\``);

test('the docs name every move of a prospect', () => {
  expect(tableOf('link-building', 'from', 'to')).toEqual(Object.entries(moves).map(([from, to]) => [`\`${from}\``, code(to).join(', ')]));
});

test('the docs publish the days of the cadence as they are, with a reason for each', () => {
  const published = tableOf('link-building', 'constant', 'value', 'why');
  expect(published.map(([name, value]) => [name, value])).toEqual([
    ['`followupDays`', `\`${followupDays.join(', ')}\``],
    ['`minDaysBetween`', `\`${minDaysBetween}\``],
    ['`silentAfterDays`', `\`${silentAfterDays}\``],
    ['`restDays`', `\`${restDays}\``],
    ['`contactMonths`', `\`${contactMonths}\``],
  ]);
  expect(published.filter(([, , why]) => why!.length < 30)).toEqual([]);
});

test('the docs tell what each outcome does', () => {
  expect(tableOf('link-building', 'outcome', 'status', 'address').map(([name]) => name)).toEqual(code(['reply', 'opt_out', 'bounce']));
  expect([...LinkOutcome.options].toSorted()).toEqual(['bounce', 'opt_out', 'reply']);
});
