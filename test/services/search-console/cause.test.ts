import { expect, test } from 'vitest';
import { causeOf } from '../../../src/services/search-console/reports/cause.ts';

const sums = (clicks: number, impressions: number, position: number) => ({ clicks, impressions, positions: impressions * position * 100 });
const before = sums(560, 2800, 4);

test.each([
  [
    'the impressions first where they fell by more',
    sums(112, 1120, 6),
    'It is shown less and ranks lower: impressions 2800 → 1120, position 4 → 6, click-through 20 % → 10 %. Whether fewer people search, too, these figures do not tell.',
  ],
  [
    'the rank first where click-through fell by more',
    sums(28, 1680, 9),
    'It ranks lower and is shown less: position 4 → 9, click-through 20 % → 1.7 %, impressions 2800 → 1680. Whether fewer people search, too, these figures do not tell.',
  ],
  ['a lower rank alone where the rest is as it was', sums(224, 2800, 9), 'It ranks lower: position 4 → 9, click-through 20 % → 8 %.'],
  [
    'a better position beside fewer impressions',
    sums(224, 840, 2),
    'It is shown less: impressions 2800 → 840, position 4 → 2. Fewer searches, or shown for fewer of them: these figures do not tell which.',
  ],
  [
    'few impressions rather than that none of them was clicked',
    sums(0, 28, 4),
    'It is shown less and is clicked less where it is shown: impressions 2800 → 28, click-through 20 % → 0 %, position 4. Fewer searches, or shown for fewer of them: these figures do not tell which.',
  ],
  ['no position where an export has none', sums(100, 2800, 0), 'It is clicked less where it is shown: click-through 20 % → 3.6 %.'],
  ['that it is gone', sums(0, 0, 0), 'It is no longer shown.'],
])('what decays names what moved most, with figures: %s', (_, now, reason) => {
  expect(causeOf(now, before)).toBe(reason);
});
