import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SearchReport } from '../../../schema/search-console.ts';
import { moved } from '../../../src/services/search-console/store/dates.ts';
import { pageOfPair, pairOf, queryOfPair } from '../../../src/services/search-console/store/keys.ts';
import { countIn, pack, unpack, type KeyedSums } from '../../../src/services/search-console/store/packed.ts';
import { leftOut, Tally } from '../../../src/services/search-console/store/tally.ts';
import { daily, holdSearch } from '../../support/search-console.ts';
import { createTestApp } from '../../support/test-app.ts';

const key = fc.oneof(
  fc.nat(5000),
  // Of few queries with many pages, and of many with few.
  fc.tuple(fc.nat(3), fc.nat(4_000_000)).map(([query, page]) => pairOf(query, page)),
  fc.tuple(fc.nat(2_000_000), fc.nat(3)).map(([query, page]) => pairOf(query, page)),
);
const day = fc.uniqueArray(fc.tuple(key, fc.nat(50), fc.integer({ min: 1, max: 900 })), {
  minLength: 200,
  maxLength: 3000,
  size: 'max',
  selector: ([one]) => one,
});
const sumsOf = (some: readonly [number, number, number][]): KeyedSums[] =>
  some.map(([one, clicks, impressions]) => [one, { clicks, impressions, positions: impressions * 250 }]);

test('rows packed over others take the place of those with their keys, the last of them', () => {
  fc.assert(
    fc.property(day, day, (before, rows) => {
      const again = [...rows.map(([one]) => [one, 1, 2] as [number, number, number]), ...rows];
      const over = pack(sumsOf(again), pack(sumsOf(before)));
      const plain = new Map([...before, ...rows].map(([one, clicks]) => [one, clicks]));
      expect(new Map(unpack(over).map(([one, { clicks }]) => [one, clicks]))).toEqual(plain);
      expect(countIn(over)).toBe(plain.size);
    }),
    { numRuns: 20 },
  );
});

describe('a tally', () => {
  test('adds up what a plain map does, and takes it away again', () => {
    fc.assert(
      fc.property(fc.array(day, { maxLength: 4 }), fc.nat(3), (days, away) => {
        const tally = new Tally();
        for (const some of days) tally.add(pack(sumsOf(some)));
        const gone = days[away];
        if (gone) tally.add(pack(sumsOf(gone)), undefined, -1);
        const plain = new Map<number, number>();
        for (const some of days.filter((one) => one !== gone))
          for (const [one, , impressions] of some) plain.set(one, (plain.get(one) ?? 0) + impressions);
        const found = new Map(tally.rows().map(([one, sums]) => [one, sums.impressions]));
        expect(found).toEqual(plain);
        for (const [one, impressions] of plain) expect(tally.of(one).impressions).toBe(impressions);
      }),
      { numRuns: 40 },
    );
  });

  test('adds up by other keys, without what is left out', () => {
    fc.assert(
      fc.property(day, (some) => {
        const toKey = (pair: number) => (pageOfPair(pair) % 2 === 0 ? leftOut : queryOfPair(pair));
        const [direct, later] = [new Tally(), new Tally()];
        direct.add(pack(sumsOf(some)), { of: toKey });
        later.add(pack(sumsOf(some)));
        const byKey = (tally: Tally) => new Map(tally.rows());
        expect(byKey(later.by(toKey))).toEqual(byKey(direct));
      }),
      { numRuns: 40 },
    );
  });
});

test('the days on which a page led are those of each day, whatever months the period cuts', async () => {
  const [last, days] = ['2026-04-20', 100];
  const leads = (index: number, page: number) => ((index * (page + 3) * 7) % 13) + 20 + (page === index % 3 ? 1 : 0);
  const app = await createTestApp();
  const { keep } = await holdSearch(app);
  await keep(
    daily(last, days, (date, index) =>
      [0, 1, 2].map((page) => ({
        date,
        query: 'pumps',
        clicks: 0,
        position: 5,
        page: `https://example.com/${page}`,
        impressions: leads(index, page),
      })),
    ),
  );
  for (const [from, to] of [
    [0, 99],
    [3, 97],
    [20, 40],
    [31, 75],
    [58, 66],
  ] as const) {
    // prettier-ignore
    const expected = [0, 0, 0];
    for (let index = from; index <= to; index++) {
      const impressions = [0, 1, 2].map((page) => leads(index, page));
      expected[impressions.indexOf(Math.max(...impressions))]! += 1;
    }
    const period = { since: moved(last, 1 - days + from), until: moved(last, 1 - days + to) };
    const { data } = (await app.desk.call('search_console_query', { view: 'cannibalization', ...period })) as SearchReport;
    const told = new Map(data![0]!.pages!.map(({ page, ledDays }) => [page, ledDays]));
    expect([0, 1, 2].map((page) => told.get(`https://example.com/${page}`))).toEqual(expected);
  }
});
