import { describe, expect, test } from 'vitest';
import { isClaim } from '../../../src/writing/claims/claims.ts';
import { profileOf } from '../../../src/writing/claims/profile.ts';
import { quantitiesIn } from '../../../src/language/quantities.ts';

describe('isClaim', () => {
  test.each([
    ['en', 'The pool keeps 10 sockets open.', true],
    ['en', 'The outage began on 3 May.', true],
    ['en', 'Sockets were invented by Napoleon.', true],
    ['en', 'Pooling is faster than opening sockets anew.', true],
    ['en', 'It is the largest of its kind.', true],
    ['en', 'Latency falls because the handshake is spared.', true],
    ['en', 'Studies show that sleep helps the memory.', true],
    ['en', 'Wait 5 minutes before you try again.', true],
    ['en', 'A pool spreads requests across several connections.', true],
    ['en', 'How many sockets does a pool keep open?', false],
    ['en', 'In this guide we look at connection pools.', false],
    ['en', 'Check your settings before going live.', false],
    ['en', 'You may want to keep an eye on that.', false],
    ['en', 'There are several ways of doing this:', false],
    ['en', 'It depends.', false],
    ['de', 'Der Tunnel kostete 12 Milliarden Franken.', true],
    ['de', 'In diesem Artikel geht es um Wärmepumpen und ihre Technik.', false],
    ['de', 'Prüfen Sie zuerst die Heizung im Keller.', false],
    ['de', 'Eine Wärmepumpe entzieht der Luft einen Teil der Wärme.', true],
    ['fr', 'Le vignoble couvre 110 000 hectares.', true],
    ['fr', 'Dans cet article, nous parlons de vin et de terroir.', false],
    ['es', 'El museo abrió en Madrid con obras de la corona.', true],
    ['it', 'Il ponte fu costruito da Antonio da Ponte.', true],
    ['pt', 'O metro não funciona durante a noite na cidade.', true],
    ['nl', 'De dijk is 32 kilometer lang.', true],
  ])('in %s, of %j says %s', (language, sentence, claims) => {
    expect(isClaim(profileOf(sentence, language))).toBe(claims);
  });
});

describe('quantitiesIn', () => {
  const read = (text: string, language: string) =>
    quantitiesIn(text, language).map(({ kind, value, unit, readings, code }) =>
      kind === 'date' ? readings[0] : kind === 'code' ? code : unit ? [value, unit] : value,
    );

  test.each<[string, string, unknown[]]>([
    ['en', '1,000 or 1000 or 1 000', [1000, 1000, 1000]],
    ['de', '1.000 und 1,5', [1000, 1.5]],
    ['en', '1.000 and 1,234.5', [1, 1234.5]],
    ['fr', '1 000 et 3,5', [1000, 3.5]],
    [
      'en',
      '$3.5 million, 3.5 million dollars, 5bn euros',
      [
        [3_500_000, '$'],
        [3_500_000, '$'],
        [5_000_000_000, '€'],
      ],
    ],
    ['de', '3,5 Mio. Euro und 2 Milliarden', [[3_500_000, '€'], 2_000_000_000]],
    ['es', '2 mil millones', [2_000_000_000]],
    [
      'en',
      '5 %, 5 percent, 5 per cent',
      [
        [5, '%'],
        [5, '%'],
        [5, '%'],
      ],
    ],
    ['fr', '20 pour cent', [[20, '%']]],
    [
      'en',
      '5–10 minutes or 5 to 10 GB',
      [
        [5, 'min'],
        [10, 'min'],
        [5, 'gb'],
        [10, 'gb'],
      ],
    ],
    ['en', 'twenty-five of two hundred', [25, 200]],
    ['de', 'fünfundzwanzig', [25]],
    ['nl', 'vijfentwintig', [25]],
    ['en', 'the 1990s, the 3rd, -5', [1990, 3, -5]],
    ['en', 'HTTP/2, GPT-4, v1.2 and 22.19.1', ['http/2', 'gpt-4', 'v1.2', '22.19.1']],
    [
      'en',
      'May 5, 2020 and 5 May and 2020-05-05',
      [
        { year: 2020, month: 5, day: 5 },
        { month: 5, day: 5 },
        { year: 2020, month: 5, day: 5 },
      ],
    ],
    ['de', 'am 3. Mai 2020, im März, 03.05.2020', [{ year: 2020, month: 5, day: 3 }, { month: 3 }, { year: 2020, month: 5, day: 3 }]],
    ['es', 'el 3 de mayo de 2020', [{ year: 2020, month: 5, day: 3 }]],
    ['it', 'il 3 maggio 2020', [{ year: 2020, month: 5, day: 3 }]],
    ['pt', '3 de março de 2020', [{ year: 2020, month: 3, day: 3 }]],
    ['nl', '28 mei 1932', [{ year: 1932, month: 5, day: 28 }]],
    ['en', 'it may march on', []],
  ])('in %s, reads %j', (language, text, quantities) => {
    expect(read(text, language)).toEqual(quantities);
  });
});
