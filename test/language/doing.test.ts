import { expect, test } from 'vitest';
import { doneFirst, isDoing } from '../../src/language/doing.ts';

test('a keyword begins with what is done, but what is a thing as often joins none and is part of no task', () => {
  expect(doneFirst('tracking parcels', 'en')).toBe('track');
  expect([doneFirst('record player', 'en'), doneFirst('setting powder', 'en'), doneFirst('oil change', 'en')]).toEqual([undefined, undefined, undefined]); // prettier-ignore
  expect([isDoing('en')('record'), isDoing('en')('payrol'), isDoing('de')('record')]).toEqual([true, false, false]);
});
