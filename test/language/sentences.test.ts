import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sentences } from '../../src/language/sentences.ts';
import { tidy } from '../../src/language/tokens.ts';

describe('sentences', () => {
  test.each([
    ['Use a cache, e.g. Redis or memory. It helps.', ['Use a cache, e.g. Redis or memory.', 'It helps.']],
    ['The U.S. Army came. Mr. J. R. Smith saw it.', ['The U.S. Army came.', 'Mr. J. R. Smith saw it.']],
    ['It costs $3.50 per call. See No. 5 on p. 12.', ['It costs $3.50 per call.', 'See No. 5 on p. 12.']],
    ['Call undici.request first. Then wait.', ['Call undici.request first.', 'Then wait.']],
    ['This is wasteful. undici provides dispatchers for it.', ['This is wasteful.', 'undici provides dispatchers for it.']],
    ['He lived in the U.S. The house stands.', ['He lived in the U.S.', 'The house stands.']],
    [
      'They are shown by `git log a..HEAD` or by `git log ..`. Then stop.',
      ['They are shown by `git log a..HEAD` or by `git log ..`.', 'Then stop.'],
    ],
    ['She asked "why?" and left. Nobody knew.', ['She asked "why?" and left.', 'Nobody knew.']],
  ])('are cut where they end: %s', (text, expected) => {
    expect(sentences(text, 'en')).toEqual(expected);
  });

  test.each([
    [
      'de',
      'Er kam am 3. Mai mit Dr. Weiß. Das ist z. B. bzw. d. h. gut. Es war der 2. Versuch im 19. Jahrhundert. Er kam 1998. Danach ging er.',
      5,
    ],
    ['de', 'Siehe Nr. 5 bzw. Abb. 3 auf der Karte. Brot, Käse usw. Morgen gibt es mehr. Sie ist 12. Das Haus steht.', 5],
    ['fr', 'M. Dupont et Mme Roy arrivent vers 8 h env. chez eux. Ajoutez p. ex. du sel, de l’eau, etc. Le col est haut. La pâte lève.', 4],
    ['es', 'El Sr. Ruiz y la Dra. Peña viven junto al mar. El agua, p. ej., es fría. Uds. lo saben. Creo que no. Cinco días bastan.', 5],
    ['pt', 'O Sr. Reis e a Dra. Sá moram no mar. Use p. ex. sal. Chegou o prof. Lima. Nada mais.', 4],
    ['it', 'Il dott. Rossi e la sig.ra Neri arrivano. Serve, ad es., il sale. Pane, vino ecc. Domani si torna al mar. Fine.', 5],
    ['nl', 'Dhr. De Vries en mevr. Bos komen. Gebruik bijv. zout, d.w.z. NaCl. Brood, kaas enz. Morgen meer.', 4],
  ])('keep the abbreviations and dates of %s: %s', (language, text, count) => {
    expect(sentences(text, language)).toHaveLength(count);
  });

  test('run over single line breaks and end at blank lines and list items', () => {
    expect(sentences('A hard-wrapped\nline goes on.\n\nNew one\n- first item\n- second item', 'en')).toEqual([
      'A hard-wrapped line goes on.',
      'New one',
      '- first item',
      '- second item',
    ]);
  });

  test('end at the full stops of other scripts', () => {
    expect(sentences('これは文です。次の文です。', 'ja')).toHaveLength(2);
    expect(sentences('هذه جملة. هل هذه جملة أخرى؟ نعم.', 'ar')).toHaveLength(3);
  });

  test('together hold all of the text and nothing else', () => {
    const prose = fc.array(
      fc.constantFrom('e.g.', 'U.S.', 'The', 'end.', 'undici', 'is', '3.5', 'No.', '?', '“Why?”', 'J.', 'z.B.', '文。', '…'),
      { maxLength: 30 },
    );
    fc.assert(fc.property(prose, (parts) => tidy(sentences(parts.join(' '), 'en').join(' ')) === tidy(parts.join(' '))));
  });
});
