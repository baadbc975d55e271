import { describe, expect, test } from 'vitest';
import { agreement, scored } from './measured.ts';
import { readSubject, variantsOf } from './variants.ts';

/** Nobody looked at the last two while the formula was made. */
const subjects = [
  ['greylock', 'wal'],
  ['wal', 'greylock'],
  ['guidestones', 'greylock'],
  ['neustart', 'kaffee'],
] as const;
const clearly = 12;

describe.each(subjects)('the article on %s', async (name, stray) => {
  const subject = readSubject(name);
  const all = await scored(subject, variantsOf(subject, readSubject(stray)));
  const scoreOf = (variant: string) => all.find((one) => one.name === variant)!.score;

  test('scores high as it was written', () => {
    expect(scoreOf('honest')).toBeGreaterThanOrEqual(85);
  });

  test('ranks among its worse variants nearly as an editor would rank it, and as counting words does not', () => {
    const byScore = agreement(all);
    expect(byScore).toBeGreaterThanOrEqual(0.8);
    expect(byScore).toBeGreaterThan(agreement(all, ({ byCounting }) => byCounting));
  });

  test.each(['sentences shuffled', 'patchwork', 'empty advice', 'off-topic', 'off-topic with its sources', 'word salad'])(
    'falls clearly behind when it is %s',
    (variant) => {
      expect(scoreOf(variant)).toBeLessThanOrEqual(scoreOf('honest') - clearly);
    },
  );

  test('falls behind when it is stuffed, which a gate holds back too', () => {
    expect(scoreOf('stuffed')).toBeLessThan(scoreOf('honest') - 5);
  });

  test('scores the same with lies, which are for the check of claims to find', () => {
    expect(Math.abs(scoreOf('lies') - scoreOf('honest'))).toBeLessThanOrEqual(3);
  });
});
