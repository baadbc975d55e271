import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clipAtWord, slugOf } from '../../src/language/slug.ts';

describe('slugOf', () => {
  test('transliterates and joins with hyphens', () => {
    expect(slugOf('Über den Wölkchen & Foo_Bar: Привет!')).toBe('ueber-den-woelkchen-and-foo-bar-privet');
  });

  test.each([
    ['Größe & Maß der Öfen', 'de', 'groesse-und-mass-der-oefen'],
    ['pingüinos & señores', 'es', 'pinguinos-y-senores'],
    ['façade & cœur naïf', 'fr', 'facade-et-coeur-naif'],
    ['coração & pão', 'pt', 'coracao-e-pao'],
    ['città & perché', 'it', 'citta-e-perche'],
    ['coöperatie & reünie', 'nl', 'cooperatie-en-reunie'],
    ['smörgås på ö', 'sv', 'smorgas-pa-o'],
  ])('spells %s as %s does', (text, language, slug) => {
    expect(slugOf(text, { language })).toBe(slug);
    expect(slugOf(text.normalize('NFD'), { language })).toBe(slug);
  });

  test('takes any language', () => {
    for (const language of ['', 'zz', 'not a language', '__proto__']) expect(slugOf('Tea', { language })).toBe('tea');
  });

  test('is cut between words', () => {
    expect(slugOf('one two three four', { maxLength: 12 })).toBe('one-two');
  });

  test('is never empty, never too long, and fit for a URL', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 5, max: 80 }), (text, maxLength) => {
        const slug = slugOf(text, { maxLength });
        expect(slug).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
        expect(slug.length).toBeLessThanOrEqual(maxLength);
      }),
    );
  });

  test('is the same for the same text and differs for different emoji', () => {
    expect(slugOf('🎉')).toBe(slugOf('🎉'));
    expect(slugOf('日本')).not.toBe('');
    expect(slugOf('🎉')).not.toBe(slugOf('🚀'));
  });
});

describe('clipAtWord', () => {
  test('leaves a text that fits', () => {
    expect(clipAtWord('short text', 20)).toBe('short text');
  });

  test('ends at a whole word without dangling punctuation', () => {
    expect(clipAtWord('Pools, agents, and clients', 15)).toBe('Pools, agents');
    expect(clipAtWord('Retry – a guide', 8)).toBe('Retry');
  });

  test('never exceeds the length and never breaks a surrogate pair', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 1, max: 60 }),
        (text, max) => clipAtWord(text, max).length <= max && clipAtWord(text, max).isWellFormed(),
      ),
    );
  });
});
