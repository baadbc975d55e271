import fc from 'fast-check';
import { expect, test } from 'vitest';
import { altTextOf } from '../../../src/providers/image/alt.ts';
import { anyText } from './support.ts';

const article = { title: 'Ten gardens', keyword: 'garden visits' };

test.each([
  ['en', 'Title card with coloured shapes: “Ten gardens”'],
  ['de-AT', 'Titelbild mit farbigen Formen: „Ten gardens“'],
  ['FR', 'Image de titre aux formes colorées : « Ten gardens »'],
  ['es', 'Imagen de título con formas de color: «Ten gardens»'],
  ['pt_BR', 'Imagem de título com formas coloridas: «Ten gardens»'],
  ['it', 'Immagine di titolo con forme colorate: «Ten gardens»'],
  ['nl', 'Titelbeeld met gekleurde vormen: ‘Ten gardens’'],
  ['ja', 'Title card with coloured shapes: “Ten gardens”'],
])('in %s it says what the card shows', (language, alt) => {
  expect(altTextOf({ ...article, language })).toBe(alt);
});

test('a generated picture is described by its subject', () => {
  expect(altTextOf({ ...article, language: 'de', kind: 'illustration' })).toBe('Generierte Illustration zum Thema „garden visits“');
});

test('a long title is cut between words', () => {
  const alt = altTextOf({ title: 'a rather long title '.repeat(20), keyword: 'k', language: 'en' });
  expect(alt).toMatch(/^Title card with coloured shapes: “(a rather long title )+a rather( long)?( title)?…”$/);
  expect(alt.length).toBeGreaterThan(110);
});

test('it is one well-formed line of at most 125 characters', () => {
  const language = fc.constantFrom('en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'ar', '');
  fc.assert(
    fc.property(anyText, anyText, language, fc.constantFrom('card' as const, 'illustration' as const), (title, keyword, tag, kind) => {
      const alt = altTextOf({ title, keyword, language: tag, kind });
      expect(alt.length <= 125 && alt.isWellFormed() && !/[\p{Cc}\u202e]/u.test(alt)).toBe(true);
    }),
  );
});
