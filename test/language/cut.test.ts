import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutByLength } from '../../src/language/cut.ts';
import { words } from '../../src/language/tokens.ts';

const limits = { maxWords: 180, maxLength: 3600 };

test('text without a full stop is cut between words', () => {
  const text = Array.from({ length: 5000 }, (_, index) => `word${index}`).join(' ');
  const parts = cutByLength(text, limits);
  expect(parts.join(' ')).toBe(text);
  expect(parts.length).toBeLessThan(40);
});

test('text without spaces is cut between words of the dictionary', () => {
  const text = 'コンテンツを書く前に資料を読みます'.repeat(200);
  const parts = cutByLength(text, limits);
  expect(parts.join('')).toBe(text);
  for (const part of parts) expect(words(part).length).toBeLessThanOrEqual(180);
  expect(parts.filter((part) => /^[ンツテ]/.test(part))).toEqual([]);
});

test.each(['👩‍👩‍👧‍👦', '🇩🇪', 'e\u0301', '🏽'])('a row of %s is never cut within one', (character) => {
  const parts = cutByLength(character.repeat(4000), limits);
  expect(parts.length).toBeGreaterThan(1);
  for (const part of parts) expect(part.replaceAll(character, '')).toBe('');
});

test('whatever the text, nothing is lost and no part is too long', () => {
  const unit = fc.constantFrom('a', 'word ', ' ', '\n', '漢', 'ก', '👩‍👩‍👧‍👦', '\u0301', '𝒳', '. ', '‹', '-', '\u200D', 'ส์');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 400 }), fc.integer({ min: 1, max: 20 }), (text, maxWords) => {
      const parts = cutByLength(text, { maxWords, maxLength: 200 });
      expect(parts.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
      for (const part of parts) {
        expect(part.length).toBeLessThanOrEqual(200);
        expect(part.isWellFormed()).toBe(true);
      }
    }),
  );
});
