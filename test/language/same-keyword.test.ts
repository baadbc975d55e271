import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keywordKey } from '../../src/language/same-keyword.ts';
import { keywordPairs, shareRight } from './keyword-pairs.ts';

const areSame = (language: string, one: string, other: string) => keywordKey(one, language) === keywordKey(other, language);

describe('of pairs judged by hand', () => {
  test.each([
    ['./keyword-pairs.txt', 0.96],
    ['./keyword-pairs-unseen.txt', 0.98],
  ])('those of %s are judged right, and by lower case alone as often as by a coin', (file, share) => {
    const pairs = keywordPairs(file);
    expect(pairs.length).toBeGreaterThan(70);
    expect(shareRight(pairs, () => true)).toBeCloseTo(0.5, 1);
    expect(shareRight(pairs, ({ one, other }) => one.toLowerCase() === other.toLowerCase())).toBeLessThan(0.51);
    expect(shareRight(pairs, ({ language, one, other }) => areSame(language, one, other))).toBeGreaterThan(share);
  });

  test('unlike ones are hardly ever taken for the same: a false alarm would refuse an article', () => {
    const unlike = ['./keyword-pairs.txt', './keyword-pairs-unseen.txt'].flatMap(keywordPairs).filter(({ isSame }) => !isSame);
    const wrong = unlike.filter(({ language, one, other }) => areSame(language, one, other));
    expect(wrong.map(({ one }) => one)).toEqual(['pesce fresco']);
  });
});

describe('whatever the keyword', () => {
  const nouns = [
    'lamp',
    'garden',
    'coffee',
    'zürich',
    'café',
    'shelf',
    'kid',
    'not',
    'how',
    'why',
    'with',
    'in',
    '2026',
    'c++',
    '日本',
    'Straße',
  ];
  const directed = ['from', 'to', 'vs', 'without'];
  const keyword = fc.array(fc.constantFrom(...nouns), { minLength: 1, maxLength: 6 });
  const languages = fc.constantFrom('en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'fi', 'und');
  const shuffled = keyword.chain((words) => fc.tuple(fc.constant(words), fc.shuffledSubarray(words, { minLength: words.length })));

  test('the order of its words does not matter', () => {
    fc.assert(fc.property(shuffled, languages, ([one, other], language) => areSame(language, one.join(' '), other.join(' '))));
  });

  test('neither does case, nor accents, nor what stands around it', () => {
    fc.assert(
      fc.property(keyword, languages, (words, language) => {
        const written = words.join(' ');
        const bare = written.normalize('NFD').replace(/\p{M}/gu, '');
        return [written.toUpperCase(), bare, `  ${words.join('   ')}?`].every((other) => areSame(language, written, other));
      }),
    );
  });

  test('what follows and what precedes from, to, vs or without does', () => {
    const one = fc.constantFrom('lamp', 'garden', 'coffee');
    fc.assert(
      fc.property(one, one, fc.constantFrom(...directed), (before, after, word) => {
        expect(areSame('en', `${before} ${word} ${after}`, `${after} ${word} ${before}`)).toBe(before === after);
      }),
    );
  });

  test('a text of any kind has a key, the same each time, and short', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), languages, (text, language) => {
        const key = keywordKey(text, language);
        expect(keywordKey(text, language)).toBe(key);
        expect(key.length).toBeLessThanOrEqual(4 * text.normalize('NFKD').length + 20);
      }),
    );
  });

  test('nonsense of 100,000 characters takes no time', () => {
    const before = performance.now();
    for (const part of ['a ', "n't", "'s ", 'how to ', 'from ', '1.', '++', 'ä'])
      for (const language of ['en', 'de', 'fr']) keywordKey(part.repeat(100_000 / part.length), language);
    expect(performance.now() - before).toBeLessThan(3000);
  });
});

test('from, to and without keep their own words, in whatever order they come', () => {
  expect(areSame('en', 'flights from berlin to rome', 'flights to rome from berlin')).toBe(true);
  expect(areSame('en', 'from Berlin to Rome', 'from Rome to Berlin')).toBe(false);
  expect(areSame('en', 'jobs without degree', 'jobs with degree')).toBe(false);
});

test('articles are set aside, unless there is nothing else or a letter is a name', () => {
  expect(areSame('en', 'the who', 'who')).toBe(true);
  expect(keywordKey('the the', 'en')).not.toBe(keywordKey('a', 'en'));
  expect(areSame('en', 'vitamin a', 'vitamin')).toBe(false);
});
