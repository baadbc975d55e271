import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { dateOf, dayNumber } from '../../../src/services/search-console/store/dates.ts';
import type { DayRow } from '../../../src/services/search-console/store/types.ts';
import { holdSearch } from '../../support/search-console.ts';
import { createTestApp } from '../../support/test-app.ts';
import { longestTurnOf } from '../../support/turns.ts';

/** Of computing, at the longest. */
const maxHoldMs = 50;

test('keeping all rows that Google tells of a day, page by page, lets others have their turn', { timeout: 60_000 }, async () => {
  const { search, property } = await holdSearch(await createTestApp());
  let day = dayNumber('2026-01-01');
  const page = async (date: string, nth: number): Promise<DayRow[]> => {
    const rows: DayRow[] = [];
    for (let at = 0; at < 25_000; at++) {
      rows.push({
        date,
        // Not in the order in which they were first seen.
        keys: [`how to choose pump ${((at * 7919 + day) % 20_000) + nth * 20_000}`, `https://example.com/guides/${at % 3000}`],
        clicks: at % 7,
        impressions: 1 + (at % 900),
        position: 1 + (at % 60),
      });
      // To make the rows is no part of what is measured.
      if (at % 1_000 === 0) await nextTurn();
    }
    await nextTurn();
    return rows;
  };
  const keep = async () => {
    const date = dateOf(day++);
    for (const nth of [0, 1]) await search.putDays(property, { table: 'query_page', rows: await page(date, nth) });
    await search.markDays(property, 'query_page', [date], true);
  };
  // Texts are given numbers once.
  await keep();
  expect(await longestTurnOf(keep, maxHoldMs)).toBeLessThan(maxHoldMs);
});
