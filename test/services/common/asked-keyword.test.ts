import { expect, test } from 'vitest';
import { asAsked, writtenKey } from '../../../src/services/common/asked-keyword.ts';

test.each([
  ['  Pool \n size ', 'Pool size'],
  ['pool \u200B size', 'pool size'],
  ['\uFEFFpool\u00AD\u2060s', 'pools'],
  ['pool \u202Eezis\u202C \u0001', 'pool ezis'],
  ['🏊🏽‍♀️ pool', '🏊🏽‍♀️ pool'],
  ['می\u200Cخواهم', 'می\u200Cخواهم'],
  ['\u200D\u200F', ''],
  ['c++ ', 'c++'],
  ['5', '5'],
  ['🍋', '🍋'],
  ['€', '€'],
  ['!!!', ''],
  [' # … — ', ''],
  ['+ = ~', ''],
])('%j is asked as %j', (written, asked) => {
  expect(asAsked(written)).toBe(asked);
  expect(writtenKey(written)).toBe(asked.toLowerCase());
});
